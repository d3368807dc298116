import Core

/// The permission to set a new password once.
public struct ResetLink: Sendable, Equatable {
  /// 256 random bits in hexadecimal; the store keeps only their hash.
  public let token: String
  public let expiresAt: Instant
}
