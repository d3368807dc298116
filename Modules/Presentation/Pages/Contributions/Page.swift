import Core
import Presentation

/// A page that a module contributes.
public struct Page: Sendable {
  /// `/habits/{id}`: what stands in braces matches one part of the path.
  public let path: String
  /// Nil for a page that is reached from others.
  public let tab: Tab?
  public let body: @Sendable (PageRequest) async throws -> PageContent

  public init(
    _ path: String,
    tab: Tab? = nil,
    body: @escaping @Sendable (PageRequest) async throws -> PageContent
  ) {
    self.path = path
    self.tab = tab
    self.body = body
  }
}

/// A page's place in the navigation.
public struct Tab: Sendable {
  /// A short phrase such as `Today`, so that a product may name it in its own words.
  public let label: Phrase
  public let icon: Icon
  /// Smaller stands earlier; the first page of a product is its home.
  public let order: Int

  public init(_ label: Phrase, icon: Icon, order: Int) {
    self.label = label
    self.icon = icon
    self.order = order
  }
}

/// What a page shows, without the frame around it.
public struct PageContent: Sendable {
  /// For the browser's tab and for screen readers; the body brings its own heading.
  public let title: String
  public let body: HTML
  /// When what is shown goes out of date by itself: midnight, the end of a minute.
  public let refreshAt: Instant?
  /// Whether the page stands alone, without navigation: a widget, the first visit.
  public let isBare: Bool
  /// Whether other pages may show it in a frame; for what stands alone and was asked to.
  public let allowsEmbedding: Bool

  public init(
    title: String,
    refreshAt: Instant? = nil,
    isBare: Bool = false,
    allowsEmbedding: Bool = false,
    body: HTML
  ) {
    self.title = title
    self.refreshAt = refreshAt
    self.isBare = isBare
    self.allowsEmbedding = allowsEmbedding
    self.body = body
  }
}

/// A place on a page where any module may add something.
public struct Slot: Hashable, Sendable {
  public let name: String

  public init(_ name: String) { self.name = name }

  /// Above today's list: what asks for attention, such as an offered freeze.
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
  /// Where a person came to the end of their first visit.
  public static let welcome = Slot("welcome")
}

/// A piece that a module adds to a ``Slot``.
public struct Card: Sendable {
  public let slot: Slot
  /// Smaller stands earlier.
  public let order: Int
  /// Nil when there is nothing to show now.
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
