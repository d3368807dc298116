import Core

/// The permission to set a new password once.
public struct ResetLink: Sendable, Equatable {
  public let account: AccountID
  /// 256 random bits in hexadecimal; the store keeps only their hash.
  public let token: String
  public let expiresAt: Instant
  /// Whether the owner also needs the recovery phrase.
  public let isSealed: Bool
}

/// A sealed account whose owner has a link for a new password.
public struct ResetAccount: Sendable, Equatable {
  public let account: Account
  public let keyRing: SealedKeyRing
}
