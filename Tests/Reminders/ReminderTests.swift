import Core
import RemindersContract
import TestKit
import Testing
import TrackingContract

@Suite struct ReminderTests {
  @Test func `a reminder comes every day at its time`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    try person.remind(try person.add("Read"), "19:00")
    try person.live(until: "2026-03-04T20:00:00Z")
    let days = ["2026-03-02", "2026-03-03", "2026-03-04"]
    #expect(person.heard() == days.map { "reminder \($0) 19:00" })
  }

  @Test func `chosen weekdays and several times a day`() throws {
    let person = try Person("2026-03-02T06:00:00Z")
    try person.only(.reminder)
    let habit = try person.add("Read")
    try person.remind(habit, "08:00", on: [.monday, .wednesday])
    try person.remind(habit, "20:30", on: [.wednesday])
    try person.live(until: "2026-03-09T07:00:00Z")
    #expect(
      person.heard() == [
        "reminder 2026-03-02 08:00", "reminder 2026-03-04 08:00", "reminder 2026-03-04 20:30",
      ]
    )
  }

  @Test func `what is done, skipped, not due or archived is not reminded of`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    let habits = try ["Done", "Skipped", "Not due", "Open", "Archived"].map { try person.add($0) }
    for habit in habits { try person.remind(habit, "19:00") }
    person.status = [habits[0]: .done, habits[1]: .skipped]
    person.notDue = [habits[2]]
    person.habits[4].details.archived = true
    try person.live(until: "2026-03-02T20:00:00Z")
    let given = person.harness.signals.compactMap { ($0 as? NoticeDue)?.notice.habit }
    #expect(given == [habits[3]])
  }

  @Test func `a habit in the archive gets no reminder that would never come, and can lose one`()
    throws
  {
    let person = try Person("2026-03-02T12:00:00Z")
    let habit = try person.add("Read")
    try person.remind(habit, "19:00")
    person.habits[0].details.archived = true
    let refusal = #expect(throws: DomainError.self) { try person.remind(habit, "20:00") }
    #expect(refusal?.code == "habit-archived")
    #expect(try person.harness.when(RemoveReminders(habit: habit)).reminders.isEmpty)
  }

  @Test func `a changed schedule holds from then on`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    let habit = try person.add("Read")
    try person.remind(habit, "08:00")
    try person.live(until: "2026-03-02T13:00:00Z")
    #expect(person.heard().isEmpty, "a time that had passed when it was set")
    try person.harness.when(RemoveReminders(habit: habit))
    try person.remind(habit, "21:00")
    try person.live(until: "2026-03-03T22:00:00Z")
    #expect(person.heard() == ["reminder 2026-03-02 21:00", "reminder 2026-03-03 21:00"])
    let left = try person.harness.when(RemoveReminders(habit: habit, minutes: 21 * 60))
    #expect(left.reminders.isEmpty)
    try person.live(until: "2026-03-05T22:00:00Z")
    #expect(person.heard().isEmpty)
  }

  @Test func `a reminder for tomorrow comes tomorrow alone`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    let habit = try person.add("Read")
    person.notDue = [habit]
    try person.remind(habit, "09:00", day: try day("2026-03-03"))
    try person.live(until: "2026-03-06T12:00:00Z")
    #expect(person.heard() == ["reminder 2026-03-03 09:00"])
    #expect(try person.harness.ask(AllReminders()).items.isEmpty)
  }

  @Test func `one of several reminders at a time is taken back alone`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    let habit = try person.add("Read")
    let daily = ReminderSlot(minutes: 19 * 60)
    let once = ReminderSlot(minutes: 19 * 60, day: try day("2026-03-03"))
    func left(without slot: ReminderSlot) throws -> [ReminderSlot] {
      try person.remind(habit, "19:00")
      try person.remind(habit, "19:00", day: once.day)
      let command = RemoveReminders(habit: habit, slot: slot)
      return try person.harness.when(command).reminders.map(\.slot)
    }
    #expect(try left(without: once) == [daily])
    #expect(try left(without: daily) == [once])
    let refusal = #expect(throws: DomainError.self) {
      try person.harness.when(RemoveReminders(habit: habit, slot: daily))
    }
    #expect(refusal?.code == "no-such-reminder")
    #expect(try person.harness.when(RemoveReminders(habit: habit)).reminders.isEmpty)
  }

  @Test func `what a laptop slept through is told once, and only if it still makes sense`() throws {
    let person = try Person("2026-03-02T06:00:00Z")
    try person.only(.reminder)
    let habit = try person.add("Read")
    for time in ["08:00", "12:00", "22:00"] { try person.remind(habit, time) }
    try person.sleep(until: "2026-03-02T13:00:00Z")
    #expect(person.heard() == ["reminder 2026-03-02 13:00"])
    try person.sleep(until: "2026-03-05T09:00:00Z")
    #expect(person.heard() == ["reminder 2026-03-05 09:00"])
    person.status = [habit: .done]
    try person.sleep(until: "2026-03-05T23:00:00Z")
    #expect(person.heard().isEmpty)
  }

  @Test
  func `a time that does not exist comes as the clock jumps, one that exists twice comes once`()
    throws
  {
    let person = try Person("2026-03-28T12:00:00Z", zone: "Europe/Berlin")
    try person.only(.reminder)
    try person.remind(try person.add("Read"), "02:30")
    try person.live(until: "2026-03-29T12:00:00Z")
    #expect(person.heard() == ["reminder 2026-03-29 03:00"])
    try person.sleep(until: "2026-10-24T12:00:00Z")
    _ = person.heard()
    try person.live(until: "2026-10-25T12:00:00Z")
    #expect(person.heard() == ["reminder 2026-10-25 02:30"])
  }

  @Test func `what was set and given by a wrong clock silences nothing once it is right`() throws {
    let person = try Person("2030-01-05T12:00:00Z")
    try person.only(.reminder)
    try person.choose(.reminders, "off")
    try person.choose(.reminders, "on")
    try person.remind(try person.add("Read"), "19:00")
    try person.live(until: "2030-01-05T20:00:00Z")
    #expect(person.heard() == ["reminder 2030-01-05 19:00"])
    person.harness.now = try instant("2026-03-02T12:00:00Z")
    try person.harness.given(change: profileChanged)
    try person.live(until: "2026-03-03T20:00:00Z")
    #expect(person.heard() == ["reminder 2026-03-02 19:00", "reminder 2026-03-03 19:00"])
  }

  @Test func `moving to another zone moves what is to come and repeats nothing`() throws {
    let person = try Person("2026-03-02T12:00:00Z", zone: "Europe/Berlin")
    try person.only(.reminder)
    try person.remind(try person.add("Read"), "19:00")
    try person.live(until: "2026-03-02T18:30:00Z")
    #expect(person.heard() == ["reminder 2026-03-02 19:00"])
    person.harness.calendar.zone = try Zone(identifier: "America/New_York")
    try person.harness.given(change: profileChanged)
    try person.live(until: "2026-03-03T23:59:00Z")
    #expect(person.heard().isEmpty, "seven in the evening comes again that day, but not again here")
    try person.live(until: "2026-03-04T00:30:00Z")
    let signals = person.harness.signals.compactMap { $0 as? NoticeDue }
    #expect(signals.map(\.notice.day).map(\.description) == ["2026-03-02", "2026-03-03"])
    #expect(signals.last?.notice.at == (try instant("2026-03-04T00:00:00Z")))
  }

  @Test func `hours before the day begins belong to the day before`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    person.harness.calendar.dayStart = try #require(
      DayStart(minutes: 240, since: try day("2026-03-01"))
    )
    try person.only(.reminder)
    try person.remind(try person.add("Read"), "01:00")
    try person.live(until: "2026-03-03T02:00:00Z")
    let notice = (person.harness.signals.last as? NoticeDue)?.notice
    #expect(notice?.day == (try day("2026-03-02")))
  }

  @Test func `deleting a habit takes its reminders, notices and alarm along`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    let habit = try person.add("Read")
    try person.remind(habit, "19:00")
    try person.live(until: "2026-03-02T20:00:00Z")
    #expect(person.harness.alarms[person.alarm] == (try instant("2026-03-03T19:00:00Z")))
    person.habits = []
    try person.harness.given(HabitDeleted(habit: habit))
    try person.live(until: "2026-03-02T20:01:00Z")
    #expect(person.harness.alarms.isEmpty)
    #expect(try person.harness.ask(ReadInbox()).items.isEmpty)
    #expect(try person.harness.ask(AllReminders()).items.isEmpty)
  }

  @Test func `while no reminder is set, no program that reads the past sets the alarm anew`() throws
  {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    try person.add("Read")
    for (moment, next) in [("02T12:01", "09T12:00"), ("09T12:01", "16T12:00")] {
      try person.live(until: "2026-03-\(moment):00Z")
      try person.harness.replay()
      #expect(try person.harness.ask(AllReminders()).items.isEmpty)
      #expect(person.harness.alarms[person.alarm] == (try instant("2026-03-\(next):00Z")))
    }
  }

  @Test func `reminders of an import are taken over once`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    try person.only(.reminder)
    let times = [
      ReminderTime(minutes: 1140, weekdays: [.monday]),
      ReminderTime(minutes: 1140, weekdays: [.tuesday]),
    ]
    let habit = try person.add("Read", reminders: times)
    let expected = [Reminder(slot: ReminderSlot(minutes: 1140), weekdays: [.monday, .tuesday])]
    #expect(try person.harness.ask(AllReminders()).items.first?.reminders == expected)
    try person.live(until: "2026-03-04T20:00:00Z")
    #expect(person.heard() == ["reminder 2026-03-02 19:00", "reminder 2026-03-03 19:00"])
    #expect(person.harness.facts.count { $0.fact is ReminderSet } == 1)
    try person.harness.when(RemoveReminders(habit: habit))
    try person.harness.given(change: HabitChanged(habit: person.habits[0]))
    try person.live(until: "2026-03-11T20:00:00Z")
    #expect(person.heard().isEmpty)
  }

  @Test func `what cannot be is refused`() throws {
    let person = try Person("2026-03-02T12:00:00Z")
    let habit = try person.add("Read")
    let unknown = HabitID(rawValue: 99)
    #expect(throws: DomainError.self) { try person.remind(unknown, "19:00") }
    #expect(throws: DomainError.self) {
      try person.remind(habit, "11:00", day: try day("2026-03-02"))
    }
    #expect(throws: DomainError.self) {
      try person.harness.when(SetReminder(habit: habit, slot: ReminderSlot(minutes: 1440)))
    }
    #expect(throws: DomainError.self) {
      try person.harness.when(RemoveReminders(habit: habit, minutes: 60))
    }
    for hour in 0..<12 { try person.remind(habit, "\(hour)") }
    #expect(throws: DomainError.self) { try person.remind(habit, "23:00") }
    try person.remind(habit, "5", on: [.friday])
    #expect(person.harness.facts.count { $0.fact is ReminderSet } == 13)
    try person.remind(habit, "5", on: [.friday])
    #expect(person.harness.facts.count { $0.fact is ReminderSet } == 13)
  }
}
