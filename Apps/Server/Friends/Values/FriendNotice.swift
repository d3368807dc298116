import Core

/// An event about friends that a person is notified of.
public struct FriendNotice: Sendable, Equatable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// Somebody has accepted an invitation.
    case friend
    /// A friend has shared a milestone.
    case post
    /// A friend has reacted to a post.
    case reaction
  }

  /// Starts at 1 for each person, and grows.
  public let number: Int
  public let kind: Kind
  public let at: Instant
  /// The person who caused it.
  public let person: Person
  public let post: PostID?
  /// The current reaction to the post.
  public let reaction: Reaction?
  public let isSeen: Bool
}

/// A notice that has just been delivered to a person.
public struct DeliveredNotice: Sendable, Equatable {
  public let account: AccountID
  public let notice: FriendNotice

  public init(account: AccountID, notice: FriendNotice) {
    (self.account, self.notice) = (account, notice)
  }
}
