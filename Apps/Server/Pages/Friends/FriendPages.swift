import Accounts
import Core
import Friends
import GamificationContract
import Pages
import Presentation
import SobrietyContract
import SocialContract
import StreaksContract
import TrackingContract

/// The pages of friends in the web app of members, and the actions of their forms.
///
/// They work without a script. Their owner is determined by the session, as for every page.
struct FriendPages: Sendable {
  static let friendsPath = "/friends"
  static let feedPath = "/feed"
  static let postPath = "/feed/share"

  let services: FriendServices
  let product: ServedProduct

  var store: FriendStore { services.store }
  private var accounts: AccountStore { services.accounts }

  /// Nothing for a product without friends, or whose modules have nothing to share.
  var isOffered: Bool {
    product.product.policies.offersFriends && product.product.answers(AllShared.self)
  }

  var pages: [Page] {
    guard isOffered else { return [] }
    let tab = Tab(Phrase("tab.friends", "Friends"), icon: FriendPages.icon, order: 65)
    return [
      Page(FriendPages.feedPath, tab: tab) { try await feed($0) },
      Page(FriendPages.friendsPath, section: FriendPages.feedPath) { try await friends($0) },
      Page(FriendPages.postPath, section: FriendPages.feedPath) { try await sheet($0) },
    ] + questions
  }

  /// Two people.
  private static let icon = Icon(
    #"<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 19.5a6.5 6.5 0 0 1 13 0"/><path d="M16 5.2a3.5 3.5 0 0 1 0 6.6M18 14a6.5 6.5 0 0 1 3.5 5.5"/>"#
  )

  // MARK: Whose it is

  /// The account of a page or form.
  ///
  /// - Throws: `AccountsError/signedOut` if there is none.
  func account(_ context: PageContext) async throws -> Account {
    guard case .account(let id) = context.space.principal,
      let account = try await accounts.account(id)
    else { throw AccountsError.signedOut }
    return account
  }

  /// Converts errors about friends into those that forms show.
  func refusing<T>(_ body: () async throws -> T) async throws -> T {
    do {
      return try await body()
    } catch let error as FriendsError {
      throw DomainError(error.code, error.message, about: error.field)
    } catch let error as AccountsError {
      throw error.domainError
    }
  }

  /// The links between the pages.
  static func ways(_ path: String) -> HTML {
    let items = [
      (feedPath, "Feed"), (friendsPath, "Your friends"), (postPath, "Share a milestone"),
    ]
    let links = items.map { target, words -> HTML in
      let isHere = path == target
      return """
        <a class="button\(isHere ? " primary" : "")" href="\(target)"\
        \(attribute: "aria-current", isHere ? "page" : nil)>\(words)</a>
        """
    }
    return "<nav class=\"cluster\" aria-label=\"Friends\">\(links.joined())</nav>"
  }

  /// A person's own text, which may be written from right to left within other words.
  static func written(_ words: String) -> HTML { "<bdi>\(words)</bdi>" }

  /// `30 days in a row`, `30 days sober`.
  static func words(_ achievement: Achievement) -> String {
    let length = length(achievement.level, achievement.unit)
    return achievement.subject == .sobriety ? "\(length) sober" : "\(length) in a row"
  }

  static func length(_ count: Int, _ unit: String) -> String {
    StreakUnit(rawValue: unit)?.words(count) ?? "\(count) × \(unit)"
  }

  static func day(_ instant: Instant, _ request: PageRequest) -> String {
    request.context.calendar.day(at: instant).relativeWords(today: request.today)
  }
}

extension FriendsError {
  /// The field of a form that it is about; nil if it is about none.
  fileprivate var field: String? {
    switch self {
    case .badName, .badPageName: "name"
    case .badText: "text"
    case .badInvitation, .ownInvitation, .alreadyFriends, .blockedByYou: "code"
    case .alreadyPosted: "milestone"
    default: nil
    }
  }
}
