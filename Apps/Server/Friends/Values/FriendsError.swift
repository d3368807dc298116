import Core
import ServerStorage

/// Why a call of a ``FriendStore`` was refused; nothing was changed then.
public enum FriendsError: StoreError, Sendable, Equatable {
  /// Friends would not know who it is.
  case nameNeeded
  case badName
  /// The code is unknown, used, revoked or expired, or its maker rejects this person.
  ///
  /// Which of these is never revealed.
  case badInvitation
  case ownInvitation
  case alreadyFriends
  /// The caller has blocked the person who created the code.
  case blockedByYou
  case tooManyInvitations(Int)
  case tooManyFriends(Int)
  /// The person who created the code has too many friends.
  case inviterIsFull
  case tooManyBlocked(Int)
  /// There is no such friend, or no longer.
  case unknownPerson
  /// There is no such post, or the caller may not see it: which of the two is never revealed.
  case unknownPost
  case ownPost
  case badReaction
  case badText
  case tooManyPosts(Int)
  /// The same milestone was shared with other words.
  case alreadyPosted
  /// The caller has no such public page.
  case unknownPage
  case badPageName
  case tooManyPages(Int)
  case tooManyPagesToday(Int)
  /// A failure of the file.
  case store(StoreFailure)

  /// A stable code for programs.
  public var code: String {
    switch self {
    case .nameNeeded: "name-needed"
    case .badName: "bad-name"
    case .badInvitation: "bad-invitation"
    case .ownInvitation: "own-invitation"
    case .alreadyFriends: "already-friends"
    case .blockedByYou: "blocked-by-you"
    case .tooManyInvitations: "too-many-invitations"
    case .tooManyFriends: "too-many-friends"
    case .inviterIsFull: "inviter-is-full"
    case .tooManyBlocked: "too-many-blocked"
    case .unknownPerson: "unknown-person"
    case .unknownPost: "unknown-post"
    case .ownPost: "own-post"
    case .badReaction: "bad-reaction"
    case .badText: "bad-text"
    case .tooManyPosts: "too-many-posts"
    case .alreadyPosted: "already-posted"
    case .unknownPage: "unknown-page"
    case .badPageName: "bad-page-name"
    case .tooManyPages: "too-many-pages"
    case .tooManyPagesToday: "too-many-pages-today"
    case .store(let failure): failure.code.rawValue
    }
  }

  /// What happened and what to do, for a person.
  public var message: String {
    switch self {
    case .nameNeeded:
      "Friends do not know yet what to call you. Nothing was changed: choose a name that they see, "
        + "then repeat."
    case .badName:
      "A name has 1 to \(Person.longestName) characters that can be seen. Nothing was changed: choose "
        + "another one."
    case .badText:
      "A post has up to \(Post.longestText) characters. Nothing was shared: say it in fewer."
    case .badReaction:
      "That is not one of the reactions. Nothing was changed: choose one of "
        + Reaction.allCases.map(\.emoji).joined(separator: " ") + "."
    case .unknownPerson:
      "There is no such friend, or no longer. Nothing was changed: look at your friends."
    case .unknownPost: "There is no such post, or it was deleted. Nothing was changed."
    case .ownPost: "Reactions to a post are for friends. Nothing was changed."
    case .alreadyPosted:
      "You have shared this milestone already, in other words. Nothing was changed: delete that post "
        + "first to share it again."
    case .unknownPage:
      "There is no such public page of yours, or it is gone. Nothing was changed: look at your "
        + "public pages."
    case .badPageName:
      "The name on a public page has up to \(Person.longestName) characters. No page was made: choose "
        + "a shorter one, or none."
    case .store(let failure): failure.message
    default: joining
    }
  }

  private var joining: String {
    switch self {
    case .badInvitation:
      "This invitation cannot be used: it is mistyped, was used, or is too old. Nothing was changed: "
        + "type it again, or ask for another one."
    case .ownInvitation:
      "This is an invitation of your own. Nothing was changed: give it to the person you mean."
    case .alreadyFriends:
      "You are friends already. Nothing was changed, and the invitation can still be used by "
        + "somebody else."
    case .blockedByYou:
      "You have blocked whoever made this invitation. Nothing was changed: unblock them first."
    case .inviterIsFull:
      "Whoever made this invitation has as many friends as there is room for. Nothing was changed."
    default: limit
    }
  }

  private var limit: String {
    switch self {
    case .tooManyInvitations(let most):
      "That would be more than \(most) invitations. Nothing was changed: revoke some, or wait until "
        + "tomorrow."
    case .tooManyFriends(let most):
      "There is room for \(most) friends. Nothing was changed: unfriend somebody first."
    case .tooManyBlocked(let most):
      "There is room for \(most) blocked people. Nothing was changed: unblock somebody first."
    case .tooManyPosts(let most):
      "You have shared \(most) milestones today. Nothing was shared: go on tomorrow."
    case .tooManyPages(let most):
      "You have \(most) public pages, and there is room for no more. No page was made: take one down "
        + "first."
    case .tooManyPagesToday(let most):
      "You have made \(most) public pages today. No page was made: go on tomorrow."
    default: "This could not be done. Nothing was changed."
    }
  }
}
