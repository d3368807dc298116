import Core
import RemindersContract
import RemindersDomain
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct OnceTests {
  @Test func `waking twice, looking in and a restart repeat nothing`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    let habit = try person.add("Read")
    try person.remind(habit, "19:00")
    try person.reach(7, habit)
    person.streak(habit, 7, atRisk: true)
    try person.live(until: "2026-03-02T22:30:00Z")
    let given = person.heard().count
    #expect(given == 3)
    try person.harness.wake(person.alarm)
    try person.harness.reopenFromSnapshot()
    try person.harness.wake(person.alarm)
    try person.harness.when(GiveDueNotices())
    #expect(person.heard().isEmpty)
    #expect(try person.harness.ask(ReadInbox()).items.count == given)
    #expect(person.harness.facts.count { $0.fact is NoticeGiven } == given)
  }

  @Test func `two devices that both gave a notice have it once`() throws {
    let devices = try [UInt64(1), 2].map { device in
      let person = try Person("2026-03-02T12:00:00Z", device: device)
      try person.remind(try person.add("Read"), "19:00")
      try person.live(until: "2026-03-02T20:00:00Z")
      return person
    }
    for (from, to) in [(devices[0], devices[1]), (devices[1], devices[0])] {
      let own = from.harness.facts.filter { $0.fact is NoticeGiven }
      for fact in own.prefix(1) { try to.harness.given(fact.fact, at: fact.stamp) }
    }
    let inboxes = try devices.map { try $0.harness.ask(ReadInbox()).items }
    #expect(inboxes[0] == inboxes[1])
    #expect(inboxes[0].count == 1)
    for device in devices { #expect(device.heard().count == 1) }
  }

  @Test func `a device that hears of a notice in time does not give it again`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.remind(try person.add("Read"), "19:00")
    let other = try Person("2026-03-02T12:00:00Z", device: 2)
    try other.remind(try other.add("Read"), "19:00")
    try other.live(until: "2026-03-02T19:00:00Z")
    let told = other.harness.facts.filter { $0.fact is NoticeGiven }
    #expect(told.count == 1)
    for fact in told { try person.harness.given(fact.fact, at: fact.stamp) }
    try person.live(until: "2026-03-02T20:00:00Z")
    let known = person.harness.facts.filter { $0.fact is NoticeGiven }
    #expect(known.map(\.stamp) == told.map(\.stamp))
  }

  @Test func `reading the inbox marks what is there and nothing that comes later`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    try person.remind(try person.add("Read"), "19:00")
    try person.live(until: "2026-03-03T20:00:00Z")
    var inbox = try person.harness.ask(ReadInbox(limit: 1))
    #expect(inbox.items.count == 1)
    #expect(inbox.unread == 2)
    #expect(inbox.items[0].titles == ["Read"])
    #expect(inbox.items[0].notice.day == (try day("2026-03-03")))
    #expect(try person.harness.when(MarkRead()).unread == 0)
    #expect(try person.harness.decide(MarkRead()).isEmpty)
    try person.live(until: "2026-03-04T20:00:00Z")
    inbox = try person.harness.ask(ReadInbox())
    #expect(inbox.items.map(\.isRead) == [false, true, true])
    #expect(inbox.unread == 1)
  }

  @Test func `notices are found as long as the inbox has them`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    let (read, piano) = (try person.add("Read"), try person.add("Piano"))
    try person.remind(read, "19:00")
    try person.remind(piano, "19:30")
    try person.live(until: "2026-03-02T20:00:00Z")
    let notices = try person.harness.ask(ReadInbox()).items.map(\.notice)
    #expect(notices.compactMap(\.habit) == [piano, read])
    let all = FindNotices(notices: [NoticeID(rawValue: 1)] + notices.map(\.id))
    #expect(try person.harness.ask(all) == person.harness.ask(ReadInbox()).items)
    #expect(try person.harness.ask(FindNotices(notices: [notices[1].id])).count == 1)
    try person.harness.given(HabitDeleted(habit: piano))
    #expect(try person.harness.ask(all).map(\.notice.id) == [notices[1].id])
    person.habits.removeAll { $0.id == read }
    #expect(try person.harness.ask(all).isEmpty)
  }

  @Test func `more notices at once than the inbox shows are found all the same`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    for number in 0...InboxLimits.shown {
      try person.remind(try person.add("Habit \(number)"), "19:00")
    }
    try person.live(until: "2026-03-02T20:00:00Z")
    let given = person.harness.signals.compactMap { ($0 as? NoticeDue)?.notice.id }
    #expect(given.count == InboxLimits.shown + 1)
    #expect(try person.harness.ask(ReadInbox()).items.count == InboxLimits.shown)
    let found = try person.harness.ask(FindNotices(notices: given)).map(\.notice.id)
    #expect(Set(found) == Set(given))
  }

  @Test func `years of notices stay bounded, the newest kept`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    try person.remind(try person.add("Read"), "19:00")
    try person.live(until: "2026-12-31T20:00:00Z")
    let inbox = try person.harness.ask(ReadInbox(limit: 500))
    #expect(inbox.items.count == InboxLimits.kept)
    #expect(inbox.items.first?.notice.day == (try day("2026-12-31")))
    try person.harness.wake(person.alarm)
    #expect(try person.harness.ask(ReadInbox(limit: 500)) == inbox)
  }

  @Test func `any order of the same facts is the same state`() throws {
    for seed in 0..<400 {
      var random = SplitMix64(seed: UInt64(seed))
      let facts = generated(40 + seed % 260, &random)
      try assertConverges([RemindersModule.self], facts, orders: 4, seed: UInt64(seed))
    }
  }

  @Test func `a state read back from a snapshot is the same`() throws {
    var random = SplitMix64(seed: 5)
    let harness = Harness(RemindersModule.self)
    for fact in generated(300, &random) { try harness.given(fact.fact, at: fact.stamp) }
    let before = harness.snapshot
    try harness.reopenFromSnapshot()
    #expect(harness.snapshot == before)
    for length in stride(from: 0, to: before.count, by: 7) {
      var reader = ByteReader(before[..<length])
      #expect(throws: (any Error).self) { try RemindersState(from: &reader) }
    }
  }

  private func generated(_ count: Int, _ random: inout SplitMix64) -> [StampedFact] {
    (0..<count).map { index in
      let time = HybridTime(milliseconds: Int64.random(in: 1...500, using: &random))
      let device = DeviceID(rawValue: UInt64.random(in: 1...3, using: &random))
      // No device creates two facts with the same timestamp.
      let clock = HybridTime(rawValue: time.rawValue | UInt64(index))
      return StampedFact(fact(&random), HybridTimestamp(clock: clock, device: device))
    }
  }

  private func fact(_ random: inout SplitMix64) -> any Fact {
    let habit = HabitID(rawValue: UInt128.random(in: 1...4, using: &random))
    let number = Int.random(in: 0..<200, using: &random)
    let at = Instant(seconds: Int64(number))
    let slot = ReminderSlot(minutes: number, day: number % 7 == 0 ? Day(number: number) : nil)
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<8: return ReminderSet(habit: habit, slot: slot, weekdays: [.friday], at: at)
    case 8..<12: return ReminderRemoved(habit: habit, slot: slot)
    case 12..<16: return NoticePreferenceSet(key: "reminders", value: "\(number % 2)", at: at)
    case 16: return HabitDeleted(habit: habit)
    case 17..<20: return InboxRead(notices: [NoticeID(rawValue: UInt128(number))])
    default:
      return NoticeGiven(
        notice: Notice(
          id: NoticeID(rawValue: UInt128(number)),
          kind: number % 3 == 0 ? .atRisk : .reminder,
          day: Day(number: number),
          subjects: [NoticeSubject(habit: HabitID(rawValue: UInt128(number % 4 + 1)))],
          at: at
        )
      )
    }
  }
}
