import Core
import Presentation

/// Everything that the modules of one product contribute to the web app, in order.
public struct Contributions: Sendable {
  public let pages: [Page]
  public let actions: [FormAction]
  public let documents: [DocumentEndpoint]
  public let downloads: [Download]
  private let presentations: [any PagePresentation.Type]
  private let cards: [Slot: [Card]]
  private let actionsByName: [String: FormAction]

  /// - Parameters:
  ///   - shell: pages that belong to no module.
  ///   - actions: forms that belong to no module.
  ///   - cards: what belongs to no module, on pages of modules.
  public init(
    _ presentations: [any PagePresentation.Type],
    for product: Product,
    shell: [Page] = [],
    actions: [FormAction] = [],
    cards: [Card] = []
  ) {
    self.presentations = presentations
    pages = presentations.flatMap { $0.pages(for: product) } + shell
    let presenters = presentations.flatMap { $0.actionResultPresenters }
    self.actions = (presentations.flatMap { $0.actions } + actions).map {
      $0.presented(by: presenters)
    }
    documents = presentations.flatMap { $0.documents }
    downloads = presentations.flatMap { $0.downloads }
    let all = presentations.flatMap { $0.cards } + cards
    self.cards = Dictionary(grouping: all) { $0.slot }
      .mapValues { $0.sorted { $0.order < $1.order } }
    actionsByName = Dictionary(self.actions.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The pages in the navigation, the first of which is the home page.
  public var tabs: [(page: Page, tab: Tab)] {
    pages.compactMap { page in page.tab.map { (page, $0) } }
      .sorted { $0.tab.order < $1.tab.order }
  }

  /// The path of the page whose tab covers the page at `path`; nil if it has its own tab, or none.
  ///
  /// - Parameter path: with or without the query.
  public func section(of path: String) -> String? {
    let path = path.prefix { $0 != "?" && $0 != "#" }
    return pages.first { $0.path == path }?.section
  }

  /// The style rules of all modules for all pages, to append to those of the shell.
  public func styles(for theme: Theme) -> String {
    presentations.map { $0.styles(for: theme) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The style rules of all modules for all pages except the home page.
  public func pageStyles(for theme: Theme) -> String {
    presentations.map { $0.pageStyles(for: theme) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Whether the home page is at a path.
  ///
  /// - Parameter path: with or without the query.
  public func isHome(_ path: String) -> Bool {
    let path = path.prefix { $0 != "?" && $0 != "#" }
    return path == "/" || tabs.first.map { path == $0.page.path } == true
  }

  public func cards(in slot: Slot) -> [Card] { cards[slot] ?? [] }

  public func action(named name: String) -> FormAction? { actionsByName[name] }
}
