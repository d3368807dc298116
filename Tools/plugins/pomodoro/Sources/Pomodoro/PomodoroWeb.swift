import TrackingContract
import TrellisSDK

/// The plugin's pages in a browser.
extension PomodoroPresentation: PagePresentation {
  public static let pages = [
    Page("/focus", tab: Tab(.focusTab, icon: .clock, order: 71), body: FocusPages.page)
  ]

  public static let cards = [Card(in: .todayBottom, order: 41, body: FocusPages.card)]

  public static let actions = [
    FormAction("pomodoro.start", run: FocusPages.start),
    FormAction("pomodoro.stop") { _, context in try await FocusPages.stop(keeping: true, context) },
    FormAction("pomodoro.cancel") { _, context in
      try await FocusPages.stop(keeping: false, context)
    },
  ]

  public static let documents = [
    DocumentEndpoint("pomodoro", "The stretch of focus that runs, and the latest ones.") {
      request in
      try await FocusOverview.load(request.context)
    }
  ]

  public static let phrases = [Phrase.focusTab]
}

extension Phrase {
  static let focusTab = Phrase("pomodoro.tab", "Focus")
}

extension Icon {
  static let clock = Icon(#"<circle cx="12" cy="13" r="8"/><path d="M12 9v4l2.5 2M9 2h6"/>"#)
}

enum FocusPages {
  static func page(_ request: PageRequest) async throws -> PageContent {
    let overview = try await FocusOverview.load(request.context)
    let content = try await form(overview, request)
    return PageContent(
      title: "Focus",
      refreshAt: overview.current.flatMap { Instant(rfc3339: $0.until) },
      body: """
        \(HTML.header("Focus", note: "\(overview.todayMinutes) minutes today"))\
        \(HTML.card(nil, content))\(HTML.card("Lately", lately(overview, request.today)))
        """
    )
  }

  /// The running session, below today's list; nothing while none runs.
  static func card(_ request: PageRequest) async throws -> HTML? {
    let overview = try await FocusOverview.load(request.context)
    guard let current = overview.current else { return nil }
    return HTML.card("Focus", running(current, overview, request))
  }

  private static func form(_ overview: FocusOverview, _ request: PageRequest) async throws -> HTML {
    if let current = overview.current { return running(current, overview, request) }
    let habits = try await request.context.ask(AllHabits())
    guard !habits.isEmpty else {
      return "<p class=\"muted\">There is no habit to focus on yet.</p>"
    }
    let fields: HTML = """
      \(HTML.choice(
        label: "Habit",
        name: "habit",
        options: habits.map { ($0.id.description, $0.details.title) },
        selected: overview.lately.first?.habit.description
      ))\(HTML.field(
        label: "Minutes",
        name: "minutes",
        value: String(Session.usualLength),
        kind: .number,
        required: true,
        attributes: [
          ("min", String(Session.lengths.lowerBound)), ("max", String(Session.lengths.upperBound)),
        ]
      ))<p><button class="button">Start</button></p>
      """
    return request.form("pomodoro.start", class: "stack", label: "A stretch of focus", fields)
  }

  private static func running(
    _ current: Focus,
    _ overview: FocusOverview,
    _ request: PageRequest
  ) -> HTML {
    """
    <p>\(overview.line(current, request.context.now))</p><div class="cluster">\
    \(request.button("pomodoro.stop", "Stop"))\
    \(request.button("pomodoro.cancel", class: "button quiet", "Cancel"))</div>
    """
  }

  private static func lately(_ overview: FocusOverview, _ today: Day) -> HTML {
    guard !overview.lately.isEmpty else {
      return "<p class=\"muted\">No stretch of focus has been timed yet.</p>"
    }
    return HTML.list(
      overview.lately.map { focus in
        let added = focus.isAdded == true ? "" : ", not added"
        return """
          <div class="spread"><span>\(focus.title)</span><span class="muted">\
          \(String(focus.focused ?? 0)) minutes\(added), \(focus.day.shortWords(today: today)) \
          \(focus.beginTime)</span></div>
          """
      }
    )
  }

  static func start(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let habit = try fields.id("habit", as: HabitID.self)
    let minutes = fields.text("minutes").flatMap { Int($0) }
    let session = try await context.run { space in
      try space.send(SettleSessions())
      return try space.send(StartSession(habit: habit, minutes: minutes))
    }
    let until = session.end.clockTime(in: context.calendar.zone)
    return .done("\(session.minutes) minutes, until \(until).")
  }

  static func stop(keeping keeps: Bool, _ context: PageContext) async throws -> ActionResult {
    let focus = try await Focus.stop(keeping: keeps, context)
    return .done(keeps ? focus.outcome : "Cancelled; no minutes were added.")
  }
}
