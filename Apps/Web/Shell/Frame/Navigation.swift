import Core
import Pages
import Presentation

/// The tabs of a product: a bar at the bottom on phones, a column on wider screens.
struct Navigation: Sendable {
  /// The maximum number of tabs that are usable on a phone; the others move into a menu there.
  private static let mostOnPhone = 5

  private let product: Product
  private let tabs: [(page: Page, tab: Tab)]
  private let path: String
  private let section: String?
  private let sign: String
  private let counts: TabCounts

  /// - Parameters:
  ///   - path: the current path, with or without the query.
  ///   - sign: the URL of the product's icon.
  ///   - counts: the number of unseen items behind tabs.
  init(
    _ product: Product,
    _ contributions: Contributions,
    at path: String,
    sign: String,
    _ counts: TabCounts = TabCounts()
  ) {
    self.counts = counts
    self.product = product
    self.sign = sign
    tabs = contributions.tabs
    let path = String(path.prefix { $0 != "?" && $0 != "#" })
    self.path = path
    section = contributions.section(of: path)
  }

  var html: HTML {
    // A product may be called as one of its pages is.
    let isTab = tabs.contains { product.voice.say($0.tab.label) == product.title }
    return """
      <nav class="nav" aria-label="Main"><a class="brand" href="/">\
      <img src="\(sign)" alt="" width="28" height="28">\(product.title)\(isTab ? HTML.spoken(", start page") : nil)</a>\
      <ul>\(each: tabs.enumerated(), { item($0.offset, $0.element) })\(menu)</ul></nav>
      """
  }

  private var isTooLong: Bool { tabs.count > Navigation.mostOnPhone }
  private var firstInMenu: Int { isTooLong ? Navigation.mostOnPhone - 1 : tabs.count }

  private func item(_ index: Int, _ entry: (page: Page, tab: Tab)) -> HTML {
    let style = index >= firstInMenu ? "wide-only" : nil
    return "<li\(attribute: "class", style)>\(link(index, entry))</li>"
  }

  private func link(_ index: Int, _ entry: (page: Page, tab: Tab)) -> HTML {
    // The first page is also the product's home page.
    let isHere =
      path == entry.page.path || section == entry.page.path || (index == 0 && path == "/")
    return """
      <a href="\(entry.page.path)"\(attribute: "aria-current", isHere ? "page" : nil)>\
      \(entry.tab.icon.html)<span>\(product.voice.say(entry.tab.label))</span>\(counts.badge(of: entry.page.path))</a>
      """
  }

  /// The tabs that do not fit on a phone.
  private var menu: HTML? {
    guard isTooLong else { return nil }
    let rest = Array(tabs.enumerated()).dropFirst(firstInMenu)
    let links = rest.map { index, entry -> HTML in "<li>\(link(index, entry))</li>" }
    return """
      <li class="narrow-only"><details class="nav-more"><summary>\(Icon.more.html)\
      <span>More</span>\(counts.dot(of: rest.map(\.element.page.path)))</summary><ul>\(links.joined())</ul></details></li>
      """
  }
}

extension Icon {
  static let more = Icon(
    #"<circle cx="5" cy="12" r="1"/><circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/>"#
  )
}
