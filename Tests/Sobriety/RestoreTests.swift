import Core
import SobrietyContract
import SobrietyDomain
import TestKit
import Testing
import TrackingContract

/// What an undo gives back.
@Suite struct RestoreTests {
  private let nine = "2026-06-10T09:00:00+02:00"

  private func marks(_ harness: Harness) throws -> [SoberMark] { try harness.ask(MarksOf()) }

  @Test func `an undo gives back the mark, and the timer goes on`() throws {
    let harness = try sober(nine)
    try harness.mark(.sober)
    let stamp = try #require(harness.facts.last).stamp
    harness.now = try instant("2026-06-10T15:00:00+02:00")
    let replaced = try #require(try harness.mark(.notSober, drinks: 2).replaced)
    #expect(replaced.status == .sober)
    #expect(replaced.at == (try instant(nine)))
    harness.now = try instant("2026-06-10T15:00:10+02:00")
    try harness.when(MarkDay(status: .sober, restores: replaced.at))
    #expect(try harness.timer.since == (try instant(nine)))
    #expect(try marks(harness).map(\.at) == [try instant(nine)])
    #expect((harness.facts.last?.fact as? DayMarked)?.restores == stamp)
    try harness.reopenFromSnapshot()
    #expect(try harness.timer.since == (try instant(nine)))
  }

  @Test func `an undo reaches nothing, though the mark that it gives back had`() throws {
    let harness = try sober(nine)
    for day in 4..<10 { try harness.mark(.sober, "2026-06-0\(day)") }
    #expect(try harness.mark(.sober).reached.map(\.days) == [7])
    let replaced = try #require(try harness.mark(.notSober).replaced)
    #expect(try harness.when(UndoMark()).reached.isEmpty)
    try harness.mark(.notSober)
    let named = MarkDay(status: .sober, restores: replaced.at)
    #expect(try harness.when(named).reached.isEmpty)
    #expect(try harness.sobriety().current == 7)
  }

  @Test func `what was cleared and is marked once more reaches nothing new`() throws {
    let harness = try sober(nine)
    for day in 5..<10 { try harness.mark(.sober, "2026-06-0\(day)") }
    #expect(try harness.mark(.sober).reached.isEmpty)
    // The seventh day is reached by a day before.
    try harness.mark(.unmarked)
    try harness.mark(.sober, "2026-06-04")
    #expect(try harness.mark(.sober).reached.map(\.days) == [7])
    for status in [SoberStatus.unmarked, .notSober] {
      try harness.mark(status)
      #expect(try harness.mark(.sober).reached.isEmpty)
    }
    try harness.mark(.unmarked, "2026-06-09")
    #expect(try harness.mark(.sober, "2026-06-09").reached.isEmpty)
    #expect(try harness.sobriety().current == 7)
  }

  @Test func `what is marked once more reaches only what its run had not`() throws {
    let harness = try sober(nine)
    for day in 4..<10 { try harness.mark(.sober, "2026-06-0\(day)") }
    #expect(try harness.mark(.sober).reached.map(\.days) == [7])
    try harness.mark(.unmarked, "2026-06-08")
    // The run has grown since the day was taken back.
    harness.now = try instant("2026-06-11T09:00:00+02:00")
    try harness.mark(.sober)
    #expect(try harness.mark(.sober, "2026-06-08").reached.isEmpty)
    try harness.mark(.unmarked, "2026-06-08")
    harness.now = try instant("2026-06-17T09:00:00+02:00")
    for day in 12..<18 { try harness.mark(.sober, "2026-06-\(day)") }
    #expect(try harness.mark(.sober, "2026-06-08").reached.map(\.days) == [14])
  }

  @Test func `a day of a reported run reaches only what the run had not`() throws {
    let harness = try sober(nine)
    let begun = try harness.when(BeginRun(lastUse: try day("2026-06-03")))
    #expect(begun.sobriety.milestones.map(\.days) == [1, 7])
    for status in [SoberStatus.notSober, .unmarked] {
      try harness.mark(status)
      #expect(try harness.mark(.sober).reached.isEmpty)
    }
    try harness.mark(.notSober, "2026-06-09")
    #expect(try harness.mark(.sober, "2026-06-09").reached.isEmpty)
    try harness.mark(.notSober, "2026-06-08")
    harness.now = try instant("2026-06-17T09:00:00+02:00")
    for day in 11..<18 { try harness.mark(.sober, "2026-06-\(day)") }
    #expect(try harness.mark(.sober, "2026-06-08").reached.map(\.days) == [14])
  }

  @Test func `a day that was changed often reaches what its run had not`() throws {
    let harness = try sober(nine)
    try harness.mark(.sober)
    try harness.mark(.unmarked)
    for day in 4..<10 { try harness.mark(.sober, "2026-06-0\(day)") }
    // The clearing is not kept any more, while the first mark is.
    for status in [SoberStatus.notSober, .unmarked, .notSober] { try harness.mark(status) }
    #expect(try harness.mark(.sober).reached.map(\.days) == [7])
  }

  @Test func `an undo gives back the drinks of a day that was not sober`() throws {
    let harness = try sober(nine)
    try harness.mark(.notSober, drinks: 2)
    let first = try #require(try marks(harness).first)
    harness.now = try instant("2026-06-10T15:00:00+02:00")
    let replaced = try #require(try harness.mark(.notSober, drinks: 3).replaced)
    #expect(replaced == first)
    try harness.when(MarkDay(status: .notSober, drinks: 2, restores: replaced.at))
    #expect(try marks(harness) == [first])
  }

  @Test func `the last change of a day is taken back without naming it, and that in turn`() throws {
    let harness = try sober(nine)
    try harness.mark(.sober)
    let stamp = try #require(harness.facts.last).stamp
    let first = try #require(try marks(harness).first)
    harness.now = try instant("2026-06-10T15:00:00+02:00")
    try harness.mark(.notSober, drinks: 2)
    let slip = try #require(try marks(harness).first)
    harness.now = try instant("2026-06-10T15:00:10+02:00")
    let undone = try harness.when(UndoMark())
    #expect(undone.sobriety.timer.since == (try instant(nine)))
    #expect(undone.replaced == slip)
    #expect(try marks(harness) == [first])
    let fact = try #require(harness.facts.last?.fact as? DayMarked)
    #expect(fact.restores == stamp)
    #expect(fact.offset == 120 && fact.evidence.isWitnessed)
    try harness.reopenFromSnapshot()
    try harness.when(UndoMark())
    #expect(try marks(harness) == [slip])
  }

  @Test func `the first mark of a day is taken back to none, and a day without one is refused`()
    throws
  {
    let harness = try sober(nine)
    try harness.mark(.sober)
    try harness.when(UndoMark())
    #expect(try marks(harness).isEmpty)
    #expect(try harness.sobriety().status == .unmarked)
    let yesterday = UndoMark(day: try day("2026-06-09"))
    #expect(harness.code { try harness.when(yesterday) } == "nothing-to-undo")
    // A day that was cleared has something to take back.
    try harness.when(UndoMark())
    #expect(try marks(harness).map(\.at) == [try instant(nine)])
  }

  @Test func `an instant that no mark of the day had is not taken`() throws {
    let harness = try sober(nine)
    try harness.mark(.sober)
    harness.now = try instant("2026-06-10T15:00:00+02:00")
    try harness.mark(.unmarked)
    let forged = try instant("2026-06-10T06:00:00+02:00")
    try harness.when(MarkDay(status: .sober, restores: forged))
    #expect(try harness.timer.since == harness.now)
  }

  @Test func `yesterday slipped and marked again has the instant of its marking`() throws {
    let harness = try sober(nine)
    try harness.mark(.sober)
    harness.now = try instant("2026-06-11T08:00:00+02:00")
    try harness.mark(.sober)
    for status in [SoberStatus.notSober, .unmarked, .notSober, .unmarked, .notSober] {
      try harness.mark(status, "2026-06-10")
    }
    #expect(try harness.timer.since == harness.now)
    try harness.reopenFromSnapshot()
    try harness.mark(.sober, "2026-06-10")
    #expect(try harness.timer.since == (try instant(nine)))
  }

  @Test func `a day that was marked later counts from its midnight whenever it is marked`() throws {
    let harness = try sober(nine)
    try harness.mark(.sober)
    for status in [SoberStatus.sober, .unmarked, .sober] {
      try harness.mark(status, "2026-06-09")
    }
    #expect(try harness.timer.since == (try instant("2026-06-09T00:00:00+02:00")))
  }

  @Test func `a day is exported with the instant of its marking where the clock was set back`()
    throws
  {
    let harness = try sober("2026-06-10T12:00:00+02:00")
    try harness.mark(.sober, "2026-06-09")
    harness.now = try instant(nine)
    try harness.mark(.sober)
    #expect(try marks(harness).last?.at == (try instant(nine)))
  }
}
