import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// What in a person's marks looks unlike everyday use.
@Suite struct PatternTests {
  private func patterns(_ harness: Harness) throws -> [MarkingPattern] {
    try harness.ask(PatternsOfMarks())
  }

  private func move(_ harness: Harness, to zone: String, _ now: String) throws {
    harness.calendar = LocalCalendar(zone: try Zone(identifier: zone))
    harness.now = try at(now)
  }

  @Test func `months of honest use show none`() throws {
    let harness = try tracking("2026-01-01T20:00:00Z", zone: "Europe/Vienna")
    let habit = try harness.add()
    for day in 0..<150 {
      harness.now = try at("2026-01-01T20:00:00Z").advanced(byMilliseconds: Int64(day) * 86_400_000)
      // A forgotten day is marked the next evening, and each ninth is a rest.
      if day % 11 == 10 { try harness.check(habit, habit.createdOn.advanced(by: day - 1)) }
      guard day % 11 != 9 else { continue }
      try harness.check(habit, nil, day % 9 == 0 ? .skipped : .done, note: "x")
      try harness.check(habit, nil, day % 9 == 0 ? .skipped : .done, note: "y")
    }
    #expect(try patterns(harness) == [])
  }

  @Test func `travel is everyday, a zone that moves west and back is not`() throws {
    let harness = try tracking("2026-03-01T12:00:00Z", zone: "Europe/Vienna")
    let habit = try harness.add()
    try harness.check(habit)
    // Vienna to Tokyo: 8 hours of offset in 12 of flight; back a week later.
    try move(harness, to: "Asia/Tokyo", "2026-03-02T00:30:00Z")
    try harness.check(habit)
    try move(harness, to: "Europe/Vienna", "2026-03-09T12:30:00Z")
    try harness.check(habit)
    #expect(try patterns(harness) == [])
    try move(harness, to: "Pacific/Honolulu", "2026-03-11T09:00:00Z")
    try harness.check(habit)
    try move(harness, to: "Europe/Vienna", "2026-03-11T09:04:00Z")
    try harness.check(habit)
    let hop = try #require(try patterns(harness).first)
    #expect(hop.kind == .zoneHop)
    #expect(hop.offsets == [-600, 60])
    #expect(hop.title == "Read" && hop.before == nil)
    #expect(hop.count == 2)
    #expect(hop.seconds == 240)
    #expect(hop.at == harness.now)
    #expect([hop.from, hop.to] == [try day("2026-03-10"), try day("2026-03-11")])
    #expect(try patterns(harness).count == 1)
  }

  @Test func `there and back within a day is not travel either`() throws {
    let harness = try tracking("2026-03-01T06:00:00Z", zone: "Europe/Vienna")
    let habit = try harness.add()
    try harness.check(habit)
    try move(harness, to: "America/New_York", "2026-03-02T05:30:00Z")
    try harness.check(habit, try day("2026-03-02"))
    try move(harness, to: "Europe/Vienna", "2026-03-03T04:00:00Z")
    try harness.check(habit)
    #expect(try patterns(harness).map(\.kind) == [.zoneHop])
    #expect(try patterns(harness).first?.offsets == [-300, 60])
  }

  @Test func `summer time is no hop`() throws {
    let harness = try tracking("2026-03-29T00:30:00Z", zone: "Europe/Vienna")
    let (read, run) = (try harness.add("Read"), try harness.add("Run"))
    try harness.check(read)
    harness.now = try at("2026-03-29T01:00:30Z")
    try harness.check(run)
    #expect(try patterns(harness) == [])
  }

  @Test func `a clock that was set back is seen by what it had marked before`() throws {
    let harness = try tracking("2026-03-12T20:00:00Z")
    let (read, run) = (try harness.add("Read"), try harness.add("Run"))
    try harness.check(read)
    harness.now = try at("2026-03-11T20:00:00Z")
    try harness.check(run)
    let pattern = try #require(try patterns(harness).first)
    #expect(pattern.kind == .clockSetBack)
    #expect(pattern.title == "Run")
    #expect(pattern.seconds == 86_400)
    #expect(pattern.from == (try day("2026-03-11")))
    #expect(try patterns(harness).count == 1)
  }

  @Test func `what one wrong clock marked is one pattern, with its range`() throws {
    let harness = try tracking("2026-03-20T20:00:00Z")
    let (read, run) = (try harness.add("Read"), try harness.add("Run"))
    try harness.check(read)
    for day in 12...16 {
      harness.now = try at("2026-03-\(day)T20:00:00Z")
      try harness.check(run)
      if day == 14 { try harness.check(read) }
    }
    let pattern = try #require(try patterns(harness).first)
    #expect(try patterns(harness).count == 1)
    #expect(pattern.kind == .clockSetBack && pattern.title == nil)
    #expect(pattern.count == 6)
    #expect([pattern.from, pattern.to] == [try day("2026-03-12"), try day("2026-03-16")])
    #expect(pattern.seconds == 691_200)
    // Once time has caught up, a clock that is set back again is another one.
    harness.now = try at("2026-03-21T20:00:00Z")
    try harness.check(run)
    harness.now = try at("2026-03-20T20:00:00Z")
    try harness.check(run)
    #expect(try patterns(harness).map(\.count) == [6, 1])
  }

  @Test func `a clock that is set right by a minute, an undo and a late order are everyday`() throws
  {
    let harness = try tracking("2026-03-12T20:00:00Z")
    let (read, run) = (try harness.add("Read"), try harness.add("Run"))
    let first = try harness.check(read).entry
    harness.now = try at("2026-03-12T19:59:00Z")
    try harness.check(run)
    harness.now = try at("2026-03-12T21:00:00Z")
    try harness.check(read, nil, .skipped)
    try harness.when(SetCheck(habit: read.id, mark: .done, note: "", restores: first.at))
    let earlier = Claim(made: try at("2026-03-12T20:30:00Z"), seen: HybridTime(milliseconds: 0))
    try harness.when(SetCheck(habit: run.id, mark: .skipped), claiming: earlier)
    #expect(try patterns(harness) == [])
  }

  @Test(
    arguments: [(nil, 6, false), (nil, 7, true), (2, 2, false), (2, 3, true)] as [(Int?, Int, Bool)]
  )
  func `more skips in seven days than there may be`(
    _ most: Int?,
    _ skips: Int,
    _ isSeen: Bool
  ) throws {
    let harness = try tracking(policies: Policies { $0.maxSkipsInSevenDays = most })
    let habit = try harness.add()
    for day in 0..<skips {
      // As another device may have made them, whose week looked different.
      let on = habit.createdOn.advanced(by: -day)
      let entry = Entry(mark: .skipped, at: harness.now)
      try harness.given(CheckSet(habit: habit.id, day: on, entry: entry), at: stamp(Int64(day)))
    }
    let found = try patterns(harness).filter { $0.kind == .skips }
    #expect(found.map(\.count) == (isSeen ? [skips] : []))
    #expect(found.first.map { $0.from.distance(to: $0.to) } == (isSeen ? skips - 1 : nil))
  }

  @Test func `many days marked at once, and an invented import`() throws {
    let harness = try tracking("2026-03-12T12:00:00Z")
    let (read, run) = (try harness.add("Read"), try harness.add("Run"))
    for day in 1...4 { try harness.check(read, read.createdOn.advanced(by: -day)) }
    #expect(try patterns(harness) == [], "a long weekend is caught up with")
    harness.now = try at("2026-03-12T12:08:00Z")
    try harness.check(read, read.createdOn.advanced(by: -5))
    for day in 1...400 {
      let entry = Entry(mark: .done)
      let on = run.createdOn.advanced(by: -day)
      try harness.given(CheckSet(habit: run.id, day: on, entry: entry, source: "loop"))
    }
    let found = try patterns(harness)
    #expect(found.map(\.kind) == [.lateAtOnce, .imported])
    #expect(found.map(\.title) == ["Read", "Run"])
    #expect(found.map(\.count) == [5, 400])
    #expect(found.first?.seconds == 480)
    #expect(found.last?.from == run.createdOn.advanced(by: -400))
  }

  @Test func `journeys east every few days are listed, two in a month are not`() throws {
    let harness = try tracking("2026-03-01T06:00:00Z", zone: "Europe/Vienna")
    let habits = [try harness.add(), try harness.add("Other")]
    func goEast(_ day: String) throws {
      try move(harness, to: "Europe/Vienna", "\(day)T06:00:00Z")
      try harness.check(habits[0])
      try move(harness, to: "Asia/Dubai", "\(day)T16:00:00Z")
      try harness.check(habits[1])
    }
    for day in ["2026-03-02", "2026-03-09", "2026-03-16"] { try goEast(day) }
    #expect(try patterns(harness).contains { $0.kind == .journeys } == false)
    try goEast("2026-03-23")
    let found = try #require(try patterns(harness).first { $0.kind == .journeys })
    #expect(found.count == 4)
    #expect([found.from, found.to] == [try day("2026-03-02"), try day("2026-03-23")])
  }

  @Test func `rules and vacations for days that are over are listed, others are not`() throws {
    let harness = try tracking("2026-03-12T12:00:00Z")
    let habit = try harness.add()
    harness.now = try at("2026-04-12T12:00:00Z")
    try harness.edit(habit) { $0.schedule = .times(3, per: .week) }
    let ahead = PlanVacation(from: try day("2026-04-12"), to: try day("2026-04-15"))
    try harness.when(ahead)
    #expect(try patterns(harness) == [])
    var patch = HabitPatch()
    patch.target = Target(amount: Amount(3), unit: "pages")
    let from = try day("2026-04-01")
    try harness.when(EditHabit(habit: habit.id, patch: patch, from: from))
    try harness.when(PlanVacation(from: from, to: try day("2026-04-03")))
    let found = try patterns(harness)
    #expect(found.map(\.kind) == [.lateVacations, .rulesOfPast])
    #expect(found.map(\.from) == [from, from])
    #expect(found.last?.title == "Read")
  }
}
