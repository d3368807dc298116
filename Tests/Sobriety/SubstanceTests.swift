import Core
import SobrietyContract
import SobrietyDomain
import TestKit
import Testing
import TrackingContract

@Suite struct SubstanceTests {
  private let now = "2026-06-20T12:00:00+02:00"

  @Test func `the first mark begins with alcohol, under the same id on every device`() throws {
    let first = try sober(now)
    let marked = try first.mark(.sober)
    #expect(marked.isFirst)
    #expect(marked.sobriety.substance.name == "Alcohol")
    #expect(try !first.mark(.sober, "2026-06-19").isFirst)
    let second = try sober("2025-01-01T00:00:00Z", zone: "Asia/Tokyo")
    try second.mark(.notSober)
    #expect(try second.sobriety().substance.id == marked.sobriety.substance.id)
    // The ID is in users' journals, so it never changes.
    #expect(
      marked.sobriety.substance.id.description == "0ea428f5beacc50974d6cd784acdab5f"
    )
  }

  @Test func `asking begins nothing`() throws {
    let harness = try sober(now)
    #expect(try harness.sobriety().substance.name == "Alcohol")
    #expect(try harness.ask(AllSubstances()).isEmpty)
    #expect(harness.code { _ = try harness.sobriety("Nicotine") } == "unknown-substance")
  }

  @Test func `several run side by side`() throws {
    let harness = try sober(now)
    try harness.mark(.sober)
    try harness.when(BeginRun(substance: " nicotine "))
    try harness.mark(.notSober, of: " nicotine ")
    try harness.mark(.sober, "2026-06-19", of: "NICOTINE")
    #expect(try harness.ask(AllSubstances()).map(\.name) == ["Alcohol", "nicotine"])
    #expect(try harness.sobriety().current == 1)
    #expect(try harness.sobriety("Nicotine").status == .notSober)
    let id = try harness.sobriety("Nicotine").substance.id
    #expect(try harness.sobriety(id.description).substance.id == id)
    try harness.when(SetWhy(substance: "nicotine", why: "  Running \n"))
    #expect(try harness.sobriety("nicotine").why == "Running")
    #expect(try harness.sobriety().why.isEmpty)
  }

  @Test func `the only one there is is meant where nothing is named`() throws {
    let harness = try sober(now)
    try harness.when(BeginRun(substance: "Sugar"))
    try harness.mark(.sober, of: "Sugar")
    try harness.mark(.sober, "2026-06-19")
    #expect(try harness.ask(AllSubstances()).map(\.name) == ["Sugar"])
    #expect(try harness.sobriety().current == 2)
  }

  @Test func `names are checked`() throws {
    let harness = try sober(now)
    #expect(harness.code { try harness.mark(.sober, of: " ") } == "substance-missing")
    let long = String(repeating: "x", count: 61)
    #expect(harness.code { try harness.mark(.sober, of: long) } == "substance-too-long")
    let why = String(repeating: "x", count: 4001)
    #expect(harness.code { try harness.when(SetWhy(why: why)) } == "why-too-long")
  }

  @Test func `deleting asks first, and what begins anew has nothing of the old`() throws {
    let harness = try sober(now)
    let old = try harness.mark(.sober).sobriety.substance.id
    try harness.when(SetWhy(why: "Because"))
    let ask = DeleteSubstance(substance: "alcohol", confirmed: false)
    #expect(harness.code { try harness.when(ask) } == "needs-confirmation")
    #expect(try harness.sobriety().current == 1)
    try harness.when(DeleteSubstance(substance: "alcohol", confirmed: true))
    #expect(try harness.ask(AllSubstances()).isEmpty)
    #expect(harness.changes.contains { ($0 as? HabitRemoved)?.habit == old.habit })
    let new = try harness.mark(.sober).sobriety
    #expect(new.substance.id != old)
    #expect(new.why.isEmpty)
    // A mark from a device that has not synced the deletion has no effect.
    let late = DayMarked(
      substance: old,
      day: try day("2026-06-18"),
      status: .sober,
      at: harness.now,
      since: harness.now
    )
    try harness.given(late)
    #expect(try harness.sobriety().soberDays == 1)
  }

  @Test(arguments: [
    (0, "for good, with its figures"), (1, "with its 1 marked day, its figures"),
    (2, "with all its 2 marked days, its figures"),
  ])
  func `the question says how many marked days are deleted, if there are any`(
    days: Int,
    words: String
  ) throws {
    let harness = try sober(now)
    try harness.mark(.sober)
    if days == 0 { try harness.mark(.unmarked) }
    if days == 2 { try harness.mark(.sober, "2026-06-19") }
    let ask = DeleteSubstance(substance: "alcohol", confirmed: false)
    let question = #expect(throws: DomainError.self) { try harness.when(ask) }
    #expect(question?.message.contains(words) == true, "\(question?.message ?? "")")
  }

  @Test func `other modules see a daily habit that is done on sober days`() throws {
    let harness = try sober(now)
    try harness.mark(.sober)
    try harness.mark(.notSober)
    try harness.mark(.notSober, drinks: 2)
    try harness.mark(.unmarked)
    let habits = harness.changes.compactMap { ($0 as? HabitChanged)?.habit }
    #expect(habits.map(\.details.title) == ["Alcohol-free"])
    #expect(habits.first?.details.schedule == .daily)
    #expect(habits.first?.createdOn == (try day("2026-06-20")))
    let checks = harness.changes.compactMap { $0 as? CheckChanged }
    #expect(checks.map(\.from) == [.open, .done, .open])
    #expect(checks.map(\.to) == [.done, .open, .open])
    #expect(checks.map(\.isKnown) == [true, true, false])
  }
}
