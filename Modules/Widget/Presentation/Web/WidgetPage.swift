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
    // Another page is shown what is open, and not the whole garden.
    let garden = request.frame == .none ? try await WidgetGarden.html(request) : nil
    return PageContent(
      title: request.context.say(.widgetTitle),
      refreshAt: content.refreshAt,
      isBare: true,
      body: """
        <h1 class="visually-hidden">\(request.context.say(.widgetTitle))</h1>\
        \(WidgetCard(content, request, garden: garden).html)
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
  private let request: PageRequest
  private let words: WidgetWords
  private let garden: HTML?

  /// - Parameter garden: what is drawn above the habits where a garden grows.
  init(_ content: WidgetContent, _ request: PageRequest, garden: HTML? = nil) {
    self.garden = garden
    self.content = content
    self.request = request
    words = WidgetWords(context: request.context)
  }

  var html: HTML {
    """
    <div class="widget" data-size="\(content.size.rawValue)" \
    data-retry="\(WidgetCard.retries)" data-retry-after="\(WidgetCard.retrySeconds)">\
    \(head)\(flame)\(graph)\(garden)\(content.rings.isEmpty ? list : rings)\(message)</div>
    """
  }

  // MARK: Head

  /// The day and its progress.
  private var head: HTML {
    let progress = content.progress.map { progress -> HTML in
      "<b>\(progress)\(HTML.spoken(" " + request.context.say(.widgetProgress)))</b>"
    }
    return """
      <p class="widget-head"><time datetime="\(content.day.description)">\(words.day(content.day))</time>\
      \(progress)</p>
      """
  }

  private var flame: HTML? {
    content.flame.map { flame in
      let state = flame.streak == nil ? "out" : flame.atRisk ? "open" : "lit"
      let freezes = words.freezes(flame).map { words -> HTML in
        "<span class=\"widget-freezes\">\(Icon.shield.html)\(words)</span>"
      }
      let owner = words.flameOf(flame).map { "<span class=\"widget-owner\">\($0)</span>" as HTML }
      return """
        <div class="widget-flame" data-fire="\(state)">\(Fire(count: flame.streak?.length).html)\
        <p><b>\(words.flame(flame))</b>\(owner)\(freezes)</p></div>
        """
    }
  }

  private var graph: HTML? {
    content.graph.map { graph in
      let drawing = ContributionGraph(
        levels: graph.days,
        weekStart: request.context.calendar.weekStart,
        today: content.day,
        id: "graph-\(content.size.rawValue)"
      )
      return """
        <div class="widget-graph" role="img" aria-label="\(words.graph(graph))">\(drawing.html)</div>
        """
    }
  }

  // MARK: Habits

  private var list: HTML? {
    guard !content.items.isEmpty else { return nil }
    let rows = content.items.map { item -> HTML in "<li>\(row(item))</li>" }
    return "<ul>\(rows.joined())</ul>\(more)"
  }

  private var more: HTML? {
    content.overflow.map { words in "<p class=\"widget-more\">\(words)</p>" }
  }

  /// Returns the row of a habit, all of which can be tapped where the widget may act.
  private func row(_ item: WidgetItem) -> HTML {
    let shown: HTML = """
      \(ring(item, radius: "9"))\(face(item))\(spoken(item))<span dir="auto"> \(item.label)</span>\(measure(item))
      """
    guard request.mayAct else { return "<p class=\"widget-row\">\(shown)</p>" }
    return button(item, shown)
  }

  /// What is measured, or how long the habit's own streak is.
  private func measure(_ item: WidgetItem) -> HTML? {
    let words = words.amount(item) ?? item.streak?.words
    return words.map { "<small>\($0)</small>" }
  }

  /// Today's habits as rings, with the icon within; what is done is full, and cannot be tapped.
  private var rings: HTML {
    let items = content.rings.map { item -> HTML in
      let shown: HTML = """
        <span class="widget-disc">\(ring(item, radius: "9.5", isFaint: !item.isDone))\(sign(item))</span>\(spoken(item))\
        <span dir="auto"> \(item.label)</span>\(words.amount(item).map { "<small>\($0)</small>" as HTML })
        """
      return item.isDone || !request.mayAct
        ? "<li><p class=\"widget-row\">\(shown)</p></li>" : "<li>\(button(item, shown))</li>"
    }
    return "<ul class=\"widget-rings\">\(items.joined())</ul>\(more)"
  }

  private func button(_ item: WidgetItem, _ shown: HTML) -> HTML {
    request.form(
      "widget.complete-habit",
      fields: [("habit", item.id.description), ("day", request.today.description)],
      "<button name=\"mark\" value=\"done\" title=\"\(item.label)\">\(shown)</button>"
    )
  }

  /// What a tap does, or what is done already.
  private func spoken(_ item: WidgetItem) -> HTML? {
    if item.isDone { return HTML.spoken("\(request.context.say(.widgetIsDone)) ") }
    return request.mayAct ? HTML.spoken(request.context.say(.widgetDone)) : nil
  }

  /// Returns the icon; nil where the ring's color alone stands for the habit.
  private func face(_ item: WidgetItem) -> HTML? {
    item.icon.map { HTML.face($0, RGB(hex: item.color.rgb)) }
  }

  /// What is drawn within a ring: the icon, or the first letter.
  private func sign(_ item: WidgetItem) -> HTML {
    let letter = item.title.first.map { String($0).uppercased() } ?? ""
    return "<span class=\"widget-sign\" aria-hidden=\"true\">\(item.icon ?? letter)</span>"
  }

  /// Returns a circle in the habit's color, of which as much is drawn strongly as is reached.
  ///
  /// - Parameter isFaint: whether what is not reached is drawn weakly, beside circles that are done.
  private func ring(_ item: WidgetItem, radius: String, isFaint: Bool = false) -> HTML {
    let color = RGB(hex: item.color.rgb).css
    let percent = Int((item.share * 100).rounded(.down))
    let circle: HTML = "cx=\"12\" cy=\"12\" r=\"\(radius)\" stroke=\"\(color)\" stroke-width=\"3\""
    let track: HTML = !isFaint && item.amount == nil && percent == 0 ? "" : " opacity=\".3\""
    let reached: HTML = """
      <circle \(circle) pathLength="100" stroke-dasharray="\(percent) 100" transform="rotate(-90 12 12)"/>
      """
    return """
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false"><circle \(circle)\(track)/>\
      \(percent > 0 ? reached : nil)</svg>
      """
  }

  // MARK: Message

  /// Returns the message, which links to Today because no habit is left to tap.
  ///
  /// Within another page nothing leads anywhere: that page would learn the app's address.
  private var message: HTML? {
    guard let said = words.message(content) else { return nil }
    guard request.frame == .none else { return "<p class=\"widget-message\">\(said)</p>" }
    return """
      <a class="widget-message" href="/">\(said)\
      \(HTML.spoken(". " + request.context.say(.widgetGoToday)))</a>
      """
  }
}
