import Core
import Pages
import Presentation
import TrackingContract
import WidgetContract

/// The page of a single widget, to pin to a desktop or to embed in another page.
enum WidgetPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let size = request.query["size"].flatMap { WidgetSize(rawValue: $0) } ?? .medium
    let content = try await request.context.ask(ComposeWidget(size: size))
    return PageContent(
      title: request.context.say(.widgetTitle),
      refreshAt: content.refreshAt,
      isBare: true,
      body: """
        <h1 class="visually-hidden">\(request.context.say(.widgetTitle))</h1>\
        \(WidgetCard(content).html(request))
        """
    )
  }

  /// Marks the tapped habit as done.
  ///
  /// If another tap was faster, the habit is already done and nothing remains to do.
  static func complete(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let habit = try fields.id("habit", as: HabitID.self)
    // A widget that was not refreshed at midnight shows the habits of the day before.
    let day = try fields.day("day") ?? context.today
    let state = try await context.ask(CheckOn(habit: habit, day: day))
    if state.status == .open { try await WidgetTap.complete(state, in: context) }
    return .back
  }
}

/// The HTML of a widget of one size.
struct WidgetCard {
  /// The number of times that a page retries a failed refresh.
  static let retries = 3
  static let retrySeconds = 5

  private let content: WidgetContent

  init(_ content: WidgetContent) { self.content = content }

  func html(_ request: PageRequest) -> HTML {
    """
    <div class="widget" data-size="\(content.size.rawValue)" \
    data-retry="\(WidgetCard.retries)" data-retry-after="\(WidgetCard.retrySeconds)">\
    \(content.message.map { message($0, request) } ?? list(request))</div>
    """
  }

  private func list(_ request: PageRequest) -> HTML {
    let more = content.overflow.map { words -> HTML in "<p class=\"widget-more\">\(words)</p>" }
    let rows = content.items.map { item -> HTML in "<li>\(row(item, request))</li>" }
    return "<ul>\(rows.joined())</ul>\(more)"
  }

  /// Returns the row of a habit, all of which can be tapped where the widget may act.
  private func row(_ item: WidgetItem, _ request: PageRequest) -> HTML {
    guard request.mayAct else {
      return
        "<p class=\"widget-row\">\(ring(item.color))\(face(item))<span> \(item.label)</span></p>"
    }
    return request.form(
      "widget.complete-habit",
      fields: [("habit", item.id.description), ("day", request.today.description)],
      """
      <button name="mark" value="done" title="\(item.label)">\(ring(item.color))\
      \(face(item))\(HTML.spoken(request.context.say(.widgetDone)))<span> \(item.label)</span></button>
      """
    )
  }

  /// Returns the icon; nil where the ring's color alone stands for the habit.
  private func face(_ item: WidgetItem) -> HTML? {
    item.icon.map { HTML.face($0, RGB(hex: item.color.rgb)) }
  }

  /// Returns an empty circle in the habit's color.
  private func ring(_ color: HabitColor) -> HTML {
    """
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><circle cx="12" cy="12" r="9" \
    fill="none" stroke="\(RGB(hex: color.rgb).css)" stroke-width="3.5"/></svg>
    """
  }

  /// Returns the message, which links to Today because no habit is left to tap.
  ///
  /// Within another page nothing leads anywhere: that page would learn the app's address.
  private func message(_ message: WidgetMessage, _ request: PageRequest) -> HTML {
    let context = request.context
    guard request.frame == .none else {
      return "<p class=\"widget-message\">\(context.say(message.phrase))</p>"
    }
    return """
      <a class="widget-message" href="/">\(context.say(message.phrase))\
      \(HTML.spoken(". " + context.say(.widgetGoToday)))</a>
      """
  }
}
