import Core
import SobrietyContract
import SobrietyDomain
import TestKit
import Testing

@Suite struct DiaryTests {
  private func diary(_ harness: Harness, _ day: Day? = nil) throws -> DiaryDay? {
    let day = day ?? harness.calendar.day(at: harness.now)
    return try harness.ask(SoberDiary(from: day, to: day)).first
  }

  @Test func `a day has one pledge, which can be taken back`() throws {
    let harness = try sober("2026-11-27T07:12:00+01:00")
    let said = try harness.when(PledgeDay())
    #expect(said.pledgedAt == harness.now)
    #expect(try harness.ask(AllSubstances()).map(\.name) == ["Alcohol"])
    // Pledging again keeps the time of the first.
    let first = harness.now
    harness.now = harness.now.advanced(bySeconds: 60)
    #expect(try harness.when(PledgeDay()).pledgedAt == first)
    #expect(try harness.when(PledgeDay(isPledged: false)).pledgedAt == nil)
    #expect(try diary(harness) == nil)
  }

  @Test func `each substance has a pledge of its own`() throws {
    let harness = try sober("2026-11-27T07:12:00+01:00")
    try harness.when(BeginRun())
    try harness.when(BeginRun(substance: "Nicotine"))
    try harness.when(PledgeDay(substance: "Nicotine"))
    let today = try day("2026-11-27")
    let other = try harness.when(ReviewDay(effort: .easy))
    #expect(other.pledgedAt == nil)
    let said = try harness.ask(SoberDiary(substance: "Nicotine", from: today, to: today))
    #expect(said.map { $0.pledgedAt != nil } == [true])
    #expect(said.first?.review == nil)
  }

  @Test func `a review is replaced, and taken back`() throws {
    let harness = try sober("2026-11-27T20:00:00+01:00")
    try harness.when(ReviewDay(effort: .hard, note: "  A long evening\n"))
    let review = try #require(try diary(harness)?.review)
    #expect(review.effort == .hard)
    #expect(review.note == "A long evening")
    try harness.when(ReviewDay(effort: .fair))
    #expect(try diary(harness)?.review?.note == "")
    try harness.when(ReviewDay(effort: nil))
    #expect(try diary(harness) == nil)
  }

  @Test func `nothing is said of a day that has not come`() throws {
    let harness = try sober("2026-11-27T20:00:00+01:00")
    let tomorrow = try day("2026-11-28")
    #expect(harness.code { try harness.when(PledgeDay(day: tomorrow)) } == "day-in-future")
    let review = ReviewDay(day: tomorrow, effort: .easy)
    #expect(harness.code { try harness.when(review) } == "day-in-future")
  }

  @Test func `a note that is too long is refused`() throws {
    let harness = try sober("2026-11-27T20:00:00+01:00")
    let note = String(repeating: "a", count: DiaryDay.maxNoteLength + 1)
    #expect(
      harness.code { try harness.when(ReviewDay(effort: .easy, note: note)) } == "note-too-long"
    )
    #expect(try diary(harness) == nil)
  }

  @Test func `what led to a slip belongs to a day that was not sober`() throws {
    let harness = try sober("2026-11-27T20:00:00+01:00")
    #expect(harness.code { try harness.when(NoteSlip(triggers: [.stress])) } == "no-slip")
    try harness.mark(.notSober)
    let said = try harness.when(NoteSlip(triggers: [.company, .stress], note: "After work"))
    #expect(said.slip?.triggers == [.stress, .company])
    // A day that is corrected shows no note; taking the correction back shows it again.
    try harness.mark(.sober)
    #expect(try diary(harness) == nil)
    try harness.when(UndoMark())
    #expect(try diary(harness)?.slip?.note == "After work")
    try harness.when(NoteSlip())
    #expect(try diary(harness) == nil)
  }

  @Test func `causes are counted by day, most frequent first`() throws {
    let harness = try sober("2026-11-27T20:00:00+01:00")
    for (date, triggers) in [
      ("2026-11-20", [SlipTrigger.boredom]), ("2026-11-21", [.stress, .boredom]),
      ("2026-11-22", [.stress, .boredom, .other]),
    ] {
      try harness.mark(.notSober, date)
      try harness.when(NoteSlip(day: try day(date), triggers: triggers))
    }
    try harness.mark(.notSober, "2026-11-23")
    let causes = try harness.ask(CausesOfSlips())
    #expect(causes.noted == 3)
    #expect(causes.causes.map(\.trigger) == [.boredom, .stress, .other])
    #expect(causes.causes.map(\.days) == [3, 2, 1])
    try harness.mark(.sober, "2026-11-22")
    #expect(try harness.ask(CausesOfSlips()).noted == 2)
  }

  @Test func `cravings that passed are counted, and the latest can be taken back`() throws {
    let harness = try sober("2026-11-27T20:00:00+01:00")
    #expect(try harness.ask(CravingsOf()).passed == 0)
    try harness.when(PassCraving())
    // Two at the same instant are two.
    let both = try harness.when(PassCraving())
    #expect(both.passed == 2)
    let one = try harness.when(PassCraving(takesBack: both.latest))
    #expect(one.passed == 1)
    #expect(try harness.when(PassCraving(takesBack: both.latest)).passed == 1)
  }

  @Test func `what was said goes with the substance`() throws {
    let harness = try sober("2026-11-27T20:00:00+01:00")
    try harness.mark(.notSober)
    try harness.when(PledgeDay())
    try harness.when(NoteSlip(triggers: [.stress]))
    try harness.when(PassCraving())
    try harness.when(DeleteSubstance(substance: "Alcohol", confirmed: true))
    #expect(try diary(harness) == nil)
    #expect(try harness.ask(CravingsOf()).passed == 0)
    #expect(try harness.ask(CausesOfSlips()).noted == 0)
  }
}
