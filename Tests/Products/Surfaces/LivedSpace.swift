import Core
import ProfileContract
import StreaksContract
import TestKit
import TrackingContract

/// The generated history of somebody who uses everything that decides what a day of a habit is.
///
/// There are all rhythms, targets of both directions, notes, skips, vacations from before a habit
/// began, freezes, times in the archive, changes that hold from a past day, and journeys.
struct LivedSpace {
  static let begin = Day(number: 20_400)
  static let length = 90

  private(set) var facts: [StampedFact] = []
  private(set) var habits: [HabitID] = []
  private var random: SplitMix64
  private var events: [(at: Instant, fact: any Fact)] = []
  /// The day on which somebody moves, and where to, in minutes east of UTC.
  private var moves: [(from: Day, offset: Int, zone: String)] = []

  static let schedules = [
    "daily", "mon,wed,sat", "every:2", "every:3", "every:7", "weekly", "3/week", "2/month",
    "2/5days", "1/30days",
  ]

  static let notes = [
    "fine", "=1+1", "one, two; three", "<b>bold</b> & \"quoted\"", "it's 100% ok", "🌸",
  ]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    plan()
    for number in 1...6 { live(HabitID(rawValue: UInt128(number) << 64 | UInt128(number))) }
    vacations()
    stamp()
  }

  // MARK: Time

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func day(_ range: ClosedRange<Int> = 0...LivedSpace.length) -> Day {
    LivedSpace.begin.advanced(by: Int.random(in: range, using: &random))
  }

  private mutating func plan() {
    moves = [(LivedSpace.begin.advanced(by: -400), 0, "UTC")]
    if chance(60) {
      let there = day(20...70)
      moves.append((there, 540, "Asia/Tokyo"))
      moves.append((there.advanced(by: 9), -300, "America/New_York"))
    }
    for move in moves { set("time-zone", move.zone, on: move.from) }
    if chance(40) { set("week-start", "sunday", on: day()) }
  }

  private mutating func set(_ key: String, _ value: String, on day: Day) {
    let fact = PreferenceSet(key: key, value: value, on: day)
    events.append((instant(day, hour: 1), fact))
  }

  private func offset(on day: Day) -> Int { moves.last { $0.from <= day }?.offset ?? 0 }

  private func instant(_ day: Day, hour: Int) -> Instant {
    Instant(seconds: Int64(day.number) * 86_400 + Int64(hour * 3600 - offset(on: day) * 60))
  }

  private mutating func stamp() {
    var clock = HybridClock()
    for event in events.sorted(by: { $0.at < $1.at }) {
      let stamp = HybridTimestamp(
        clock: clock.tick(now: event.at),
        device: DeviceID(rawValue: UInt64.random(in: 1...2, using: &random))
      )
      facts.append(StampedFact(event.fact, stamp))
    }
  }

  // MARK: Habits

  private mutating func live(_ habit: HabitID) {
    habits.append(habit)
    let created = day(0...30)
    var target = chance(50) ? self.target() : nil
    let details = HabitDetails(
      title: "H\(habits.count)",
      group: chance(50) ? "Mind" : nil,
      schedule: schedule(),
      target: target
    )
    let fact = HabitCreated(
      habit: habit,
      details: details,
      on: created,
      at: instant(created, hour: 8)
    )
    events.append((instant(created, hour: 8), fact))
    if chance(60) { edit(habit, &target) }
    if chance(40) { archive(habit) }
    let eagerness = [30, 60, 90][Int.random(in: 0..<3, using: &random)]
    let first = chance(30) ? -3 : 0
    for number in (created.number + first)...(LivedSpace.begin.number + LivedSpace.length) {
      guard chance(eagerness) else {
        if chance(25) { freeze(habit, Day(number: number)) }
        continue
      }
      mark(habit, Day(number: number), target)
    }
  }

  private mutating func freeze(_ habit: HabitID, _ day: Day) {
    let at = instant(day.advanced(by: 1), hour: 9)
    events.append((at, FreezeUsed(habit: habit, day: day, at: at, earned: 99)))
  }

  private mutating func schedule() -> Schedule {
    let text = LivedSpace.schedules.randomElement(using: &random) ?? "daily"
    return Schedule(text) ?? .daily
  }

  private mutating func target() -> Target {
    Target(
      amount: Amount(thousandths: Int64.random(in: 2...40, using: &random) * 500),
      unit: chance(80) ? "pages" : "",
      direction: chance(70) ? .atLeast : .atMost
    )
  }

  private mutating func edit(_ habit: HabitID, _ target: inout Target?) {
    for _ in 0..<2 {
      var patch = HabitPatch()
      if chance(60) { patch.schedule = schedule() }
      if target != nil, chance(20) {
        patch.removesTarget = true
      } else if chance(50) {
        target = self.target()
        patch.target = target
      }
      let said = day(20...80)
      let from = chance(80) ? said.advanced(by: -Int.random(in: 0...15, using: &random)) : nil
      events.append((instant(said, hour: 10), HabitEdited(habit: habit, patch: patch, on: from)))
    }
  }

  private mutating func archive(_ habit: HabitID) {
    let from = day(30...80)
    var patch = HabitPatch()
    patch.archived = true
    events.append((instant(from, hour: 20), HabitEdited(habit: habit, patch: patch, on: from)))
    guard chance(70) else { return }
    patch.archived = false
    let back = from.advanced(by: Int.random(in: 1...12, using: &random))
    events.append((instant(back, hour: 7), HabitEdited(habit: habit, patch: patch, on: back)))
  }

  // MARK: Days

  private mutating func mark(_ habit: HabitID, _ day: Day, _ target: Target?) {
    let isLate = chance(15)
    let at = instant(isLate ? day.advanced(by: 1) : day, hour: 12)
    let marks: [Mark] = [.done, .done, .done, .done, .done, .done, .skipped, .missed, .open]
    let mark = marks.randomElement(using: &random) ?? .done
    let isMeasured = target != nil && mark != .skipped && chance(80)
    let most = (target?.amount.thousandths ?? 1000) * 2
    let value = isMeasured ? Amount(thousandths: Int64.random(in: 0...most, using: &random)) : nil
    let note = chance(25) ? LivedSpace.notes.randomElement(using: &random) ?? "" : ""
    let entry = Entry(mark: mark, value: value, note: note, at: at)
    let offset = offset(on: isLate ? day.advanced(by: 1) : day)
    let evidence = Evidence(offset: offset, isLate: isLate)
    events.append((at, CheckSet(habit: habit, day: day, entry: entry, evidence: evidence)))
  }

  private mutating func vacations() {
    for number in 0..<3 {
      // One of them was before any habit began.
      let from = day(number == 0 ? -6...5 : 20...80)
      let vacation = Vacation(
        id: EntityID(rawValue: UInt128(100 + number)),
        from: from,
        to: from.advanced(by: Int.random(in: 0...6, using: &random)),
        habits: chance(50) ? nil : Set(habits.prefix(3))
      )
      let said = from.advanced(by: -1)
      events.append((instant(said, hour: 11), VacationSet(vacation: vacation)))
    }
  }
}
