import Core

/// An offer of friendship to anybody who is given its code.
///
/// Creating one is the consent of its maker, and typing the code is that of the other person.
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

/// A new invitation with its code, which is returned once.
public struct NewFriendInvitation: Sendable, Equatable {
  public let invitation: FriendInvitation
  /// 128 random bits, as `K3T9A-…`; the store keeps only their hash.
  public let code: String
}
