import Core
import TrackingContract

/// Converts the `userdata.json` of Habitica into an ``ImportedHistory``.
///
/// A habit is identified by the id of its task. Habitica keeps single days for 60 days, for
/// subscribers 365, and only sums by month and year for older ones, which cannot be imported.
///
/// The file has moments in UTC and the offset of the person's time today, which was another one
/// before the clocks were changed. So days are those of the person's zone, if it has that offset.
struct HabiticaReader {
  typealias Task = HabiticaDocument.Task

  private let json: ImportJSON
  private var draft: HistoryDraft
  private var groups: [String: String] = [:]
  /// Nil if it is not known, or if the person lived elsewhere.
  private var zone: Zone?
  /// Milliseconds that the person's time is behind UTC according to the file.
  private var behind = 0.0
  /// Milliseconds after midnight at which a day begins.
  private var dayStart = 0.0
  private var firstDay = ImportDay.range.lowerBound

  private static let weekdays: [String: Weekday] = [
    "m": .monday, "t": .tuesday, "w": .wednesday, "th": .thursday, "f": .friday, "s": .saturday,
    "su": .sunday,
  ]

  init(_ json: ImportJSON, limits: ImportLimits, zone: Zone?) {
    self.json = json
    self.zone = zone
    draft = HistoryDraft(.habitica, file: json.name, limits: limits)
  }

  mutating func read() throws(FormatError) -> ImportedHistory {
    let document = try json.decode(HabiticaDocument.self)
    behind = max(-1440, min(1440, document.preferences?.timezoneOffset ?? 0)) * 60_000
    dayStart = max(0, min(23, document.preferences?.dayStart ?? 0)) * 3_600_000
    for tag in document.tags ?? [] {
      if let id = tag.id, let name = tag.name { groups[id] = name }
    }
    let (habits, dailies) = (document.tasks.habits ?? [], document.tasks.dailys ?? [])
    checkZone(habits + dailies)
    boundDays(of: habits + dailies, isSubscribed: document.purchased?.plan?.customerId != nil)
    for task in dailies { try add(task, schedule(of: task), isDaily: true) }
    for task in habits { try add(task, .daily, isDaily: false) }
    let others = (document.tasks.todos?.count ?? 0) + (document.tasks.rewards?.count ?? 0)
    if others > 0 { draft.remark("To-dos and rewards of Habitica have no equal here.") }
    return draft.finished()
  }

  /// Forgets the zone if it had another offset at the latest moment of the file.
  private mutating func checkZone(_ tasks: [Task]) {
    let moments = tasks.flatMap { $0.history ?? [] }.compactMap { moment(of: $0) }
    guard let zone, let last = moments.max() else { return }
    if Double(zone.utcOffset(at: last)) * -1000 != behind { self.zone = nil }
  }

  private func moment(of point: HabiticaDocument.Point) -> Instant? {
    guard let date = point.date.milliseconds, abs(date) < 1e16 else { return nil }
    return Instant(milliseconds: Int64(date))
  }

  private func day(at moment: Instant) -> Day {
    let local = zone.map { Double($0.utcOffset(at: moment)) * 1000 } ?? -behind
    return ImportDay.day(milliseconds: moment.milliseconds + Int64(local - dayStart))
  }

  /// Returns the first day for which Habitica keeps single days.
  private mutating func boundDays(of tasks: [Task], isSubscribed: Bool) {
    let days = tasks.flatMap { $0.history ?? [] }.compactMap { day(of: $0) }
    guard let last = days.max() else { return }
    let kept = isSubscribed ? 365 : 60
    firstDay = Day(number: last.number - kept)
    if days.contains(where: { $0 < firstDay }) {
      draft.remark(
        "Habitica keeps only sums of what is older than \(kept) days, so it begins on \(firstDay)."
      )
    }
  }

  private func day(of point: HabiticaDocument.Point) -> Day? {
    moment(of: point).map { day(at: $0) }
  }

  private mutating func add(
    _ task: Task,
    _ schedule: Schedule,
    isDaily: Bool
  ) throws(FormatError) {
    let title = task.text ?? ""
    if !isDaily, task.up == false, task.down == true {
      draft.remark(
        "\(quoted(title)) is a bad habit in Habitica; the days it was scored are missed."
      )
    }
    let created = task.createdAt.flatMap(Instant.init(rfc3339:))
    try draft.add(
      key: (task._id ?? task.id).map { "id:\($0)" } ?? "name:\(title)",
      details: HabitDetails(
        title: title,
        notes: task.notes ?? "",
        group: (task.tags ?? []).compactMap { groups[$0] }.first,
        schedule: schedule,
        difficulty: difficulty(of: task)
      ),
      createdOn: created.map { day(at: $0) },
      entries: isDaily ? days(of: task) : scores(of: task)
    )
  }

  /// The points of days for which single days are kept.
  private func points(of task: Task) -> [(day: Day, point: HabiticaDocument.Point)] {
    (task.history ?? []).compactMap { point in
      guard let day = day(of: point), day >= firstDay else { return nil }
      return (day: day, point: point)
    }
  }

  /// The days of a daily.
  private func days(of task: Task) -> [Day: Entry] {
    var entries: [Day: Entry] = [:]
    for (day, point) in points(of: task) {
      guard let completed = point.completed else { continue }
      // A day that was not done is written when the next day begins.
      let on = completed ? day : day.advanced(by: -1)
      if entries[on]?.mark != .done { entries[on] = Entry(mark: completed ? .done : .missed) }
    }
    return entries
  }

  /// The days of a habit, which may have several points on one day.
  private func scores(of task: Task) -> [Day: Entry] {
    var scores: [Day: (up: Double, down: Double)] = [:]
    for (day, point) in points(of: task) {
      scores[day, default: (0, 0)].up += max(0, point.scoredUp ?? 0)
      scores[day, default: (0, 0)].down += max(0, point.scoredDown ?? 0)
    }
    return scores.compactMapValues { entry(up: $0.up, down: $0.down) }
  }

  /// What a habit was scored on a day: how often up, or else how often down.
  ///
  /// A day has one mark and one amount here, so that a day with both says it in its note.
  private func entry(up: Double, down: Double) -> Entry? {
    let count = up > 0 ? up : down
    guard count > 0 else { return nil }
    let value = count > 1 ? Amount(foreign: count) : nil
    guard up > 0 else { return Entry(mark: .missed, value: value) }
    guard down > 0, let ups = Amount(foreign: up), let downs = Amount(foreign: down) else {
      return Entry(mark: .done, value: value)
    }
    return Entry(mark: .done, value: value, note: "Scored up \(ups), down \(downs)")
  }

  private func difficulty(of task: Task) -> Difficulty {
    switch task.priority ?? 1 {
    case 2...: .hard
    case 1.5..<2: .medium
    default: .easy
    }
  }

  private mutating func schedule(of task: Task) -> Schedule {
    let every = Int(max(1, min(3650, task.everyX ?? 1)))
    switch task.frequency ?? "weekly" {
    case "daily": return every == 1 ? .daily : .every(days: every)
    case "weekly":
      let days = Set((task.repeat ?? [:]).compactMap { $1 ? HabiticaReader.weekdays[$0] : nil })
      if every == 1, days.count == 7 || task.repeat == nil { return .daily }
      if every == 1, !days.isEmpty { return .weekdays(days) }
    case "monthly" where every == 1:
      return .times(max(1, min(31, task.daysOfMonth?.count ?? 1)), per: .month)
    default: break
    }
    draft.remark("\(quoted(task.text ?? "")): its frequency is not possible here; daily was taken.")
    return .daily
  }
}
