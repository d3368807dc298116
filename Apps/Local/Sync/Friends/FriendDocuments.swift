import Core

/// The documents of a server about friends.
///
/// Texts from friends and servers are untrusted: all that a terminal would obey or that reorders
/// words is removed as they are read (OWASP ASVS 5.0, 1.3).
public struct FriendProfile: Codable, Sendable {
  public let id: String?
  public let name: ForeignLine?
  public let sealed: Bool
  /// The unseen notices.
  public let unseen: Int
}

/// One line that somebody else wrote, without invisible characters.
public struct ForeignLine: Codable, Sendable, Hashable, CustomStringConvertible {
  private static let longest = 400
  public let description: String

  public init(_ text: String) {
    description = TextRule.line.cleaned(String(text.prefix(ForeignLine.longest)))
  }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

public struct SharedStreakAnswer: Codable, Sendable {
  public let current: Int
  public let product: ForeignLine
  /// Nil unless the friend shows it.
  public let title: ForeignLine?
  public let unit: ForeignLine
}

/// A habit of the person's own, of which friends see the streak.
public struct SharedHabitAnswer: Codable, Sendable {
  /// Whether friends see ``title``.
  public let showsTitle: Bool
  public let title: ForeignLine
}

public struct FriendAnswer: Codable, Sendable {
  public let hidden: Bool
  public let id: ForeignLine
  public let name: ForeignLine
  public let since: ForeignLine
  public let streaks: [SharedStreakAnswer]
}

public struct BlockedAnswer: Codable, Sendable {
  public let id: ForeignLine
  public let name: ForeignLine
  public let since: ForeignLine
}

public struct FriendInvitationAnswer: Codable, Sendable {
  /// Returned once, when it is made.
  public let code: ForeignLine?
  public let createdAt: ForeignLine
  public let expiresAt: ForeignLine
  public let id: ForeignLine
  public let state: ForeignLine
}

public struct PersonAnswer: Codable, Sendable {
  public let id: ForeignLine
  public let name: ForeignLine
}

/// A post as the server shows it to this person.
public struct PostAnswer: Codable, Sendable {
  public struct Count: Codable, Sendable {
    public let count: Int
    public let emoji: ForeignLine
    public let reaction: ForeignLine
  }

  public struct Said: Codable, Sendable {
    public let emoji: ForeignLine
    public let name: ForeignLine
    public let reaction: ForeignLine
  }

  public let addedLater: Int
  public let at: ForeignLine
  public let author: PersonAnswer
  public let day: ForeignLine
  public let doneDays: Int
  public let id: ForeignLine
  public let level: Int
  public let own: Bool
  public let ownReaction: ForeignLine?
  public let product: ForeignLine
  public let reactions: [Count]
  public let reactors: [Said]
  public let subject: ForeignLine
  public let text: ForeignLine?
  public let title: ForeignLine?
  public let unit: ForeignLine
}

public struct FeedAnswer: Codable, Sendable {
  public let items: [PostAnswer]
  public let next: ForeignLine?
}

public struct FriendNoticeAnswer: Codable, Sendable {
  public let at: ForeignLine
  public let emoji: ForeignLine?
  public let kind: ForeignLine
  public let number: Int
  public let person: PersonAnswer
  public let post: ForeignLine?
  public let reaction: ForeignLine?
  public let seen: Bool
}

public struct FriendNoticesAnswer: Codable, Sendable {
  public let items: [FriendNoticeAnswer]
  public let unseen: Int
}

/// The milestone to share.
public struct PostRequest: Encodable, Sendable {
  public let habit: String?
  public let level: Int?
  public let showsTitle: Bool
  public let substance: String?
  public let text: String?
  /// The unit of `level`; nil for what the habit counts now.
  public let unit: String?

  public init(
    habit: String?,
    substance: String?,
    level: Int?,
    unit: String?,
    showsTitle: Bool,
    text: String?
  ) {
    self.habit = habit
    self.substance = substance
    self.level = level
    self.unit = unit
    self.showsTitle = showsTitle
    self.text = text
  }
}
