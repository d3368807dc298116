import Core
import RemindersContract
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct MilestoneNoticeTests {
  /// Returns a user who receives only notices of milestones.
  private func person(quiet: String? = nil) throws -> (Person, HabitID) {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.milestone)
    if let quiet { try person.choose(.quietHours, quiet) }
    return (person, try person.add("Read"))
  }

  private func held(_ habit: HabitID) -> AlarmKey {
    AlarmKey(rawValue: "milestone \(habit) 7 2026-03-02")
  }

  private func given(_ person: Person) -> [Notice] {
    person.harness.facts.compactMap { ($0.fact as? NoticeGiven)?.notice }
  }

  @Test func `a milestone is told at once, and once in a run`() throws {
    let (person, habit) = try person()
    try person.live(until: "2026-03-02T12:30:00Z")
    try person.reach(7, habit)
    #expect(person.heard() == ["milestone 2026-03-02 12:30"])
    let notice = try #require(given(person).first)
    #expect(notice.subjects == [NoticeSubject(habit: habit, count: 7, unit: .day)])
    #expect(notice.day == (try day("2026-03-02")))
    person.streak(habit, 6)
    try person.tell(habit, from: 7, to: 6)
    try person.live(until: "2026-03-02T13:00:00Z")
    try person.reach(7, habit)
    try person.live(until: "2026-03-03T13:00:00Z")
    #expect(person.heard().isEmpty)
    #expect(try person.harness.ask(ReadInbox()).items.map(\.notice) == [notice])
  }

  @Test func `another run reaches it once more`() throws {
    let (person, habit) = try person()
    try person.reach(7, habit)
    try person.live(until: "2026-04-02T12:00:00Z")
    try person.reach(7, habit)
    #expect(person.heard() == ["milestone 2026-03-02 12:00", "milestone 2026-04-02 12:00"])
  }

  @Test func `the same number in another unit of the same run is told too, and once`() throws {
    let (person, habit) = try person()
    try person.reach(7, habit)
    person.streak(habit, 7, unit: .week)
    for _ in 0..<2 { try person.tell(habit, from: 6, to: 7) }
    person.streak(habit, 7)
    try person.tell(habit, from: 6, to: 7)
    #expect(given(person).flatMap(\.subjects).map(\.unit) == [.day, .week])
    #expect(person.heard().count == 2)
  }

  @Test(arguments: StreakUnit.allCases)
  func `a notice in any unit has the id that earlier versions know`(unit: StreakUnit) throws {
    let (person, habit) = try person()
    person.streak(habit, 7, unit: unit)
    try person.tell(habit, from: 6, to: 7)
    let start = try day("2026-02-24").number
    #expect(given(person).map(\.id) == [NoticeID(named: "milestone/\(habit)/\(start)/7")])
  }

  @Test func `a notice of weeks is unread, though that of days was read and dropped`() throws {
    let (person, habit) = try person()
    let start = try day("2026-02-24").number
    let days = NoticeID(named: "milestone/\(habit)/\(start)/7")
    try person.harness.given(InboxRead(notices: [days]))
    person.streak(habit, 7, unit: .week)
    for _ in 0..<2 { try person.tell(habit, from: 6, to: 7) }
    #expect(given(person).map(\.id) == [NoticeID(named: "milestone/\(habit)/\(start)/7/week")])
    #expect(try person.harness.ask(ReadInbox()).unread == 1)
  }

  @Test(arguments: [(5, 6), (7, 8), (7, 6), (30, 29), (8, 9)])
  func `a length that is none is not told`(from: Int, to: Int) throws {
    let (person, habit) = try person()
    person.streak(habit, to)
    try person.tell(habit, from: from, to: to)
    try person.live(until: "2026-03-03T12:00:00Z")
    #expect(person.heard().isEmpty)
  }

  @Test func `a run that leaps beyond a milestone is not told`() throws {
    let (person, habit) = try person()
    person.streak(habit, 35)
    try person.tell(habit, from: 20, to: 35)
    #expect(person.heard().isEmpty)
  }

  @Test func `a correction of the past tells nothing of a run that is over`() throws {
    let (person, habit) = try person()
    person.streak(habit, 0)
    try person.tell(habit, from: 6, to: 7)
    #expect(person.heard().isEmpty)
  }

  @Test func `a correction of an older run tells nothing of the current one`() throws {
    let (person, habit) = try person()
    person.streak(habit, 7)
    try person.tell(habit, from: 0, to: 1, back: 30)
    try person.tell(habit, from: 6, to: 7, back: 30)
    #expect(person.heard().isEmpty)
  }

  @Test func `what is switched off when it is reached does not come later`() throws {
    let (person, habit) = try person()
    try person.choose(.kind(.milestone), "off")
    try person.reach(7, habit)
    try person.choose(.kind(.milestone), "on")
    try person.live(until: "2026-03-03T12:00:00Z")
    #expect(person.heard().isEmpty)
  }

  // MARK: Quiet hours

  @Test func `quiet hours hold it until they end, whoever looks in meanwhile`() throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    try person.reach(7, habit)
    #expect(try person.harness.when(GiveDueNotices()).items.isEmpty)
    #expect(person.harness.alarms[held(habit)] == (try instant("2026-03-02T15:00:00Z")))
    try person.harness.reopenFromSnapshot()
    try person.live(until: "2026-03-02T14:59:00Z")
    #expect(person.heard().isEmpty)
    try person.live(until: "2026-03-03T16:00:00Z")
    #expect(person.heard() == ["milestone 2026-03-02 15:00"])
    #expect(person.harness.alarms[held(habit)] == nil)
  }

  @Test func `a laptop that slept through their end tells it when it wakes`() throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    try person.reach(7, habit)
    try person.sleep(until: "2026-03-02T18:20:00Z")
    #expect(person.heard() == ["milestone 2026-03-02 18:20"])
  }

  @Test func `each habit waits for itself`() throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    let other = try person.add("Run")
    try person.reach(7, habit)
    try person.reach(30, other)
    try person.live(until: "2026-03-02T16:00:00Z")
    #expect(person.heard().count == 2)
    #expect(Set(given(person).compactMap(\.habit)) == [habit, other])
  }

  @Test(arguments: [6, 0])
  func `a run that went back meanwhile is not told`(length: Int) throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    try person.reach(7, habit)
    person.streak(habit, length)
    try person.live(until: "2026-03-03T16:00:00Z")
    #expect(person.heard().isEmpty)
    #expect(person.harness.alarms[held(habit)] == nil)
  }

  @Test(arguments: ["2026-03-03T15:30:00Z", "2026-03-04T08:00:00Z"])
  func `a run that went on before anything looked is told, with its day`(woken: String) throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    try person.reach(7, habit)
    let wake = try instant(woken)
    person.harness.now = wake
    person.streak(habit, person.days(since: "2026-03-02") + 7)
    try person.sleep(until: woken)
    let notice = try #require(given(person).first)
    #expect(notice.subjects == [NoticeSubject(habit: habit, count: 7, unit: .day)])
    #expect(notice.day == (try day("2026-03-02")))
    #expect(notice.at == wake)
    try person.live(until: "2026-03-06T16:00:00Z")
    #expect(given(person).count == 1)
  }

  @Test(arguments: [StreakUnit.day, .week])
  func `a run that ended before anything looked is told, with its day and its unit`(
    now: StreakUnit
  ) throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    try person.reach(7, habit)
    person.harness.answering(RunsOf.self) { query in
      let (start, end) = (Day(number: 20_508), Day(number: 20_514))
      let reached = query.reaching.filter { $0 == 7 }
        .map { StreakRun.Reached(length: $0, day: end) }
      let run = StreakRun(
        start: start,
        end: end,
        length: 7,
        doneDays: 7,
        isCurrent: false,
        reached: reached
      )
      return [
        HabitRuns(habit: habit, title: "Read", unit: now, difficulty: .easy, runs: [run])
      ]
    }
    try person.sleep(until: "2026-03-05T16:00:00Z")
    #expect(given(person).map(\.day) == [try day("2026-03-02")])
    #expect(given(person).flatMap(\.subjects).map(\.unit) == [.day])
  }

  @Test func `an alarm of an earlier version, which names the habit alone, is understood`() throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    person.streak(habit, 7)
    person.harness.now = try instant("2026-03-02T15:00:00Z")
    try person.harness.wake(AlarmKey(rawValue: "milestone \(habit)"))
    #expect(person.heard() == ["milestone 2026-03-02 15:00"])
  }

  @Test func `a habit that is deleted meanwhile is not told`() throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    try person.reach(7, habit)
    person.habits = []
    person.streaks = []
    try person.harness.given(HabitDeleted(habit: habit))
    try person.live(until: "2026-03-03T16:00:00Z")
    #expect(person.heard().isEmpty)
    #expect(person.harness.alarms.isEmpty)
  }

  @Test func `quiet hours that were made longer hold it longer`() throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    try person.reach(7, habit)
    try person.choose(.quietHours, "11:00-17:00")
    try person.live(until: "2026-03-03T16:00:00Z")
    #expect(person.heard() == ["milestone 2026-03-02 17:00"])
  }

  @Test func `what is switched off while it waits does not come`() throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    try person.reach(7, habit)
    try person.choose(.reminders, "off")
    try person.live(until: "2026-03-02T16:00:00Z")
    try person.choose(.reminders, "on")
    try person.live(until: "2026-03-03T16:00:00Z")
    #expect(person.heard().isEmpty)
  }

  // MARK: Synced facts

  /// Merges a page of facts from another device: an irrelevant one, and `facts`.
  private func merge(_ person: Person, _ facts: any Fact...) throws {
    person.harness.now = person.harness.now.advanced(bySeconds: 1)
    let other = HabitDeleted(habit: HabitID(rawValue: 99))
    let stamped = ([other] + facts).enumerated().map { index, fact in
      let clock = HybridTime(milliseconds: person.harness.now.milliseconds + Int64(index))
      return StampedFact(fact, HybridTimestamp(clock: clock, device: DeviceID(rawValue: 2)))
    }
    try person.harness.given(merged: stamped)
  }

  @Test func `what was reached before today is not told when it arrives`() throws {
    let (person, habit) = try person()
    person.streak(habit, 7)
    person.harness.now = try instant("2026-03-03T12:00:00Z")
    try merge(person)
    try person.live(until: "2026-03-05T12:00:00Z")
    #expect(person.heard().isEmpty)
    #expect(given(person).isEmpty)
  }

  @Test func `what was reached today is told once when it arrives`() throws {
    let (person, habit) = try person()
    let other = try person.add("Run")
    person.streak(habit, 30)
    person.streak(other, 31)
    try merge(person)
    #expect(person.heard() == ["milestone 2026-03-02 12:00"])
    #expect(given(person).map(\.habit) == [habit])
    try merge(person)
    try person.reach(30, habit)
    try person.live(until: "2026-03-03T12:00:00Z")
    #expect(person.heard().isEmpty)
  }

  @Test func `what another device has told already is not told again`() throws {
    let (there, habit) = try person()
    try there.reach(7, habit)
    let notice = try #require(given(there).first)
    let (here, same) = try person()
    #expect(same == habit)
    here.streak(habit, 7)
    try merge(here, NoticeGiven(notice: notice))
    try here.reach(7, habit)
    try here.live(until: "2026-03-03T12:00:00Z")
    #expect(here.heard().isEmpty)
    #expect(try here.harness.ask(ReadInbox()).items.map(\.notice) == [notice])
  }

  @Test func `what arrives in quiet hours waits for their end`() throws {
    let (person, habit) = try person(quiet: "11:00-15:00")
    person.streak(habit, 7)
    try merge(person)
    #expect(person.heard().isEmpty)
    #expect(person.harness.alarms[held(habit)] == (try instant("2026-03-02T15:00:00Z")))
    try person.live(until: "2026-03-02T16:00:00Z")
    #expect(person.heard() == ["milestone 2026-03-02 15:00"])
  }

  @Test func `a product without notices tells nothing of what arrives`() throws {
    let person = try Person("2026-03-02T12:00:00Z", policies: Policies { $0.allowsNotices = false })
    person.streak(try person.add("Read"), 7)
    try merge(person)
    try person.live(until: "2026-03-03T12:00:00Z")
    #expect(given(person).isEmpty)
    #expect(person.harness.alarms.isEmpty)
  }
}
