import Core

/// A reaction to a post; a small set, so that nothing needs to be moderated.
public enum Reaction: String, Sendable, Codable, CaseIterable {
  case clap
  case party
  case fire
  case strong
  case heart
  case sprout

  public var emoji: String {
    switch self {
    case .clap: "👏"
    case .party: "🎉"
    case .fire: "🔥"
    case .strong: "💪"
    case .heart: "❤️"
    case .sprout: "🌱"
    }
  }

  /// The reaction that a person means, by its emoji or its word; nil for anything else.
  public init?(_ typed: String) {
    let plain = typed.filter { $0 != "\u{FE0F}" }.lowercased()
    guard
      let found = Reaction.allCases.first(where: { reaction in
        reaction.rawValue == plain || [typed, "\(plain)\u{FE0F}"].contains(reaction.emoji)
      })
    else { return nil }
    self = found
  }
}

/// A shared milestone, as one of its viewers sees it.
public struct Post: Sendable, Equatable {
  public let id: PostID
  public let author: Person
  /// Whether it is the viewer's own.
  public let isOwn: Bool
  public let at: Instant
  public let achievement: Achievement
  /// What its owner wrote with it, in any number of lines.
  public let text: String?
  /// How often each reaction was given; others are omitted.
  public let reactions: [ReactionCount]
  /// The viewer's reaction.
  public let ownReaction: Reaction?
  /// The people who reacted: only for the author, since the others may not know each other.
  public let reactors: [Reactor]

  /// The maximum length of a text in characters.
  public static let longestText = 280

  /// The text in its stored form; nil for none.
  ///
  /// - Throws: ``FriendsError/badText``.
  static func checked(text: String?) throws(FriendsError) -> String? {
    guard let text else { return nil }
    guard text.utf8.count <= 16 * longestText else { throw .badText }
    let cleaned = TextRule.lines.cleaned(UnicodeForm.composed(text))
    guard cleaned.count <= longestText else { throw .badText }
    return cleaned.isEmpty ? nil : cleaned
  }
}

public struct ReactionCount: Sendable, Equatable {
  public let reaction: Reaction
  public let count: Int

  public init(_ reaction: Reaction, _ count: Int) {
    self.reaction = reaction
    self.count = count
  }
}

public struct Reactor: Sendable, Equatable {
  public let person: Person
  public let reaction: Reaction
}

/// A request to share.
public struct NewPost: Sendable {
  public let achievement: Achievement
  public let text: String?
  /// Identifies the same milestone of the same habit, together with the achievement's unit; never
  /// shown, and only a hash is stored.
  public let milestone: String

  public init(achievement: Achievement, text: String?, milestone: String) {
    self.achievement = achievement
    self.text = text
    self.milestone = milestone
  }
}

/// A cursor in a feed, which goes from the newest post to the oldest.
public struct FeedCursor: Sendable, Equatable, LosslessStringConvertible {
  let at: Instant
  let post: PostID

  init(_ post: Post) { (at, self.post) = (post.at, post.id) }

  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), milliseconds >= 0,
      let post = PostID(String(parts[1]))
    else { return nil }
    (at, self.post) = (Instant(milliseconds: milliseconds), post)
  }

  public var description: String { "\(at.milliseconds)-\(post)" }
}

/// A page of a feed, newest first.
public struct FeedPage: Sendable, Equatable {
  public let posts: [Post]
  /// The cursor for older posts; nil at the end.
  public let next: FeedCursor?

  public init(posts: [Post], next: FeedCursor?) { (self.posts, self.next) = (posts, next) }
}
