import Core
import TestKit
import TrackingContract

/// A random history of three devices with different clocks, on few habits and days.
///
/// Their facts therefore often collide, including edits and checks before a creation and after a
/// deletion.
struct GeneratedHistory {
  private(set) var facts: [StampedFact] = []
  private var random: SplitMix64
  private var devices = SkewedDevices()

  static let habits: [HabitID] = (1...3).map { HabitID(rawValue: $0) }
  static let days = 20_500..<20_506

  init(seed: UInt64, count: Int) {
    random = SplitMix64(seed: seed)
    for _ in 0..<count { facts.append(next()) }
  }

  private mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func next() -> StampedFact {
    let (now, stamp) = devices.next(using: &random)
    return StampedFact(fact(at: now), stamp)
  }

  private mutating func fact(at now: Instant) -> any Fact {
    let habit = GeneratedHistory.habits[pick(0..<GeneratedHistory.habits.count)]
    switch pick(0..<22) {
    case 0..<3:
      let on = Day(number: pick(GeneratedHistory.days))
      let archivedOn = pick(0..<2) == 0 ? nil : Day(number: pick(GeneratedHistory.days))
      return HabitCreated(
        habit: habit,
        details: details(),
        on: on,
        at: now,
        archivedOn: archivedOn
      )
    case 3..<7:
      let on = pick(0..<3) == 0 ? nil : Day(number: pick(GeneratedHistory.days))
      return HabitEdited(habit: habit, patch: patch(), on: on)
    case 7: return HabitDeleted(habit: habit)
    case 8..<10:
      let from = Day(number: pick(GeneratedHistory.days))
      let habits: Set<HabitID>? = pick(0..<2) == 0 ? nil : [habit]
      let id = EntityID(rawValue: UInt128(pick(100..<102)))
      let to = from.advanced(by: pick(0..<4))
      return VacationSet(vacation: Vacation(id: id, from: from, to: to, habits: habits))
    case 10: return VacationCancelled(id: EntityID(rawValue: UInt128(pick(100..<102))))
    case 11: return HistoryImported(source: "loop", habits: [habit], at: now)
    case 12: return ImportUndone(facts.last?.stamp ?? .zero)
    case 13: return imported(habit, at: now)
    case 14:
      let into = GeneratedHistory.habits[pick(0..<GeneratedHistory.habits.count)]
      return HabitJoined(habit: habit, into: pick(0..<4) == 0 ? nil : into)
    default: return check(habit, at: now)
    }
  }

  /// Some days, of which one may be there twice.
  private mutating func imported(_ habit: HabitID, at now: Instant) -> DaysImported {
    let entries = (0..<pick(0..<5)).map { _ in
      let check = check(habit, at: now)
      return ImportedEntry(day: check.day, entry: check.entry)
    }
    return DaysImported(habit: habit, source: "loop", entries: entries)
  }

  private mutating func check(_ habit: HabitID, at now: Instant) -> CheckSet {
    let mark = Mark.allCases[pick(0..<Mark.allCases.count)]
    let entry = Entry(
      mark: mark,
      value: pick(0..<2) == 0 ? nil : Amount(thousandths: Int64(pick(0..<4))),
      note: pick(0..<3) == 0 ? "n\(pick(0..<9))" : "",
      at: pick(0..<3) == 0 ? nil : now
    )
    // Some days are outside the range that a history can contain.
    let day = pick(0..<15) == 0 ? 500_000 : pick(GeneratedHistory.days)
    let source = pick(0..<4) == 0 ? "loop" : nil
    let restores = facts.last.map { RestoredEntry($0.stamp, isImported: pick(0..<2) == 0) }
    let only: EntryPart? = source == nil ? [nil, nil, .mark, .note][pick(0..<4)] : nil
    let isAdding = source == nil && only != .note && pick(0..<3) == 0
    return CheckSet(
      habit: habit,
      day: Day(number: day),
      entry: entry,
      only: only,
      adds: isAdding ? Amount(thousandths: Int64(pick(-3..<6))) : nil,
      source: source,
      restores: source == nil && pick(0..<4) == 0 ? restores : nil,
      evidence: source == nil ? evidence() : Evidence()
    )
  }

  private mutating func evidence() -> Evidence {
    Evidence(
      offset: [nil, -600, 0, 345][pick(0..<4)],
      isLate: pick(0..<3) == 0,
      isClaimed: pick(0..<3) == 0
    )
  }

  private mutating func details() -> HabitDetails {
    HabitDetails(
      title: "T\(pick(0..<9))",
      group: pick(0..<2) == 0 ? nil : "G\(pick(0..<3))",
      schedule: pick(0..<2) == 0 ? .daily : .every(days: pick(2..<5)),
      target: pick(0..<2) == 0 ? nil : target(),
      archived: pick(0..<4) == 0,
      position: pick(0..<3)
    )
  }

  private mutating func target() -> Target {
    let direction: Target.Direction = pick(0..<2) == 0 ? .atLeast : .atMost
    return Target(amount: Amount(thousandths: Int64(pick(1..<4))), unit: "u", direction: direction)
  }

  private mutating func patch() -> HabitPatch {
    var patch = HabitPatch()
    if pick(0..<3) == 0 { patch.title = "E\(pick(0..<9))" }
    if pick(0..<3) == 0 { patch.notes = "N\(pick(0..<9))" }
    if pick(0..<4) == 0 { patch.group = pick(0..<2) == 0 ? "" : "G\(pick(0..<3))" }
    if pick(0..<3) == 0 { patch.target = target() }
    if pick(0..<4) == 0 { patch.removesTarget = true }
    if pick(0..<5) == 0 { patch.archived = pick(0..<2) == 0 }
    if pick(0..<3) == 0 { patch.schedule = .every(days: pick(2..<5)) }
    if pick(0..<4) == 0 { patch.difficulty = Difficulty.allCases[pick(0..<3)] }
    if pick(0..<4) == 0 { patch.icon = ["", "📚", "🏃"][pick(0..<3)] }
    if pick(0..<5) == 0 { patch.reminders = [ReminderTime(minutes: pick(0..<1440))] }
    return patch
  }
}
