import Core
import Pages
import Presentation
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

/// The page of all widget sizes in their current state, with instructions for embedding them.
enum WidgetsPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    var sizes: [HTML] = []
    var refreshAt: Instant?
    for size in WidgetSize.allCases {
      let content = try await context.ask(ComposeWidget(size: size))
      refreshAt = content.refreshAt
      sizes.append(piece(content, request))
    }
    return PageContent(
      title: context.say(.widgets),
      refreshAt: refreshAt,
      body: """
        \(HTML.header(context.say(.widgets), note: context.say(.widgetsIntro)))\
        <div class="widgets">\(sizes.joined())</div>\
        \(HTML.card(context.say(.widgetsEmbed), embedding(request)))\
        \(HTML.card(context.say(.widgetsElsewhere), elsewhere(context)))
        """
    )
  }

  private static func piece(_ content: WidgetContent, _ request: PageRequest) -> HTML {
    let size = content.size.rawValue
    return """
      <section class="widget-piece"><div class="spread"><h2>\(request.context.say(content.size.label))</h2>\
      <a class="button quiet" href="/widget?size=\(size)" target="_blank" rel="noopener">\
      \(request.context.say(.widgetsOpen))\(HTML.spoken(": \(size)"))</a></div>\
      \(WidgetCard(content).html(request))</section>
      """
  }

  private static func embedding(_ request: PageRequest) -> HTML {
    let context = request.context
    let line = """
      <iframe src="http://127.0.0.1:4747/widget?size=small&embed&\(request.embeddingItem)" width="170" height="190" \
      title="\(context.product.title)"></iframe>
      """
    return """
      <p>\(context.say(.widgetsEmbedHow))</p>\
      <pre class="code" tabindex="0" data-origin="http://127.0.0.1:4747"><code>\(line)</code></pre>
      """
  }

  private static func elsewhere(_ context: PageContext) -> HTML {
    let lines = [
      "trellis widget --size small --watch",
      #""exec": "trellis widget --watch --format waybar", "return-type": "json""#,
      "set -g status-right '#(trellis widget --size small --format tmux)'",
    ]
    return """
      <p>\(context.say(.widgetsElsewhereHow))</p>\
      <pre class="code" tabindex="0"><code>\(lines.joined(separator: "\n"))</code></pre>
      """
  }

  static func card(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    return HTML.card(
      context.say(.widgets),
      """
      <p>\(context.say(.widgetsIntro))</p>\
      <p>\(HTML.link("/widgets", context.say(.widgets), style: "button"))</p>
      """
    )
  }
}
