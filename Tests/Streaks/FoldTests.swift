import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

@testable import StreaksDomain

@Suite struct FoldTests {
  private let habit = HabitID(rawValue: 1)

  private func bytes(_ state: StreaksState) -> [UInt8] {
    var writer = ByteWriter()
    state.write(to: &writer)
    return writer.bytes
  }

  private func habit(_ id: HabitID, _ schedule: Schedule = .daily) -> HabitChanged {
    let details = HabitDetails(title: "Read", group: "Mind", schedule: schedule)
    let created = Day(number: 20_000)
    return HabitChanged(
      habit: Habit(id: id, details: details, createdOn: created, createdAt: Instant(seconds: 9))
    )
  }

  private func check(_ day: Int, _ status: DayStatus, _ value: Int64? = nil) -> CheckChanged {
    CheckChanged(
      habit: habit,
      day: Day(number: day),
      from: .open,
      to: status,
      value: value.map { Amount(thousandths: $0) },
      isKnown: status != .open || value != nil,
      isWitnessed: day % 7 != 0
    )
  }

  @Test func `any order of the same days is the same state`() {
    var random = SplitMix64(seed: 11)
    let final = (0..<300).map { day in
      check(19_900 + day * 3, day % 5 == 0 ? .skipped : .done, day % 2 == 0 ? Int64(day) : nil)
    }
    let passing =
      final.map { check($0.day.number, .open, 7) }
      + (0..<40).map { check(10_000 + $0, .done) }
    let gone = (0..<40).map { check(10_000 + $0, .open) }
    var expected: [UInt8]?
    for _ in 0..<20 {
      var state = StreaksState()
      // Intermediate values differ in order, but the last value of each day is the same.
      for change in passing.shuffled(using: &random) {
        _ = state.apply(change) { Weeks(from: .monday) }
      }
      var rest: [CheckChanged?] = (final + gone).shuffled(using: &random)
      rest.insert(nil, at: Int.random(in: 0...rest.count, using: &random))
      for change in rest {
        guard let change else {
          state.apply(habit(habit))
          continue
        }
        _ = state.apply(change) { Weeks(from: .monday) }
      }
      _ = state.apply(FreezeUsed(habit: habit, day: Day(number: 3), at: Instant(seconds: 0)))
      if let expected { #expect(bytes(state) == expected) }
      expected = bytes(state)
    }
  }

  @Test func `days that arrive before their habit wait for it`() throws {
    let board = Board(today: Day(number: 20_001))
    try board.say("xx", of: habit)
    #expect(throws: DomainError.self) { try board.streak() }
    #expect(try board.harness.ask(AllStreaks()).items.isEmpty)
    try board.harness.given(change: habit(habit))
    #expect(try board.streak().current == 2)
  }

  @Test func `what arrives about a deleted habit is passed over`() {
    var deletedFirst = StreaksState()
    deletedFirst.remove(habit)
    deletedFirst.remove(habit)
    var deletedLast = StreaksState()
    for state in [0, 1] {
      let fold: (inout StreaksState) -> Void = { target in
        target.apply(self.habit(self.habit))
        _ = target.apply(self.check(20_000, .done)) { Weeks(from: .monday) }
        _ = target.apply(
          FreezeUsed(habit: self.habit, day: Day(number: 3), at: Instant(seconds: 0))
        )
      }
      if state == 0 { fold(&deletedFirst) } else { fold(&deletedLast) }
    }
    deletedLast.remove(habit)
    #expect(deletedFirst == deletedLast)
    #expect(bytes(deletedFirst) == bytes(deletedLast))
  }

  @Test func `a deletion that comes before the habit is remembered`() throws {
    let board = Board(today: Day(number: 20_001))
    try board.harness.given(HabitDeleted(habit: habit))
    try board.add()
    #expect(throws: DomainError.self) { try board.streak() }
  }

  @Test func `taking everything back leaves nothing`() {
    var state = StreaksState()
    for day in [5, 900, -900, 64, 63] {
      _ = state.apply(check(day, .done, 4)) { Weeks(from: .monday) }
    }
    for day in [5, 900, -900, 64, 63] {
      _ = state.apply(check(day, .open)) { Weeks(from: .monday) }
    }
    #expect(state == StreaksState())
    #expect(bytes(state) == bytes(StreaksState()))
  }

  @Test func `a snapshot reads back as what it was`() throws {
    for text in ReferenceTests.schedules {
      var random = SplitMix64(seed: 3)
      var state = Sample(try #require(Schedule(text)), using: &random).state(using: &random)
      _ = state.apply(check(-70, .open, 2500)) { Weeks(from: .monday) }
      state.remove(HabitID(rawValue: 8))
      var reader = ByteReader(bytes(state))
      #expect(try StreaksState(from: &reader) == state)
      #expect(reader.isAtEnd)
    }
  }

  @Test func `damaged snapshots are refused, or a state that can be kept`() throws {
    var random = SplitMix64(seed: 4)
    let good = bytes(Sample(.daily, using: &random).state(using: &random))
    for length in 0..<good.count {
      var reader = ByteReader(Array(good.prefix(length)))
      #expect(throws: ByteReader.Malformed.self) { try StreaksState(from: &reader) }
    }
    for _ in 0..<2000 {
      var bad = good
      let place = Int.random(in: bad.indices, using: &random)
      bad[place] = UInt8.random(in: 0...255, using: &random)
      try expectRefusedOrKept(StreaksState.self, bad)
    }
  }

  @Test(
    arguments: [
      ("xxx", 0, [3, 4]), ("xx.xxx", 4, [3, 6]), ("xxxxx", 4, [5, 3]), ("", 0, [0, 1]),
      ("x", 1, [1, 0]),
    ]
  )
  func `a check reports the run that it made or parted`(
    _ days: String,
    _ back: Int,
    _ lengths: [Int]
  ) throws {
    let board = try given(days.isEmpty ? "." : days, createdOn: "2026-03-12")
    // With `back` 0, the day is tomorrow, which no clock prevents from being folded.
    let day = board.today.advanced(by: 1 - back)
    let isDone = lengths[1] > lengths[0]
    if isDone { try board.check(habit, day, .done) } else { try board.clear(habit, day) }
    let change = try #require(board.harness.changes.last as? StreakChanged)
    #expect([change.from, change.to] == lengths)
    #expect(change.day == day)
    #expect(change.unit == .day)
  }

  /// Milestones count what was done, not the days between that a quota covers or a freeze protects.
  @Test(
    arguments: [
      ("xxssssssssssx.", [3, 4]), (".xssssssssssxx", [3, 4]), ("xxppppppppppx.", [3, 4]),
      (".xppppppppppxx", [3, 4]),
    ]
  )
  func `a rolling run is followed over a long neutral gap`(
    _ days: String,
    _ lengths: [Int]
  ) throws {
    let board = try given(days, "2/3days")
    let open = days.hasPrefix(".") ? board.today.advanced(by: -13) : board.today
    try board.check(habit, open, .done)
    let change = try #require(board.harness.changes.last as? StreakChanged)
    #expect([change.from, change.to] == lengths)
  }

  @Test func `a check that changes no run says nothing`() throws {
    let board = try given("xxx.x", "2/week", today: "2026-03-12")
    let count = board.harness.changes.filter { $0 is StreakChanged }.count
    // The week of the 9th already has two; a value alone changes nothing either.
    try board.check(habit, try day("2026-03-11"), .done)
    try board.check(habit, try day("2026-03-11"), .done, value: Amount(3))
    #expect(board.harness.changes.filter { $0 is StreakChanged }.count == count)
  }

  @Test func `archived habits are kept but not listed`() throws {
    let board = try given("xxx")
    let second = try board.add(2) { $0.archived = true }
    #expect(try board.harness.ask(AllStreaks()).items.map(\.habit) == [habit])
    #expect(try board.streak(second).title == "Habit 2")
  }

  @Test func `habits are listed as they are shown`() throws {
    let board = Board(today: try day("2026-03-12"))
    try board.add(1) { ($0.position, $0.group) = (3, "Mind") }
    try board.add(2) { ($0.position, $0.group) = (1, "Body") }
    try board.add(3) { ($0.position, $0.group) = (0, "Mind") }
    try board.add(4) { $0.position = 2 }
    let listed = try board.harness.ask(AllStreaks()).items.map(\.habit.rawValue)
    #expect(listed == [3, 1, 2, 4])
  }

  @Test func `ranges that end before they begin are refused`() throws {
    let board = try given("x")
    let before = board.today.advanced(by: -1)
    #expect(throws: DomainError.self) {
      try board.harness.ask(StreakDays(habit: habit, from: board.today, to: before))
    }
    #expect(throws: DomainError.self) {
      try board.harness.ask(StrengthSeries(habit: habit, from: board.today, to: before))
    }
  }
}
