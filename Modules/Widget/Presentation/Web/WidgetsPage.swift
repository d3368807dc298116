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
      // Only once: the plants of a drawing have ids.
      let garden = size == .large ? try await WidgetGarden.html(request) : nil
      sizes.append(piece(content, garden, request))
    }
    return PageContent(
      title: context.say(.widgets),
      refreshAt: refreshAt,
      body: """
        \(HTML.wayBack("/settings", context.say(.widgetsBack)))\
        \(HTML.header(context.say(.widgets), note: context.say(.widgetsIntro)))\
        <div class="widgets">\(sizes.joined())</div>\
        \(onThisComputer(request))
        """
    )
  }

  private static func piece(
    _ content: WidgetContent,
    _ garden: HTML?,
    _ request: PageRequest
  ) -> HTML {
    let size = content.size.rawValue
    return """
      <section class="widget-piece"><div class="spread"><h2>\(request.context.say(content.size.label))</h2>\
      <a class="button quiet" href="/widget?size=\(size)" target="_blank" rel="noopener">\
      \(request.context.say(.widgetsOpen))\(HTML.spoken(": \(size)"))</a></div>\
      \(WidgetCard(content, request, garden: garden).html)</section>
      """
  }

  /// How other pages and programs show the widget; nil for an app on a server, which neither pages of
  /// this computer may embed nor its terminals know.
  private static func onThisComputer(_ request: PageRequest) -> HTML? {
    guard request.has(action: "shell.allow-embedding") else { return nil }
    let context = request.context
    return HTML.card(context.say(.widgetsEmbed), embedding(request))
      + HTML.card(context.say(.widgetsElsewhere), elsewhere(context))
  }

  private static func embedding(_ request: PageRequest) -> HTML {
    let context = request.context
    let embedding = request.embedding
    let acting: HTML =
      embedding.origins.isEmpty
      ? .empty
      : """
      <p>\(context.say(.widgetsEmbedActing))</p>\(line(embedding.actingItem, context))
      """
    return """
      <p>\(context.say(.widgetsEmbedHow))</p>\(line(embedding.showingItem, context))\
      \(request.form(
        "shell.allow-embedding",
        class: "stack",
        """
        \(HTML.field(
          label: context.say(.widgetsOrigins),
          name: "origins",
          value: embedding.origins.joined(separator: " "),
          hint: context.say(.widgetsOriginsHint),
          attributes: [("autocomplete", "off"), ("inputmode", "url")]
        ))<p><button class="button">\(context.say(.widgetsOriginsKeep))</button></p>
        """
      ))\(acting)\
      <p class="small muted">\(context.say(.widgetsRenewHow))</p>\
      \(request.button("shell.renew-embedding", "\(context.say(.widgetsRenew))"))
      """
  }

  /// The line that embeds the widget, to copy.
  ///
  /// It uses the machine's address, which the page's script completes, so that the app's own name
  /// stays unknown to others.
  private static func line(_ item: String, _ context: PageContext) -> HTML {
    let frame = """
      <iframe src="http://127.0.0.1:4747/widget?size=small&\(item)" width="170" height="190" \
      title="\(context.product.title)"></iframe>
      """
    return """
      <pre class="code" tabindex="0" data-port="4747"><code>\(frame)</code></pre>
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
      \(HTML.commands(lines.joined(separator: "\n")))
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
