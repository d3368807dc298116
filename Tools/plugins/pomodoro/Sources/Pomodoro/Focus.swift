import RemindersContract
import TrackingContract
import TrellisSDK

/// A session in words, and as a document.
struct Focus: Encodable, Sendable {
  let habit: HabitID
  let title: String
  let minutes: Int
  /// With the person's offset from UTC, as in all documents.
  let at: String
  let until: String
  let focused: Int?
  let isAdded: Bool?
  /// The beginning and the end as `14:25`, and the day on which the end lies.
  let beginTime: String
  let endTime: String
  let day: Day

  private enum CodingKeys: CodingKey {
    case habit, title, minutes, at, until, focused, isAdded, day
  }

  init(_ session: Session, _ details: HabitDetails?, _ context: some SpaceContext) {
    let zone = context.calendar.zone
    habit = session.habit
    title = details?.title ?? "a habit that is gone"
    minutes = session.minutes
    at = session.at.rfc3339(in: zone)
    until = session.end.rfc3339(in: zone)
    focused = session.focused
    isAdded = session.isAdded
    beginTime = session.at.clockTime(in: zone)
    endTime = session.end.clockTime(in: zone)
    day = context.calendar.day(at: session.end)
  }

  /// The result, in a sentence.
  var outcome: String {
    let count = focused ?? 0
    guard count > 0 else {
      return "The focus on \(title) lasted less than a minute; nothing was added."
    }
    let words = "\(count) minute\(count == 1 ? "" : "s") of focus"
    return isAdded == true ? "\(words) went into \(title)." : "\(words) on \(title)."
  }

  /// The effect of its end, for the person who starts it.
  func consequence(_ target: Target?) -> String {
    let adds: String
    if let target {
      let isTime = Session.amount(of: minutes, isWhole: true, in: target.unit) != nil
      guard isTime else {
        return
          "\(title) is measured in \(target.unit.isEmpty ? "a unit of its own" : target.unit), so "
          + "enter what you reached yourself."
      }
      adds = "the minutes are added to \(title)"
    } else {
      adds = "\(title) is marked as done"
    }
    guard !NoticeChannels.current.isAwake else { return "Then \(adds)." }
    return "Then \(adds): by the daemon, which does not run (trellis daemon start), or else by "
      + "trellis pomodoro."
  }

  // MARK: Loading

  static func title(of habit: HabitID, _ context: any SpaceContext) async throws -> String {
    let habits = try await context.ask(AllHabits(includesArchived: true))
    return habits.first { $0.id == habit }?.details.title ?? "your habit"
  }

  /// Ends the running session.
  static func stop(keeping keeps: Bool, _ context: some SpaceContext) async throws -> Focus {
    let (session, habits) = try await context.run { space in
      try space.send(SettleSessions())
      return (
        try space.send(StopSession(keeps: keeps)),
        try space.ask(AllHabits(includesArchived: true))
      )
    }
    return Focus(session, habits.first { $0.id == session.habit }?.details, context)
  }

  /// Shows the running session and the latest ones, after adding what is over.
  static func show(_ context: CommandContext) async throws {
    try await context.send(SettleSessions())
    let overview = try await FocusOverview.load(context)
    try context.show(overview) { overview.views(context) }
  }
}

/// The running session and the latest ones, with titles.
struct FocusOverview: Encodable, Sendable {
  let current: Focus?
  let todayMinutes: Int
  let lately: [Focus]

  static func load(_ context: some SpaceContext) async throws -> FocusOverview {
    let (report, habits) = try await context.run { space in
      (try space.ask(FocusStatus()), try space.ask(AllHabits(includesArchived: true)))
    }
    let details = Dictionary(habits.map { ($0.id, $0.details) }, uniquingKeysWith: { $1 })
    return FocusOverview(
      current: report.current.map { Focus($0, details[$0.habit], context) },
      todayMinutes: report.today,
      lately: report.lately.map { Focus($0, details[$0.habit], context) }
    )
  }

  /// The sentence about the running session, as of `now`.
  func line(_ current: Focus, _ now: Instant) -> String {
    guard let end = Instant(rfc3339: current.until), now < end else {
      return
        "\(current.title): its \(current.minutes) minutes are up, and are added on the device on "
        + "which it began."
    }
    let left = (end.milliseconds - now.milliseconds + 59_999) / 60_000
    return "\(current.title) until \(current.endTime), \(left) minute\(left == 1 ? "" : "s") left."
  }

  func views(_ context: CommandContext) -> [any View] {
    var views: [any View] = []
    if let current {
      views.append(Paragraph(Text("In focus: ", .muted) + Text(line(current, context.now), .bold)))
    }
    if current == nil, lately.isEmpty {
      views += [
        Paragraph("No stretch of focus has been timed yet."),
        NextStep("trellis pomodoro start HABIT"),
      ]
    }
    if !lately.isEmpty {
      views.append(
        Table(
          [
            .init("Day"), .init("From"), .init("Habit", minimumWidth: 12),
            .init("Minutes", .trailing),
          ],
          rows: lately.map {
            [
              Text($0.day.shortWords(today: context.today), .muted), Text($0.beginTime),
              Text($0.title, .bold),
              Text("\($0.focused ?? 0)") + Text($0.isAdded == true ? "" : " not added", .muted),
            ]
          }
        )
      )
      views.append(Paragraph(Text("\(todayMinutes) minutes today.", .muted)))
    }
    return views
  }
}
