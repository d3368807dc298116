import Core
import Presentation

/// A page that a module contributes.
public struct Page: Sendable {
  /// `/habits/{id}`: a name in braces matches one path component.
  public let path: String
  /// Nil for a page that is not in the navigation.
  public let tab: Tab?
  /// The path of the page whose tab covers this one; nil for a page without a tab, or with its own.
  public let section: String?
  /// Whether other pages may embed it, with a key (``Embedding``) and without a signed-in browser.
  public let isEmbeddable: Bool
  public let body: @Sendable (PageRequest) async throws -> PageContent

  public init(
    _ path: String,
    tab: Tab? = nil,
    section: String? = nil,
    isEmbeddable: Bool = false,
    body: @escaping @Sendable (PageRequest) async throws -> PageContent
  ) {
    self.path = path
    self.tab = tab
    self.section = section
    self.isEmbeddable = isEmbeddable
    self.body = body
  }
}

/// A page's entry in the navigation.
public struct Tab: Sendable {
  /// A short phrase such as `Today`, which a product can override.
  public let label: Phrase
  public let icon: Icon
  /// Lower values come first; the first page of a product is its home page.
  public let order: Int
  /// The number of waiting items, shown beside the label; nil for a tab that never shows one.
  public let count: (@Sendable (PageContext) async throws -> Int)?

  public init(
    _ label: Phrase,
    icon: Icon,
    order: Int,
    count: (@Sendable (PageContext) async throws -> Int)? = nil
  ) {
    self.label = label
    self.icon = icon
    self.order = order
    self.count = count
  }
}

/// The content of a page, without the frame around it.
public struct PageContent: Sendable {
  /// For the browser's tab and for screen readers; the body has its own heading.
  public let title: String
  public let body: HTML
  /// When the content becomes outdated by itself: at midnight, at the end of a minute.
  public let refreshAt: Instant?
  /// Whether the page is shown without navigation, like a widget or the welcome page.
  public let isBare: Bool
  /// Whether a form on it says why it was refused, so that no message above it has to.
  public let tellsRefusal: Bool

  public init(
    title: String,
    refreshAt: Instant? = nil,
    isBare: Bool = false,
    tellsRefusal: Bool = false,
    body: HTML
  ) {
    self.title = title
    self.refreshAt = refreshAt
    self.isBare = isBare
    self.tellsRefusal = tellsRefusal
    self.body = body
  }
}

/// A place on a page where any module can add a card.
public struct Slot: Hashable, Sendable {
  public let name: String

  public init(_ name: String) { self.name = name }

  /// At the head of today's page: the drawing that identifies a product.
  public static let todayHead = Slot("today.head")
  /// Above today's list: what needs attention, such as an offered freeze.
  public static let todayTop = Slot("today.top")
  /// Below today's list.
  public static let todayBottom = Slot("today.bottom")
  /// The page of one habit, whose id is the parameter `id`.
  public static let habit = Slot("habit")
  /// The analytics page.
  public static let analytics = Slot("analytics")
  /// The settings page.
  public static let settings = Slot("settings")
  /// The privacy page.
  public static let privacy = Slot("privacy")
  /// The page of the account with which the space is synchronized.
  public static let account = Slot("account")
  /// The question before something is deleted for good, whose id is the parameter `id`: what else
  /// goes with it.
  public static let deletion = Slot("deletion")
  /// The end of a person's first visit.
  public static let welcome = Slot("welcome")
}

/// Content that a module adds to a ``Slot``.
public struct Card: Sendable {
  public let slot: Slot
  /// Lower values come first.
  public let order: Int
  /// Nil when there is currently nothing to show.
  public let body: @Sendable (PageRequest) async throws -> HTML?

  public init(
    in slot: Slot,
    order: Int,
    body: @escaping @Sendable (PageRequest) async throws -> HTML?
  ) {
    self.slot = slot
    self.order = order
    self.body = body
  }
}
