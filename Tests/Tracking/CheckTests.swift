import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct CheckTests {
  @Test func `a check without a day is for today and keeps its moment`() throws {
    let harness = try tracking("2026-03-12T12:00:00Z")
    let habit = try harness.add()
    let state = try harness.check(habit)
    #expect(state.day.description == "2026-03-12")
    #expect(state.status == .done)
    #expect(state.entry == Entry(mark: .done, at: harness.now))
    #expect(try harness.ask(CheckOn(habit: habit.id)) == state)
  }

  @Test(arguments: [
    (0, 0, true), (0, 1, false), (0, 400, false), (1, 1, true), (1, 2, false), (3, 3, true),
    (3, 4, false), (nil, 1, true), (nil, 4000, true),
  ])
  func `how far back a day may be marked is the product's to say`(
    policy: Int?,
    daysAgo: Int,
    isTaken: Bool
  ) throws {
    let harness = try tracking(policies: Policies { $0.backfillDays = policy })
    let habit = try harness.add()
    let day = habit.createdOn.advanced(by: -daysAgo)
    if isTaken {
      #expect(try harness.check(habit, day).status == .done)
      #expect(try harness.status(habit, day) == .done)
    } else {
      #expect(try refusal { try harness.check(habit, day) }.code == "day-too-old")
      #expect(harness.factNames(from: 1).isEmpty)
    }
  }

  @Test(arguments: [
    (0, "Only today (2026-03-12)"), (1, "today and yesterday"), (5, "the last 5 days and today"),
  ])
  func `a refusal of an old day says which days can be marked`(policy: Int, words: String) throws {
    let harness = try tracking(policies: Policies { $0.backfillDays = policy })
    let habit = try harness.add()
    let refusal = try refusal { try harness.check(habit, try day("2025-01-01")) }
    #expect(refusal.message.contains(words))
    #expect(refusal.message.contains("2025-01-01"))
  }

  @Test(arguments: [1, 2, 30_000])
  func `days to come are refused`(days: Int) throws {
    let harness = try tracking()
    let habit = try harness.add()
    let refusal = try refusal { try harness.check(habit, habit.createdOn.advanced(by: days)) }
    #expect(refusal.code == "day-in-future")
    #expect(refusal.message.contains("Today is 2026-03-12"))
  }

  @Test func `a day before 1900 is refused, not taken and forgotten`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    #expect(try harness.check(habit, try day("1900-01-01")).status == .done)
    #expect(try refusal { try harness.check(habit, try day("1899-12-31")) }.code == "day-too-old")
  }

  @Test func `setting what is set already appends nothing and keeps the first moment`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    let first = try harness.check(habit, note: "Good")
    harness.now = harness.now.advanced(bySeconds: 60)
    #expect(try harness.check(habit) == first)
    #expect(try harness.check(habit, note: " Good ") == first)
    #expect(harness.factNames(from: 1) == ["tracking.check-set"])
  }

  @Test func `taking back what was never said appends nothing`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    #expect(try harness.check(habit, nil, .open).status == .open)
    #expect(harness.factNames(from: 1).isEmpty)
  }

  @Test(arguments: 1...9)
  func `rapid toggling ends in the last state asked for`(toggles: Int) throws {
    let harness = try tracking()
    let habit = try harness.add()
    // All at one instant, so that the clock's counter orders them.
    for toggle in 1...toggles {
      try harness.check(habit, nil, toggle.isMultiple(of: 2) ? .open : .done)
    }
    #expect(try harness.status(habit) == (toggles.isMultiple(of: 2) ? .open : .done))
    #expect(harness.factNames(from: 1).count == toggles)
  }

  @Test func `a note stays until another replaces it`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    #expect(try harness.check(habit, note: " Rain \n").entry.note == "Rain")
    #expect(try harness.check(habit, nil, .open).entry.note == "Rain")
    #expect(try harness.check(habit, nil, .skipped).entry.note == "Rain")
    #expect(try harness.check(habit, note: "Sun").entry.note == "Sun")
    #expect(try harness.check(habit, note: "").entry.note.isEmpty)
    let long = String(repeating: "x", count: 4001)
    #expect(try refusal { try harness.check(habit, note: long) }.code == "text-too-long")
  }

  @Test(arguments: [
    (Mark.open, DayStatus.open), (.done, .done), (.missed, .open), (.skipped, .skipped),
    (.automatic, .open),
  ])
  func `what each mark counts as`(mark: Mark, status: DayStatus) throws {
    let harness = try tracking()
    let habit = try harness.add()
    #expect(try harness.check(habit, nil, mark).status == status)
  }

  @Test func `a later mark of another device wins, an earlier one is passed over`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    let today = habit.createdOn
    func said(_ mark: Mark) -> CheckSet {
      CheckSet(habit: habit.id, day: today, entry: Entry(mark: mark))
    }
    try harness.given(said(.done), at: stamp(20, device: 3))
    try harness.given(said(.skipped), at: stamp(10, device: 8))
    #expect(try harness.status(habit) == .done)
    try harness.given(said(.open), at: stamp(30, device: 2))
    #expect(try harness.status(habit) == .open)
  }

  @Test func `a check of this device follows what it has seen, though its clock is behind`() throws
  {
    let harness = try tracking()
    let habit = try harness.add()
    let seen = CheckSet(habit: habit.id, day: habit.createdOn, entry: Entry(mark: .skipped))
    let ahead = HybridTime(milliseconds: harness.now.milliseconds + 10 * 3_600_000)
    try harness.given(seen, at: HybridTimestamp(clock: ahead, device: DeviceID(rawValue: 9)))
    #expect(try harness.check(habit).status == .done)
  }

  @Test func `entries are told earliest first, without days that were taken back`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    for ago in [1, 5, 3] { try harness.check(habit, habit.createdOn.advanced(by: -ago)) }
    try harness.check(habit, habit.createdOn.advanced(by: -3), .open)
    let days = try harness.ask(EntriesOf(habit: habit.id)).map(\.day.description)
    #expect(days == ["2026-03-07", "2026-03-11"])
  }

  @Test func `counts say how many habits were done on each day`() throws {
    let harness = try tracking()
    let read = try harness.add("Read")
    let walk = try harness.add("Walk") { $0.target = Target(amount: Amount(5), unit: "km") }
    let today = read.createdOn
    try harness.check(read)
    try harness.check(walk, value: Amount(6))
    try harness.check(read, today.advanced(by: -2))
    try harness.check(walk, today.advanced(by: -2), value: Amount(4))
    let from = today.advanced(by: -3)
    #expect(try harness.ask(DoneCounts(from: from, to: today)) == [0, 1, 0, 2])
    #expect(try harness.ask(DoneCounts(habit: walk.id, from: from, to: today)) == [0, 0, 0, 1])
    let backwards = try refusal { _ = try harness.ask(DoneCounts(from: today, to: from)) }
    #expect(backwards.code == "range-backwards")
  }
}

@Suite struct MeasuredTests {
  @Test(arguments: [
    (Target.Direction.atLeast, 19.999, DayStatus.open), (.atLeast, 20, .done),
    (.atLeast, 20.5, .done), (.atLeast, 0, .open), (.atMost, 20, .done), (.atMost, 0, .done),
    (.atMost, 20.001, .open),
  ])
  func `a measured habit is done when its value reaches the target`(
    direction: Target.Direction,
    value: Double,
    status: DayStatus
  ) throws {
    let harness = try tracking()
    let target = Target(amount: Amount(20), unit: "pages", direction: direction)
    let habit = try harness.add { $0.target = target }
    let state = try harness.check(habit, value: Amount(value))
    #expect(state.status == status)
    #expect(state.entry.value == Amount(value))
  }

  @Test func `a person's word that it is done needs no value`() throws {
    let harness = try tracking()
    let habit = try harness.add { $0.target = Target(amount: Amount(20), unit: "pages") }
    #expect(try harness.check(habit).status == .done)
  }

  @Test func `a limit is not kept by saying nothing`() throws {
    let harness = try tracking()
    let limit = Target(amount: Amount(2), unit: "cups", direction: .atMost)
    let habit = try harness.add { $0.target = limit }
    #expect(try harness.status(habit) == .open)
  }

  @Test func `a value without a target is kept beside the mark`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    let state = try harness.check(habit, value: Amount(7.25))
    #expect(state.status == .done)
    #expect(state.entry.value?.description == "7.25")
    #expect(try harness.check(habit, nil, .open).entry.value == nil)
  }

  @Test func `marking a measured day again without a value keeps the value`() throws {
    let harness = try tracking()
    let habit = try harness.add { $0.target = Target(amount: Amount(20), unit: "pages") }
    try harness.check(habit, value: Amount(12))
    let again = try harness.check(habit, note: "On the train")
    #expect(again.entry.value == Amount(12))
    #expect(again.status == .open)
    #expect(try harness.check(habit, value: Amount(21)).status == .done)
  }

  @Test(arguments: [Mark.open, .done, .skipped])
  func `the note of a day that cannot be marked any more can be changed and removed`(
    mark: Mark
  ) throws {
    let harness = try tracking(policies: Policies { $0.backfillDays = 0 })
    let habit = try harness.add { $0.target = Target(amount: Amount(20), unit: "pages") }
    let day = habit.createdOn
    let value: Amount? = mark == .done ? Amount(21) : nil
    let before = try harness.check(habit, nil, mark, value: value, note: "Rain")
    harness.now = harness.now.advanced(bySeconds: 3 * 86_400)
    let noted = try harness.check(habit, day, mark, note: "Sun")
    #expect(noted.entry == Entry(mark: mark, value: value, note: "Sun", at: noted.entry.at))
    #expect(noted.status == before.status)
    if mark != .open { #expect(noted.entry.at == before.entry.at) }
    // An undo sends the value with the note.
    #expect(try harness.check(habit, day, mark, value: value, note: "").entry.note.isEmpty)
    #expect(try harness.check(habit, day, mark, note: "Again").entry.note == "Again")
    let other: Mark = mark == .open ? .done : .open
    #expect(try refusal { try harness.check(habit, day, other, note: "x") }.code == "day-too-old")
    #expect(try refusal { try harness.check(habit, day, mark) }.code == "day-too-old")
    let ahead = day.advanced(by: 4)
    let early = try refusal { try harness.check(habit, ahead, .open, note: "x") }
    #expect(early.code == "day-in-future")
  }

  @Test func `a value below nothing is refused`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    let refusal = try refusal { try harness.check(habit, value: Amount(-1)) }
    #expect(refusal.code == "value-negative")
  }

  @Test func `a skipped day stays skipped whatever was measured`() throws {
    let harness = try tracking()
    let habit = try harness.add { $0.target = Target(amount: Amount(20), unit: "pages") }
    #expect(try harness.check(habit, nil, .skipped, value: Amount(30)).status == .skipped)
  }

  @Test func `no seven days have more skips than the product allows`() throws {
    let harness = try tracking(policies: Policies { $0.maxSkipsInSevenDays = 2 })
    let habit = try harness.add()
    let today = try day("2026-03-12")
    for back in [1, 5] { try harness.check(habit, today.advanced(by: -back), .skipped) }
    for back in [0, 2, 6, 7] {
      let refused = try refusal {
        try harness.check(habit, today.advanced(by: -back), .skipped)
      }
      #expect(refused.code == "too-many-skips", "\(back) days ago")
      #expect(refused.message.contains("Nothing was changed"))
    }
    // Eight days ago is in no week with both of them.
    try harness.check(habit, today.advanced(by: -8), .skipped)
    // A skip can get a note and be taken back, and then another day can be skipped.
    try harness.check(habit, today.advanced(by: -1), .skipped, note: "a cold")
    try harness.check(habit, today.advanced(by: -1), .done)
    try harness.check(habit, today, .skipped)
    #expect(try harness.status(habit) == .skipped)
    // What comes from elsewhere stands.
    try harness.given(
      CheckSet(habit: habit.id, day: today.advanced(by: -2), entry: Entry(mark: .skipped))
    )
    #expect(try harness.status(habit, today.advanced(by: -2)) == .skipped)
  }
}
