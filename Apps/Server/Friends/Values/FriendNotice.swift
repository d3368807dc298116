import Core

/// Something that a person is told about friends.
public struct FriendNotice: Sendable, Equatable {
  public enum Kind: String, Sendable, Codable {
    /// Somebody has accepted an invitation.
    case friend
    /// A friend has shared a milestone.
    case post
    /// A friend has reacted to a post.
    case reaction
  }

  /// 1 for the first one of a person, growing.
  public let number: Int
  public let kind: Kind
  public let at: Instant
  /// Whose doing it was.
  public let person: Person
  public let post: PostID?
  /// What was said to the post, as of now.
  public let reaction: Reaction?
  public let isSeen: Bool
}

/// A notice that has just come to somebody.
public struct DeliveredNotice: Sendable, Equatable {
  public let account: AccountID
  public let notice: FriendNotice

  public init(account: AccountID, notice: FriendNotice) {
    (self.account, self.notice) = (account, notice)
  }
}
