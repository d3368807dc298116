import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// How the mark of a day is told to have come to be.
@Suite struct EvidenceTests {
  private func last(_ harness: Harness) throws -> CheckSet {
    try #require(harness.facts.last?.fact as? CheckSet)
  }

  @Test(arguments: [
    ("Europe/Vienna", 60), ("Pacific/Honolulu", -600), ("Asia/Kathmandu", 345), ("UTC", 0),
  ])
  func `a mark keeps where it was made`(_ zone: String, _ offset: Int) throws {
    let harness = try tracking(zone: zone)
    let habit = try harness.add()
    try harness.check(habit)
    #expect(try last(harness).offset == offset)
    try harness.reopenFromSnapshot()
    harness.calendar = LocalCalendar(zone: try Zone(identifier: "Europe/Lisbon"))
    try harness.check(habit, note: "What is kept of it is told with a note.")
    #expect(try last(harness).evidence == Evidence(offset: offset, isKept: true))
  }

  @Test func `its grade is the first of imported, late, claimed, witnessed`() throws {
    #expect(Evidence(isImported: true, isLate: true, isClaimed: true).grade == .imported)
    #expect(Evidence(isLate: true, isClaimed: true).grade == .late)
    #expect(Evidence(isClaimed: true).grade == .claimed)
    #expect(Evidence(offset: 60).grade == .witnessed)
  }

  @Test func `today is witnessed, an earlier day late`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    try harness.check(habit)
    #expect(try last(harness).evidence.grade == .witnessed)
    try harness.check(habit, habit.createdOn.advanced(by: -1))
    #expect(try last(harness).evidence.grade == .late)
    #expect(harness.checkChanges.map(\.isWitnessed) == [true, false])
  }

  @Test func `what was given on its day and came later is claimed`() throws {
    let harness = try tracking("2026-03-13T08:00:00Z")
    let habit = try harness.add()
    let evening = Claim(made: try at("2026-03-12T23:00:00Z"), seen: HybridTime(milliseconds: 0))
    let command = SetCheck(habit: habit.id, day: try day("2026-03-12"), mark: .done)
    try harness.when(command, claiming: evening)
    #expect(try last(harness).evidence.grade == .claimed)
    // Trying once more within a minute is no reason for doubt.
    let now = Claim(made: try at("2026-03-13T07:59:30Z"), seen: HybridTime(milliseconds: 0))
    try harness.when(SetCheck(habit: habit.id, mark: .done), claiming: now)
    #expect(try last(harness).evidence.grade == .witnessed)
  }

  @Test func `an order for a past day that comes later still is refused in words of its own day`()
    throws
  {
    let harness = try tracking(
      "2026-03-13T08:00:00Z",
      policies: Policies { $0.backfillDays = 0 }
    )
    let habit = try harness.add()
    let command = SetCheck(habit: habit.id, day: try day("2026-03-11"), mark: .done)
    func refused(_ claim: String) throws -> DomainError {
      let claim = Claim(made: try at(claim), seen: HybridTime(milliseconds: 0))
      return try refusal { try harness.when(command, claiming: claim) }
    }
    let late = try refused("2026-03-12T01:00:00Z")
    #expect(
      late.message == "This was given on 2026-03-12, when only that day could be marked, and "
        + "2026-03-11 was past. Nothing was changed."
    )
    let soon = try refused("2026-03-13T01:00:00Z")
    #expect(soon.message.hasPrefix("Only today (2026-03-13) can be marked here"))
    #expect(late.isFinal && soon.isFinal)
  }

  @Test func `an import is imported, and stays so when it is given back`() throws {
    let harness = try tracking()
    let today = try day("2026-03-12")
    let entry = Entry(mark: .done, at: try at("2026-03-12T07:00:00Z"))
    let habit = try harness.add()
    let fact = CheckSet(habit: habit.id, day: today, entry: entry, source: "loop")
    try harness.given(fact)
    #expect(fact.evidence.grade == .imported)
    try harness.check(habit, nil, .skipped)
    let back = SetCheck(habit: habit.id, mark: .done, note: "", restores: entry.at)
    try harness.when(back)
    #expect(try last(harness).evidence.grade == .imported)
  }

  @Test func `an undo gives back offset and grade`() throws {
    let harness = try tracking("2026-03-12T20:00:00Z", zone: "Europe/Vienna")
    let habit = try harness.add()
    let first = try harness.check(habit).entry
    let yesterday = habit.createdOn
    harness.calendar = LocalCalendar(zone: try Zone(identifier: "Pacific/Honolulu"))
    harness.now = try at("2026-03-14T20:00:00Z")
    try harness.check(habit, yesterday, .skipped)
    #expect(try last(harness).evidence == Evidence(offset: -600, isLate: true))
    let back = SetCheck(
      habit: habit.id,
      day: yesterday,
      mark: .done,
      note: "",
      restores: first.at
    )
    #expect(try harness.when(back).entry == first)
    #expect(try last(harness).evidence == Evidence(offset: 60, isKept: true))
  }

  @Test func `a note that is added later changes neither instant nor grade`() throws {
    let harness = try tracking("2026-03-12T20:00:00Z")
    let habit = try harness.add()
    let first = try harness.check(habit).entry
    harness.now = try at("2026-03-14T20:00:00Z")
    let noted = try harness.check(habit, habit.createdOn, note: "In the rain").entry
    #expect(noted == Entry(mark: .done, note: "In the rain", at: first.at))
    #expect(try last(harness).evidence.grade == .witnessed)
    #expect(harness.checkChanges.count == 1)
    // Another mark is another matter.
    try harness.check(habit, habit.createdOn, .skipped)
    #expect(try last(harness).evidence.grade == .late)
  }

  /// The latest instant at which a day may still be under way: 18:00 UTC of the next day.
  @Test(arguments: [
    ("2026-03-12T12:00:00Z", Evidence.Grade.witnessed),
    ("2026-03-13T17:59:59Z", .witnessed),
    ("2026-03-13T18:00:00Z", .late),
  ])
  func `facts of earlier versions are late once no clock on earth shows their day`(
    _ instant: String,
    _ grade: Evidence.Grade
  ) throws {
    let fact = try JSON.decode(
      CheckSet.self,
      from: Array(
        """
        {"day":"2026-03-12","entry":{"at":\(try at(instant).milliseconds),"mark":"done","note":""},\
        "habit":"00000000000000000000000000000007"}
        """.utf8
      )
    )
    #expect(fact.evidence == Evidence(isLate: grade == .late))
    #expect(fact.evidence.grade == grade)
  }

  @Test func `a day whose grade alone changes is told`() throws {
    let harness = try tracking("2026-03-12T20:00:00Z")
    let habit = try harness.add()
    try harness.check(habit)
    let other = Entry(mark: .done, at: try at("2026-03-15T08:00:00Z"))
    let late = CheckSet(
      habit: habit.id,
      day: habit.createdOn,
      entry: other,
      evidence: Evidence(offset: 0, isLate: true)
    )
    try harness.given(late, at: stamp(9_000_000))
    #expect(harness.checkChanges.map(\.isWitnessed) == [true, false])
    #expect(harness.checkChanges.last?.from == .done)
    #expect(harness.checkChanges.last?.to == .done)
  }
}
