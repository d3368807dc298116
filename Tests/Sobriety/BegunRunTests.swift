import Core
import SobrietyContract
import SobrietyDomain
import TestKit
import Testing
import TrackingContract

/// Runs that begin with a last use.
@Suite struct BegunRunTests {
  private let now = "2026-11-21T18:00:00+01:00"

  private func begin(
    _ harness: Harness,
    _ last: String,
    _ time: String? = nil,
    of substance: String? = nil
  ) throws -> BegunRun {
    try harness.when(BeginRun(substance: substance, lastUse: try day(last), time: time))
  }

  private func statuses(_ harness: Harness, _ from: String, _ to: String) throws -> [SoberStatus] {
    try harness.ask(SoberDays(from: try day(from), to: try day(to))).map(\.status)
  }

  @Test func `a last use in May fills the run since then, with one fact`() throws {
    let harness = try sober(now)
    let begun = try begin(harness, "2026-05-12")
    #expect(begun.isFirst)
    #expect(begun.filled == 193)
    #expect(begun.sobriety.current == 193)
    #expect(begun.sobriety.longest == 193)
    #expect(begun.sobriety.soberDays == 193)
    #expect(begun.sobriety.milestones.map(\.days) == [1, 7, 14, 30, 60, 90, 100, 180])
    #expect(begun.sobriety.timer.since == (try instant("2026-05-13T00:00:00+02:00")))
    #expect(harness.facts.count == 2)
    #expect(try statuses(harness, "2026-05-12", "2026-05-13") == [.unmarked, .sober])
    #expect(try harness.ask(MarksOf()).count == 193)
    // Saying the same again changes nothing.
    #expect(try begin(harness, "2026-05-12").filled == 0)
    #expect(harness.facts.count == 2)
  }

  @Test func `with a time the timer runs from that instant`() throws {
    let harness = try sober(now)
    let begun = try begin(harness, "2026-11-19", "22:30")
    #expect(begun.sobriety.timer.since == (try instant("2026-11-19T22:30:00+01:00")))
    #expect(begun.sobriety.current == 2)
    #expect(try harness.timer.days == 1)
  }

  @Test func `on the day itself the timer runs, and goes on when the next day is marked`() throws {
    let harness = try sober(now)
    let last = try instant("2026-11-21T09:15:00+01:00")
    #expect(try begin(harness, "2026-11-21", "9:15").sobriety.timer.since == last)
    #expect(try harness.sobriety().current == 0)
    harness.now = harness.now.advanced(bySeconds: 86_400)
    #expect(try !harness.timer.isRunning)
    #expect(try harness.mark(.sober).sobriety.timer.since == last)
    #expect(try harness.sobriety().current == 1)
  }

  @Test func `marks of single days count before what was told`() throws {
    let harness = try sober(now)
    try harness.mark(.notSober, "2026-08-03", drinks: 2)
    let begun = try begin(harness, "2026-05-12")
    #expect(begun.filled == 82)
    #expect(
      try statuses(harness, "2026-08-02", "2026-08-04") == [.sober, .notSober, .unmarked]
    )
    _ = try begin(harness, "2026-08-03")
    #expect(try harness.sobriety().current == 110)
    #expect(try statuses(harness, "2026-08-02", "2026-08-04") == [.sober, .notSober, .sober])
    // A slip in what was filled ends the run there, and its undo gives the run back.
    try harness.mark(.notSober, "2026-11-20")
    let slipped = try harness.sobriety()
    #expect(slipped.current == 1)
    #expect(slipped.timer.since == (try instant("2026-11-21T00:00:00+01:00")))
    try harness.when(UndoMark(day: try day("2026-11-20")))
    #expect(try harness.sobriety().current == 110)
    // A day that is cleared stays so.
    try harness.mark(.unmarked, "2026-11-20")
    #expect(try harness.sobriety().current == 1)
  }

  @Test func `the beginning is corrected both ways, and nothing of the old one is left`() throws {
    let harness = try sober(now)
    _ = try begin(harness, "2026-05-12")
    #expect(try begin(harness, "2026-04-01").sobriety.current == 234)
    #expect(try begin(harness, "2026-06-01", "20:00").sobriety.current == 173)
    #expect(try harness.sobriety().soberDays == 173)
    #expect(try harness.timer.since == (try instant("2026-06-01T20:00:00+02:00")))
    #expect(try begin(harness, "2026-06-01", "21:00").sobriety.current == 173)
    #expect(try harness.timer.since == (try instant("2026-06-01T21:00:00+02:00")))
  }

  @Test func `a last use after the run was told leaves that run`() throws {
    let harness = try sober(now)
    _ = try begin(harness, "2026-05-12")
    harness.now = try instant("2026-12-01T12:00:00+01:00")
    let again = try begin(harness, "2026-11-28").sobriety
    #expect(again.current == 3)
    #expect(again.longest == 193)
  }

  @Test func `what cannot be is refused, and nothing is changed`() throws {
    let harness = try sober(now)
    #expect(harness.code { _ = try begin(harness, "2026-11-22") } == "day-in-future")
    #expect(harness.code { _ = try begin(harness, "1899-12-31") } == "day-too-old")
    #expect(harness.code { _ = try begin(harness, "2026-11-21", "18:01") } == "time-in-future")
    #expect(harness.code { _ = try begin(harness, "2026-11-20", "25:00") } == "bad-time")
    #expect(
      harness.code { try harness.when(BeginRun(time: "10:00")) } == "last-use-missing"
    )
    #expect(harness.facts.isEmpty)
    try harness.mark(.sober, "2026-11-20")
    #expect(harness.code { _ = try begin(harness, "2026-11-20") } == "last-use-is-sober")
  }

  @Test func `a mistyped name begins nothing`() throws {
    let harness = try sober(now)
    _ = try begin(harness, "2026-11-01", of: "Nicotine")
    #expect(harness.code { try harness.mark(.sober, of: "Nicotin") } == "unknown-substance")
    #expect(harness.code { _ = try begin(harness, "2026-11-01", of: "Nicotin") } == "name-is-near")
    #expect(try harness.ask(AllSubstances()).map(\.name) == ["Nicotine"])
    try harness.when(BeginRun(substance: "Nicotin", isNew: true))
    #expect(try harness.ask(AllSubstances()).map(\.name) == ["Nicotine", "Nicotin"])
  }

  @Test func `a substance gets another name and keeps its days`() throws {
    let harness = try sober(now)
    let id = try begin(harness, "2026-11-01").sobriety.substance.id
    let renamed = try harness.when(RenameSubstance(substance: "alcohol", title: "Wine"))
    #expect(renamed.substance == Substance(id: id, name: "Wine"))
    #expect(renamed.current == 20)
    let told = harness.changes.compactMap { ($0 as? HabitChanged)?.habit.details.title }
    #expect(told.last == "Wine-free")
    // The old name is free for another one, which has days of its own, and does not begin by itself.
    #expect(harness.code { try harness.mark(.sober, of: "Alcohol") } == "unknown-substance")
    let other = try begin(harness, "2026-11-10", of: "Alcohol").sobriety
    #expect(other.substance.id != id)
    #expect(other.current == 11)
    let taken = RenameSubstance(substance: "Alcohol", title: "wine")
    #expect(harness.code { try harness.when(taken) } == "name-is-taken")
  }

  @Test func `two devices that told of one run agree, and the later word starts the timer`() throws
  {
    let substance = SubstanceID(rawValue: 7)
    func told(_ first: String, at: Instant) throws -> RunBegun {
      let first = try day(first)
      return RunBegun(
        substance: substance,
        first: first,
        through: try day("2026-11-21"),
        since: Instant(milliseconds: Int64(first.number) * 86_400_000),
        at: at
      )
    }
    let start = try instant(now)
    let added = SubstanceAdded(
      substance: substance,
      title: "Alcohol",
      on: try day("2026-11-21"),
      at: start
    )
    func stamp(_ device: UInt64) -> HybridTimestamp {
      HybridTimestamp(
        clock: HybridTime(milliseconds: start.milliseconds + Int64(device)),
        device: DeviceID(rawValue: device)
      )
    }
    let facts = [
      StampedFact(added, stamp(1)), StampedFact(try told("2026-05-13", at: start), stamp(2)),
      StampedFact(try told("2026-04-02", at: start), stamp(3)),
    ]
    try assertConverges([SobrietyModule.self], facts, orders: 6, seed: 1)
    let harness = try sober(now)
    for fact in facts.reversed() { try harness.given(fact.fact, at: fact.stamp) }
    #expect(try harness.sobriety().current == 234)
  }

  @Test(arguments: [Int.max, .min, 100_000])
  func `a run told under an offset that no zone has counts without it`(offset: Int) throws {
    let harness = try sober(now)
    let substance = SubstanceID(rawValue: 7)
    let start = try instant(now)
    try harness.given(
      SubstanceAdded(
        substance: substance,
        title: "Alcohol",
        on: try day("-999999-01-01"),
        at: start
      ),
      RunBegun(
        substance: substance,
        first: try day("2026-11-02"),
        through: try day("2026-11-21"),
        since: start,
        at: start,
        offset: offset
      )
    )
    #expect(try harness.sobriety().current == 20)
    // Nor does the calendar begin before a history can.
    let habits = harness.changes.compactMap { ($0 as? HabitChanged)?.habit }
    #expect(habits.last?.createdOn == (try day("1900-01-01")))
  }

  @Test func `words fit what it is`() {
    #expect(UseWords.of("Alcohol").count(2) == "2 drinks")
    #expect(UseWords.of("No smoking").lastUse == "When was your last cigarette?")
    #expect(UseWords.of("Online gambling").count(1) == "1 bet")
    #expect(UseWords.of("Energy drinks").count(2) == "2 cans")
    #expect(!UseWords.of("Between us").isSpecific)
    #expect(UseWords.of("Doomscrolling").lastUse == "When was the last time?")
  }
}
