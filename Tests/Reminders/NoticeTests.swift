import Core
import ProfileContract
import RemindersContract
import StreaksContract
import TestKit
import Testing
import TrackingContract

let profileChanged = ProfileChanged()

@Suite struct NoticeTests {
  @Test func `streaks at risk are one notice, two hours before the day ends`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    let habits = try ["Read", "Run", "Done"].map { try person.add($0) }
    person.streak(habits[0], 5, atRisk: true)
    person.streak(habits[1], 2, atRisk: true)
    person.streak(habits[2], 9)
    try person.live(until: "2026-03-02T23:59:00Z")
    #expect(person.heard() == ["at-risk 2026-03-02 22:00"])
    let notice = try #require(person.harness.signals.last as? NoticeDue).notice
    #expect(notice.subjects.map(\.habit) == [habits[0], habits[1]])
    #expect(notice.subjects.map(\.count) == [5, 2])
  }

  @Test func `the day's own end counts, also where clocks change and days begin later`() throws {
    let berlin = try Person("2026-03-29T00:00:00Z", zone: "Europe/Berlin")
    berlin.streak(try berlin.add("Read"), 5, atRisk: true)
    try berlin.live(until: "2026-03-29T21:59:00Z")
    #expect(berlin.heard() == ["at-risk 2026-03-29 22:00"])
    let late = try Person("2026-03-02T12:00:00Z")
    late.harness.calendar.dayStart = try #require(
      DayStart(minutes: 240, since: try day("2026-03-01"))
    )
    late.streak(try late.add("Read"), 5, atRisk: true)
    try late.live(until: "2026-03-03T03:59:00Z")
    #expect(late.heard() == ["at-risk 2026-03-03 02:00"])
  }

  @Test func `a week is at risk when Streaks says so, on whatever day`() throws {
    let person = try Person("2026-03-06T12:00:00Z")
    try person.only(.atRisk)
    let habit = try person.add("Swim")
    person.streak(habit, 5, atRisk: true, unit: .week)
    try person.live(until: "2026-03-06T23:00:00Z")
    person.streak(habit, 5, atRisk: false, unit: .week)
    try person.live(until: "2026-03-09T00:00:00Z")
    #expect(person.heard() == ["at-risk 2026-03-06 22:00"])
  }

  @Test func `a streak that ended is spoken of the next morning, all of them in one notice`() throws
  {
    let person = try Person("2026-03-02T12:00:00Z")
    let habits = try ["Read", "Run"].map { try person.add($0) }
    try person.live(until: "2026-03-03T00:30:00Z")
    person.ended = habits.map {
      EndedStreak(habit: $0, title: "", unit: .day, length: 12, best: 20)
    }
    try person.live(until: "2026-03-03T09:00:00Z")
    #expect(person.heard() == ["broken 2026-03-03 09:00"])
    let notice = try #require(person.harness.signals.last as? NoticeDue).notice
    #expect(notice.subjects.map(\.count) == [12, 12])
  }

  @Test func `what rests today is not called to a new start`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    let habits = try ["Read", "Run"].map { try person.add($0) }
    try person.live(until: "2026-03-03T00:30:00Z")
    person.ended = habits.map {
      EndedStreak(habit: $0, title: "", unit: .day, length: 12, best: 20)
    }
    person.status[habits[0]] = .skipped
    try person.live(until: "2026-03-03T09:00:00Z")
    #expect(person.heard() == ["broken 2026-03-03 09:00"])
    let notice = try #require(person.harness.signals.last as? NoticeDue).notice
    #expect(notice.subjects.map(\.habit) == [habits[1]])
  }

  @Test func `long runs get a word once a week`() throws {
    let person = try Person("2026-03-03T12:00:00Z")
    try person.only(.weekly)
    person.streak(try person.add("Read"), 30)
    person.streak(try person.add("Run"), 29)
    try person.live(until: "2026-03-22T12:00:00Z")
    #expect(person.heard() == ["weekly 2026-03-09 09:00", "weekly 2026-03-16 09:00"])
    person.harness.calendar.weekStart = .sunday
    try person.harness.given(change: profileChanged)
    try person.live(until: "2026-03-24T12:00:00Z")
    #expect(person.heard() == ["weekly 2026-03-22 12:00"])
    let notice = try #require(person.harness.signals.last as? NoticeDue).notice
    #expect(notice.subjects.map(\.count) == [30])
  }

  @Test func `quiet hours hold a notice until they end, unless its day has passed`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    try person.choose(.quietHours, "22:00-7:00")
    let habit = try person.add("Read")
    try person.remind(habit, "06:00")
    try person.remind(habit, "23:00")
    try person.live(until: "2026-03-03T12:00:00Z")
    #expect(person.heard() == ["reminder 2026-03-03 07:00"])
    try person.choose(.quietHours, "off")
    try person.live(until: "2026-03-03T23:30:00Z")
    #expect(person.heard() == ["reminder 2026-03-03 23:00"])
  }

  @Test func `what a laptop slept through before quiet hours comes as they end`() throws {
    let person = try Person("2026-03-02T06:00:00Z")
    try person.only(.reminder)
    try person.choose(.quietHours, "12:00-13:00")
    try person.remind(try person.add("Read"), "11:30")
    try person.sleep(until: "2026-03-02T12:10:00Z")
    #expect(person.heard().isEmpty)
    #expect(person.harness.alarms[person.alarm] == (try instant("2026-03-02T13:00:00Z")))
    try person.live(until: "2026-03-02T14:00:00Z")
    #expect(person.heard() == ["reminder 2026-03-02 13:00"])
    #expect(person.harness.alarms[person.alarm] == (try instant("2026-03-03T11:30:00Z")))
  }

  @Test(arguments: [
    ("22:00-07:00", "2026-03-02 21:45"), ("23:00-07:00", "2026-03-02 22:00"),
    ("20:30-08:00", "2026-03-02 20:15"), ("21:00-22:30", "2026-03-02 20:45"),
    ("00:00-22:30", "2026-03-02 22:30"),
  ])
  func `quiet hours make the warning come before them`(quiet: String, at: String) throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.atRisk)
    try person.choose(.quietHours, quiet)
    person.streak(try person.add("Read"), 5, atRisk: true)
    try person.live(until: "2026-03-02T23:59:00Z")
    #expect(person.heard() == ["at-risk \(at)"])
  }

  @Test func `a warning before quiet hours knows where days begin later`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    person.harness.calendar.dayStart = try #require(
      DayStart(minutes: 240, since: try day("2026-03-01"))
    )
    try person.only(.atRisk)
    try person.choose(.quietHours, "23:00-07:00")
    person.streak(try person.add("Read"), 5, atRisk: true)
    try person.live(until: "2026-03-03T03:59:00Z")
    #expect(person.heard() == ["at-risk 2026-03-02 22:45"])
  }

  @Test func `a notice of a break knows what a freeze could save`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    let habits = try ["Read", "Run"].map { try person.add($0) }
    person.ended = habits.map {
      EndedStreak(habit: $0, title: "", unit: .day, length: 12, best: 20)
    }
    person.offers = [FreezeOffer(habit: habits[1], day: try day("2026-03-02"))]
    try person.live(until: "2026-03-03T09:00:00Z")
    let notice = try #require(person.harness.signals.last as? NoticeDue).notice
    #expect(notice.subjects.map { $0.canBeSaved ?? false } == [false, true])
  }

  @Test func `the switch over all holds at once, and what it kept back does not come later`() throws
  {
    let person = try Person("2026-03-02T12:00:00Z")
    let habit = try person.add("Read")
    try person.remind(habit, "19:00")
    person.streak(habit, 5, atRisk: true)
    try person.live(until: "2026-03-02T18:59:00Z")
    try person.choose(.reminders, "off")
    try person.live(until: "2026-03-02T21:00:00Z")
    #expect(person.harness.alarms.isEmpty)
    // Otherwise each program that reads the past would set it again.
    _ = try person.add("Run")
    #expect(person.harness.alarms.isEmpty)
    try person.choose(.reminders, "on")
    try person.live(until: "2026-03-02T21:30:00Z")
    #expect(person.heard().isEmpty)
    try person.live(until: "2026-03-02T22:30:00Z")
    #expect(person.heard() == ["at-risk 2026-03-02 22:00"])
  }

  @Test(arguments: NoticeKind.allCases.filter { !$0.isTimed })
  func `each kind can be switched off alone`(kind: NoticeKind) throws {
    let person = try Person("2026-03-02T12:00:00Z")
    let habit = try person.add("Read")
    try person.remind(habit, "19:00")
    person.ended = [EndedStreak(habit: habit, title: "", unit: .day, length: 12, best: 20)]
    try person.choose(.kind(kind), "off")
    try person.reach(30, habit)
    person.streak(habit, 30, atRisk: true)
    try person.live(until: "2026-03-09T12:00:00Z")
    let given = Set(person.harness.signals.compactMap { ($0 as? NoticeDue)?.notice.kind })
    #expect(given == Set(NoticeKind.allCases.filter { !$0.isTimed }).subtracting([kind]))
  }

  @Test func `a product without notices refuses all of it in one sentence`() throws {
    let person = try Person("2026-03-02T12:00:00Z", policies: Policies { $0.allowsNotices = false })
    let habit = try person.add("Read", reminders: [ReminderTime(minutes: 800)])
    try person.reach(7, habit)
    person.streak(habit, 7, atRisk: true)
    for attempt in [
      { try person.remind(habit, "19:00") }, { try person.choose(.reminders, "on") },
      { _ = try person.harness.ask(AllReminders()) }, { _ = try person.harness.ask(ReadInbox()) },
      { _ = try person.harness.when(MarkRead()) },
      { _ = try person.harness.when(GiveDueNotices()) },
    ] {
      let refusal = #expect(throws: DomainError.self) { try attempt() }
      #expect(refusal?.code == "no-notices")
    }
    try person.live(until: "2026-03-05T12:00:00Z")
    #expect(person.harness.facts.isEmpty)
    #expect(person.harness.alarms.isEmpty)
  }
}
