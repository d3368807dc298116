import Pages

/// The number of unseen items behind tabs, such as unread notices.
struct TabCounts: Sendable {
  /// The values that the script shows in tabs of an open page; empty without such tabs.
  private(set) var news = HTML.empty
  private var byPath: [String: Int] = [:]

  init() {}

  /// Asks the tabs that count; one that fails shows nothing, and delays no page.
  static func load(_ contributions: Contributions, _ request: PageRequest) async -> TabCounts {
    var counts = TabCounts()
    for (page, tab) in contributions.tabs {
      guard let count = tab.count else { continue }
      let number = (try? await count(request.context)) ?? 0
      counts.byPath[page.path] = number
      counts.news =
        counts.news
        + "<span hidden data-count=\"\(String(number))\" data-tab=\"\(page.path)\"></span>"
    }
    return counts
  }

  /// The number in a tab; it exists even if it is 0, so that a script can fill it.
  func badge(of path: String) -> HTML? {
    guard let count = byPath[path] else { return nil }
    return """
      <b class="count"\(attribute: "hidden", if: count == 0)>\(String(count))\(HTML.spoken(" new"))</b>
      """
  }

  /// A dot on the menu that hides tabs, if one of them has a number.
  func dot(of paths: [String]) -> HTML? {
    let counts = paths.compactMap { byPath[$0] }
    guard !counts.isEmpty else { return nil }
    let isNone = counts.allSatisfy { $0 == 0 }
    return
      "<b class=\"count\"\(attribute: "hidden", if: isNone)>\(HTML.spoken("with something new"))</b>"
  }
}
