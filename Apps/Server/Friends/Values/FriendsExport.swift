/// Everything that is stored about a person among friends, for that person.
///
/// Codes are only stored as hashes, and are not included.
public struct FriendsExport: Sendable, Codable, Equatable {
  public let blocked: [Known]
  public let friends: [Known]
  /// The name that friends see; nil for a person without a name.
  public let id: String?
  public let invitations: [Made]
  public let name: String?
  /// What the person was told about friends; the oldest are not kept.
  public let notices: [Told]
  public let posts: [Shared]
  public let publicPages: [Published]
  public let reactions: [Given]
  /// When they first chose a name.
  public let since: String?

  /// Instants are in RFC 3339, in UTC.
  public struct Known: Sendable, Codable, Equatable {
    public let hidden: Bool?
    public let name: String
    public let since: String
  }

  public struct Made: Sendable, Codable, Equatable {
    public let createdAt: String
    public let expiresAt: String
    public let state: FriendInvitation.State
  }

  public struct Shared: Sendable, Codable, Equatable {
    public let at: String
    public let day: String
    public let done: Int
    public let later: Int
    public let level: Int
    public let product: String
    /// The reactions of friends.
    public let reactions: [Received]
    public let subject: Achievement.Subject
    public let text: String?
    public let title: String?
    public let unit: String
  }

  public struct Published: Sendable, Codable, Equatable {
    public let at: String
    /// The end of the page's address.
    public let code: PublicPageCode
    public let day: String
    public let done: Int
    public let later: Int
    public let level: Int
    public let name: String?
    public let product: String
    public let subject: Achievement.Subject
    public let title: String?
    public let unit: String
  }

  public struct Given: Sendable, Codable, Equatable {
    public let at: String
    public let reaction: Reaction
    /// The author of the post.
    public let to: String
  }

  public struct Received: Sendable, Codable, Equatable {
    public let from: String
    public let reaction: Reaction
  }

  public struct Told: Sendable, Codable, Equatable {
    public let at: String
    /// The friend whom it is about.
    public let from: String
    public let kind: FriendNotice.Kind
    public let number: Int
    /// The title of the post that it is about; nil without one.
    public let post: String?
    /// The reaction that it is about, if that still stands.
    public let reaction: Reaction?
    public let seenAt: String?
  }
}
