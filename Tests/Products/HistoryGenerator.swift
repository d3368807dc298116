import Core
import GamificationContract
import StreaksContract
import TestKit
import TrackingContract

/// Generates the history of three devices with different clocks.
///
/// It is about four habits, two substances and the user, and contains every kind of fact that any
/// product folds.
struct HistoryGenerator {
  var random: SplitMix64
  private var clocks: [HybridClock] = [HybridClock(), HybridClock(), HybridClock()]
  let firstDay = Day(number: 20_400)
  let habits = (1...4).map { HabitID(rawValue: UInt128($0)) }
  private var skews: [Int64] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    skews = (0..<3).map { _ in Int64.random(in: -200_000...200_000, using: &random) }
  }

  mutating func facts(_ count: Int) -> [StampedFact] {
    (0..<count).map { index in
      let device = Int.random(in: 0..<3, using: &random)
      let now = Instant(seconds: 1_762_560_000 + Int64(index) * 3000 + skews[device])
      let clock = clocks[device].tick(now: now)
      return StampedFact(
        fact(at: now),
        HybridTimestamp(clock: clock, device: DeviceID(rawValue: UInt64(device) + 1))
      )
    }
  }

  private mutating func fact(at now: Instant) -> any Fact {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<60: tracked(now)
    case 60..<80: sobered(now)
    case 80..<90: reminded(now)
    case 90..<93: MilestoneReported(habit: anyHabit(), level: anyLevel(), start: day())
    case 93..<95: shared()
    default: personal(now)
    }
  }

  private mutating func tracked(_ now: Instant) -> any Fact {
    let habit = habits[Int.random(in: 0..<habits.count, using: &random)]
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<8: return created(habit, now)
    case 8..<14: return edited(habit)
    case 14..<15: return HabitDeleted(habit: habit)
    case 15..<18: return vacation()
    case 18..<19: return VacationCancelled(id: EntityID(rawValue: 100))
    case 19..<24: return FreezeUsed(habit: anyHabit(), day: day(), at: now, earned: earned())
    case 24..<25: return HistoryImported(source: "loop", habits: [habit], at: now)
    case 25..<26:
      let stamp = HybridTimestamp(
        clock: HybridTime(milliseconds: now.milliseconds),
        device: DeviceID(rawValue: 1)
      )
      return ImportUndone(stamp)
    case 26..<28:
      let into = habits[Int.random(in: 0..<habits.count, using: &random)]
      return HabitJoined(
        habit: habit,
        into: Int.random(in: 0..<3, using: &random) == 0 ? nil : into
      )
    default: return checked(habit, now)
    }
  }

  private mutating func checked(_ habit: HabitID, _ now: Instant) -> any Fact {
    let (day, entry) = (day(), entry(now))
    if let source = source() {
      guard Bool.random(using: &random) else {
        // As earlier versions imported.
        return CheckSet(habit: habit, day: day, entry: entry, source: source)
      }
      let entries = (0..<Int.random(in: 1...9, using: &random)).map {
        ImportedEntry(day: day.advanced(by: $0), entry: entry)
      }
      return DaysImported(habit: habit, source: source, entries: entries)
    }
    let parts: [EntryPart?] = [nil, .mark, .mark, .note]
    let only = parts[Int.random(in: 0..<parts.count, using: &random)]
    let isAdding = only != .note && Int.random(in: 0..<4, using: &random) == 0
    let adds = isAdding ? Amount(Double(Int.random(in: -5...9, using: &random))) : nil
    return CheckSet(habit: habit, day: day, entry: entry, only: only, adds: adds)
  }

  private mutating func earned() -> Int? {
    Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil
  }

  private mutating func source() -> String? {
    Int.random(in: 0..<6, using: &random) == 0 ? "loop" : nil
  }

  mutating func day() -> Day {
    firstDay.advanced(by: Int.random(in: 0..<60, using: &random))
  }

  private mutating func entry(_ now: Instant) -> Entry {
    let marks: [Mark] = [.done, .done, .done, .open, .missed, .skipped, .automatic]
    let value = Bool.random(using: &random) ? Int64.random(in: 0...30, using: &random) : nil
    return Entry(
      mark: marks[Int.random(in: 0..<marks.count, using: &random)],
      value: value.map { Amount(thousandths: $0 * 1000) },
      note: Bool.random(using: &random) ? "" : "n\(now.seconds % 7)",
      at: now
    )
  }

  private mutating func created(_ habit: HabitID, _ now: Instant) -> HabitCreated {
    HabitCreated(
      habit: habit,
      details: HabitDetails(
        title: "Habit \(habit.rawValue)",
        schedule: schedule(),
        target: target()
      ),
      on: day(),
      at: now
    )
  }

  private mutating func edited(_ habit: HabitID) -> HabitEdited {
    var patch = HabitPatch()
    if Bool.random(using: &random) { patch.schedule = schedule() }
    if Bool.random(using: &random) { patch.archived = Bool.random(using: &random) }
    if Bool.random(using: &random) { patch.removesTarget = true } else { patch.target = target() }
    return HabitEdited(habit: habit, patch: patch, on: Bool.random(using: &random) ? day() : nil)
  }

  private mutating func vacation() -> VacationSet {
    let from = day()
    let length = Int.random(in: 0..<6, using: &random)
    let ids: [UInt128] = [100, 101]
    let id = EntityID(rawValue: ids[Int.random(in: 0..<2, using: &random)])
    return VacationSet(
      vacation: Vacation(
        id: id,
        from: from,
        to: from.advanced(by: length),
        habits: Bool.random(using: &random) ? nil : [habits[0], habits[1]]
      )
    )
  }

  private mutating func schedule() -> Schedule {
    let all: [Schedule] = [
      .daily, .weekdays([.monday, .wednesday]), .every(days: 3), .times(3, per: .week),
      .times(2, per: .month), .times(2, per: .rolling(days: 5)),
    ]
    return all[Int.random(in: 0..<all.count, using: &random)]
  }

  private mutating func target() -> Target? {
    guard Bool.random(using: &random) else { return nil }
    return Target(
      amount: Amount(thousandths: Int64.random(in: 1...20, using: &random) * 1000),
      unit: "pages",
      direction: Bool.random(using: &random) ? .atLeast : .atMost
    )
  }
}
