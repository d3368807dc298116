import Core

/// An offer of friendship to whoever is given its code.
///
/// Making one is its maker's consent, and typing it in is that of the other.
public struct FriendInvitation: Sendable, Equatable {
  public enum State: String, Sendable, Codable, CaseIterable {
    case open
    case used
    case revoked
    case expired
  }

  public let id: FriendInvitationID
  public let createdAt: Instant
  public let expiresAt: Instant
  public let state: State
}

/// A new invitation with its code, which is told once.
public struct NewFriendInvitation: Sendable, Equatable {
  public let invitation: FriendInvitation
  /// 128 random bits, as `K3T9A-…`; the store keeps only their hash.
  public let code: String
}
