import Core
import Friends
import SocialContract
import StreaksContract
import TrackingContract

/// The documents about friends for programs.
///
/// Only these data leave the server (OWASP ASVS 5.0, 15.3.1).
enum FriendDocuments {
  struct Me: Codable {
    let id: String?
    let name: String?
    /// Whether the server cannot read the account, so that nothing can be shared from it.
    let sealed: Bool
    let unseen: Int
  }

  struct Name: Codable {
    let name: String
  }

  struct Acceptance: Codable {
    let code: String
    /// What friends call the person from now on; unchanged without it.
    let name: String?
  }

  struct PersonAnswer: Codable {
    let id: String
    let name: String

    init(_ person: Person) { (id, name) = ("\(person.id)", person.name) }
  }

  struct List<Item: Codable & Sendable>: Codable, Sendable {
    let items: [Item]
  }

  struct Streak: Codable, Sendable {
    let current: Int
    let product: String
    let title: String?
    let unit: String

    init(_ streak: SharedStreak, product: String) {
      current = streak.current
      self.product = product
      title = streak.title
      unit = streak.unit.rawValue
    }
  }

  struct FriendAnswer: Codable {
    let hidden: Bool
    let id: String
    let name: String
    let since: String
    let streaks: [Streak]

    init(_ friend: Friend, _ streaks: [Streak]) {
      hidden = friend.isHidden
      id = "\(friend.person.id)"
      name = friend.person.name
      since = friend.since.rfc3339(in: .utc)
      self.streaks = streaks
    }
  }

  struct BlockedAnswer: Codable {
    let id: String
    let name: String
    let since: String

    init(_ blocked: BlockedPerson) {
      id = "\(blocked.person.id)"
      name = blocked.person.name
      since = blocked.since.rfc3339(in: .utc)
    }
  }

  struct InvitationAnswer: Codable {
    /// Returned once, when it is created.
    let code: String?
    let createdAt: String
    let expiresAt: String
    let id: String
    let state: String

    init(_ invitation: FriendInvitation, code: String? = nil) {
      self.code = code
      createdAt = invitation.createdAt.rfc3339(in: .utc)
      expiresAt = invitation.expiresAt.rfc3339(in: .utc)
      id = "\(invitation.id)"
      state = invitation.state.rawValue
    }
  }

  // MARK: Posts

  /// A milestone to show; the server looks it up in the journal.
  struct Milestone: Codable, Sendable {
    /// Nil for the milestone of a substance.
    var habit: HabitID?
    /// Nil for the longest one that was reached.
    var level: Int?
    var showsTitle: Bool?
    var substance: String?
    /// The unit of the level; nil for what the habit counts now.
    var unit: StreakUnit?
  }

  /// A milestone and its accompanying values, in one document.
  struct MilestoneRequest<Words: Codable & Sendable>: Codable, Sendable {
    let milestone: Milestone
    let words: Words

    init(_ milestone: Milestone, _ words: Words) {
      self.milestone = milestone
      self.words = words
    }

    init(from decoder: any Decoder) throws {
      milestone = try Milestone(from: decoder)
      words = try Words(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try milestone.encode(to: encoder)
      try words.encode(to: encoder)
    }
  }

  /// A milestone to share with friends.
  typealias Share = MilestoneRequest<PostWords>

  struct PostWords: Codable, Sendable {
    let text: String?
  }

  struct PostAnswer: Codable {
    struct Count: Codable {
      let count: Int
      let emoji: String
      let reaction: String
    }

    struct Said: Codable {
      let emoji: String
      let name: String
      let reaction: String
    }

    let addedLater: Int
    let at: String
    let author: PersonAnswer
    let day: String
    let doneDays: Int
    let id: String
    let level: Int
    let own: Bool
    let ownReaction: String?
    let product: String
    let reactions: [Count]
    /// Only for the author.
    let reactors: [Said]
    let subject: String
    let text: String?
    let title: String?
    let unit: String

    init(_ post: Post) {
      let achievement = post.achievement
      addedLater = achievement.later
      at = post.at.rfc3339(in: .utc)
      author = PersonAnswer(post.author)
      day = achievement.day.description
      doneDays = achievement.done
      id = "\(post.id)"
      level = achievement.level
      own = post.isOwn
      ownReaction = post.ownReaction?.rawValue
      product = achievement.product
      reactions = post.reactions.map {
        Count(count: $0.count, emoji: $0.reaction.emoji, reaction: $0.reaction.rawValue)
      }
      reactors = post.reactors.map {
        Said(emoji: $0.reaction.emoji, name: $0.person.name, reaction: $0.reaction.rawValue)
      }
      subject = achievement.subject.rawValue
      text = post.text
      title = achievement.title
      unit = achievement.unit
    }
  }

  struct Feed: Codable {
    let items: [PostAnswer]
    /// The cursor to request older posts with (`after`); null at the end.
    let next: String?
  }

  struct ReactionRequest: Codable {
    let reaction: String
  }

  // MARK: Notices

  struct NoticeAnswer: Codable {
    let at: String
    let emoji: String?
    let kind: String
    let number: Int
    let person: PersonAnswer
    let post: String?
    let reaction: String?
    let seen: Bool

    init(_ notice: FriendNotice) {
      at = notice.at.rfc3339(in: .utc)
      emoji = notice.reaction?.emoji
      kind = notice.kind.rawValue
      number = notice.number
      person = PersonAnswer(notice.person)
      post = notice.post.map { "\($0)" }
      reaction = notice.reaction?.rawValue
      seen = notice.isSeen
    }
  }

  struct Notices: Codable {
    let items: [NoticeAnswer]
    let unseen: Int
  }

  struct Seen: Codable {
    let number: Int
  }

  // MARK: Sharing

  struct SharingRequest: Codable {
    let sharing: HabitSharing
    let showsTitle: Bool?
  }
}
