import Core

/// The permission for one person to create an account.
public struct Invitation: Sendable, Equatable {
  public enum State: String, Sendable, Codable, CaseIterable {
    case open
    case used
    case revoked
    case expired
  }

  public let id: InvitationID
  /// The inviter; nil for the operator, and for an account that is gone.
  public let inviter: AccountID?
  public let createdAt: Instant
  public let expiresAt: Instant
  public let state: State
}

/// A new invitation with its code, which is returned once.
public struct NewInvitation: Sendable, Equatable {
  public let invitation: Invitation
  /// 128 random bits, as `K3T9A-…`; the store keeps only their hash.
  public let code: String
}
