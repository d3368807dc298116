import CommandKit
import Core
import PageKit
import WidgetContract

extension WidgetSize {
  fileprivate var label: Phrase {
    switch self {
    case .small: .widgetSmall
    case .medium: .widgetMedium
    case .large: .widgetLarge
    }
  }
}

/// All sizes as they are now, and how to put them elsewhere.
enum WidgetsPage {
  static func content(_ visit: Visit) async throws -> PageContent {
    let session = visit.session
    var sizes: [HTML] = []
    var refreshAt: Instant?
    for size in WidgetSize.allCases {
      let content = try await session.ask(ComposeWidget(size: size))
      refreshAt = content.refreshAt
      sizes.append(piece(content, visit))
    }
    return PageContent(
      title: session.say(.widgets),
      refreshAt: refreshAt,
      body: """
        \(HTML.header(session.say(.widgets), note: session.say(.widgetsIntro)))\
        <div class="widgets">\(sizes.joined())</div>\
        \(HTML.card(session.say(.widgetsEmbed), embedding(session)))\
        \(HTML.card(session.say(.widgetsElsewhere), elsewhere(session)))
        """
    )
  }

  private static func piece(_ content: WidgetContent, _ visit: Visit) -> HTML {
    let size = content.size.rawValue
    return """
      <section class="widget-piece"><div class="spread"><h2>\(visit.session.say(content.size.label))</h2>\
      <a class="button quiet" href="/widget?size=\(size)" target="_blank" rel="noopener">\
      \(visit.session.say(.widgetsOpen))\(HTML.spoken(": \(size)"))</a></div>\
      \(WidgetCard(content).html(visit))</section>
      """
  }

  private static func embedding(_ session: Session) -> HTML {
    let line = """
      <iframe src="http://127.0.0.1:4747/widget?size=small&embed" width="170" height="190" \
      title="\(session.product.title)"></iframe>
      """
    return """
      <p>\(session.say(.widgetsEmbedHow))</p>\
      <pre class="code" tabindex="0" data-origin="http://127.0.0.1:4747"><code>\(line)</code></pre>
      """
  }

  private static func elsewhere(_ session: Session) -> HTML {
    let lines = [
      "trellis widget --size small --watch",
      #""exec": "trellis widget --watch --format waybar", "return-type": "json""#,
      "set -g status-right '#(trellis widget --size small --format tmux)'",
    ]
    return """
      <p>\(session.say(.widgetsElsewhereHow))</p>\
      <pre class="code" tabindex="0"><code>\(lines.joined(separator: "\n"))</code></pre>
      """
  }

  static func card(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    return HTML.card(
      session.say(.widgets),
      """
      <p>\(session.say(.widgetsIntro))</p>\
      <p>\(HTML.link("/widgets", session.say(.widgets), style: "button"))</p>
      """
    )
  }
}
