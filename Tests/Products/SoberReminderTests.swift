import Core
import Presentation
import Products
import RemindersContract
import SobrietyContract
import TestKit
import Testing

/// Reminders in a product that has sober days and no habits of Tracking.
@Suite struct SoberReminderTests {
  /// Nine in the morning of 2026-01-01, in UTC.
  private let start = Instant(seconds: 1_767_258_000)

  private func person() throws -> Harness {
    let harness = Harness(
      modules: Product.sober.modules,
      now: start,
      policies: Product.sober.policies
    )
    try harness.when(MarkDay(status: .sober))
    return harness
  }

  private func kinds(_ harness: Harness, after seconds: Int64) throws -> [NoticeKind] {
    harness.now = start.advanced(bySeconds: seconds)
    try harness.when(GiveDueNotices())
    return harness.facts.compactMap { ($0.fact as? NoticeGiven)?.notice.kind }
  }

  @Test func `pledges and reviews are off until they have a time`() throws {
    let harness = try person()
    let report = try harness.ask(AllReminders())
    #expect(report.kinds[.pledge] == false)
    #expect(report.kinds[.review] == false)
    #expect(try !kinds(harness, after: 12 * 3600).contains { $0.isTimed })
    let on = try harness.when(SetNoticePreference(preference: .kind(.review), value: "on"))
    #expect(on.times == [.review: 20 * 60])
  }

  @Test func `a time for the review is kept while the review is missing`() throws {
    let harness = try person()
    try harness.when(SetNoticePreference(preference: .kind(.review), value: "20:15"))
    #expect(try !kinds(harness, after: 11 * 3600).contains(.review))
    #expect(try kinds(harness, after: 11 * 3600 + 900).contains(.review))
  }

  @Test func `nobody is reminded of what is said`() throws {
    let harness = try person()
    try harness.when(SetNoticePreference(preference: .kind(.review), value: "20:15"))
    try harness.when(ReviewDay(effort: .easy))
    #expect(try !kinds(harness, after: 12 * 3600).contains(.review))
  }

  @Test func `the morning is over after six hours, and on a day that was not sober`() throws {
    let late = try person()
    try late.when(SetNoticePreference(preference: .kind(.pledge), value: "10:00"))
    #expect(try !kinds(late, after: 7 * 3600).contains(.pledge))
    let slipped = try person()
    try slipped.when(SetNoticePreference(preference: .kind(.pledge), value: "10:00"))
    try slipped.when(MarkDay(status: .notSober))
    #expect(try !kinds(slipped, after: 2 * 3600).contains(.pledge))
  }

  @Test func `a reminder of a calendar comes while today is not marked`() throws {
    let harness = try person()
    let habit = try #require(try harness.ask(AllSubstances()).first).id.habit
    try harness.when(SetReminder(habit: habit, slot: ReminderSlot(minutes: 10 * 60)))
    #expect(try !kinds(harness, after: 2 * 3600).contains(.reminder))
    #expect(try kinds(harness, after: 26 * 3600).contains(.reminder))
  }

  @Test func `what a locked screen shows of sober days names nothing`() {
    let words = ["notice.reminder", "notice.at-risk", "notice.broken", "notice.milestone"]
    for key in words {
      let said = Product.sober.voice.say(Phrase(key, "{title}"), ["title": "{title}"])
      #expect(!said.contains("{title}"))
    }
  }
}
