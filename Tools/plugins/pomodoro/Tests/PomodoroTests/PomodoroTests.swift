import TestKit
import Testing
import TrackingContract
import TrellisSDK

@testable import Pomodoro

@Suite struct PomodoroTests {
  private let harness = Harness(PomodoroModule.self)
  private let habit = HabitID(rawValue: 7)

  /// What decisions have sent to the habit's days.
  private final class Sent { var checks: [SetCheck] = [] }
  private let sent = Sent()

  init() {
    harness.taking(SetCheck.self) { [sent] in sent.checks.append($0) }
    measure(in: "minutes")
  }

  private func measure(in unit: String?, archived: Bool = false) {
    let target = unit.map { Target(amount: Amount(60), unit: $0) }
    harness.answering(CheckOn.self) { [habit, harness] query in
      let today = harness.calendar.day(at: harness.now)
      var details = HabitDetails(title: "Guitar", target: target)
      details.archived = archived
      return CheckState(
        habit: Habit(id: habit, details: details, createdOn: today, createdAt: harness.now),
        day: query.day ?? today,
        entry: .empty,
        status: .open,
        target: target
      )
    }
  }

  private func pass(minutes: Int64) { harness.now = harness.now.advanced(bySeconds: minutes * 60) }

  private func ring() throws { for key in harness.alarms.keys { try harness.wake(key) } }

  @Test func `minutes go into the habit when the time is up, once`() throws {
    let session = try harness.when(StartSession(habit: habit))
    #expect(harness.alarms.values.map { $0 } == [session.end])
    #expect(session.minutes == 25)
    pass(minutes: 25)
    try ring()
    #expect(sent.checks.map(\.adds) == [Amount(25)])
    #expect(sent.checks.map(\.mark) == [.done])
    #expect(harness.signals.count == 1)
    let report = try harness.when(SettleSessions())
    #expect(report.current == nil && report.today == 25 && report.lately.count == 1)
    try harness.wake("late")
    #expect(sent.checks.count == 1 && harness.alarms.isEmpty)
  }

  @Test func `an alarm that comes early or for another session ends nothing`() throws {
    try harness.when(StartSession(habit: habit, minutes: 10))
    pass(minutes: 9)
    try ring()
    try harness.wake("another")
    #expect(sent.checks.isEmpty)
    #expect(try harness.ask(FocusStatus()).current != nil)
  }

  @Test func `what runs survives a restart, and is settled when nothing ran at its end`() throws {
    try harness.when(StartSession(habit: habit, minutes: 50))
    try harness.reopenFromSnapshot()
    try harness.replay()
    pass(minutes: 200)
    let report = try harness.when(SettleSessions())
    #expect(sent.checks.map(\.adds) == [Amount(50)])
    #expect(report.lately.first?.focused == 50)
  }

  @Test func `stopping keeps the whole minutes until now, and cancelling none`() throws {
    try harness.when(StartSession(habit: habit))
    pass(minutes: 7)
    #expect(try harness.when(StopSession(keeps: true)).focused == 7)
    #expect(sent.checks.map(\.adds) == [Amount(7)])
    try harness.when(StartSession(habit: habit))
    pass(minutes: 9)
    #expect(try harness.when(StopSession(keeps: false)).focused == 0)
    #expect(sent.checks.count == 1 && harness.alarms.isEmpty)
    #expect(try harness.ask(FocusStatus()).lately.count == 1)
    let error = #expect(throws: DomainError.self) { try harness.when(StopSession(keeps: true)) }
    #expect(error?.code == "pomodoro-none")
  }

  @Test func `one at a time, of a sensible length, for a habit that is not archived`() throws {
    for minutes in [0, 241] {
      let error = #expect(throws: DomainError.self) {
        try harness.when(StartSession(habit: habit, minutes: minutes))
      }
      #expect(error?.code == "pomodoro-length")
    }
    try harness.when(StartSession(habit: habit))
    let error = #expect(throws: DomainError.self) { try harness.when(StartSession(habit: habit)) }
    #expect(error?.code == "pomodoro-running")
    try harness.when(StopSession(keeps: false))
    measure(in: "minutes", archived: true)
    let gone = #expect(throws: DomainError.self) { try harness.when(StartSession(habit: habit)) }
    #expect(gone?.code == "habit-archived")
  }

  @Test(arguments: [
    ("hours", 90, Amount(1.5)), ("Pomodoros", 90, Amount(1)), ("pages", 90, nil), ("", 90, nil),
  ])
  func `minutes are counted in the habit’s unit, where it is one of time`(
    unit: String,
    minutes: Int,
    adds: Amount?
  ) throws {
    measure(in: unit)
    try harness.when(StartSession(habit: habit, minutes: minutes))
    pass(minutes: Int64(minutes))
    try ring()
    #expect(sent.checks.map(\.adds) == (adds.map { [$0] } ?? []))
    #expect(try harness.ask(FocusStatus()).lately.first?.isAdded == (adds != nil))
  }

  @Test func `a habit without a target is done by a whole session, not by a part`() throws {
    measure(in: nil)
    try harness.when(StartSession(habit: habit))
    pass(minutes: 5)
    try harness.when(StopSession(keeps: true))
    #expect(sent.checks.isEmpty)
    try harness.when(StartSession(habit: habit))
    pass(minutes: 25)
    try ring()
    #expect(sent.checks.map(\.mark) == [.done] && sent.checks.map(\.adds) == [nil])
  }

  @Test func `minutes of a day that may no longer be marked stay with the session alone`() throws {
    harness.policies.backfillDays = 0
    try harness.when(StartSession(habit: habit))
    pass(minutes: 60 * 24)
    let report = try harness.when(SettleSessions())
    #expect(report.lately.first?.isAdded == false)
    #expect(sent.checks.isEmpty)
  }

  @Test func `a session that another device began is ended there`() throws {
    let stamp = HybridTimestamp(
      clock: HybridTime(milliseconds: harness.now.milliseconds),
      device: DeviceID(rawValue: 9)
    )
    let begun = SessionBegun(
      session: SessionID(rawValue: 1),
      habit: habit,
      minutes: 25,
      at: harness.now
    )
    try harness.given(begun, at: stamp)
    pass(minutes: 30)
    try ring()
    try harness.when(SettleSessions())
    #expect(sent.checks.isEmpty)
    #expect(try harness.ask(FocusStatus()).current?.habit == habit)
    // It does not prevent the next one.
    try harness.when(StartSession(habit: habit))
  }

  @Test func `any order of the same facts is the same, and a habit takes its sessions along`()
    throws
  {
    for minutes: Int64 in [25, 10, 30] {
      try harness.when(StartSession(habit: habit, minutes: 25))
      pass(minutes: minutes)
      if minutes < 25 { try harness.when(StopSession(keeps: true)) } else { try ring() }
    }
    try assertConverges([PomodoroModule.self], harness.facts, seed: 3)
    #expect(try harness.ask(FocusStatus()).lately.count == 3)
    try harness.given(change: HabitRemoved(habit: habit))
    #expect(try harness.ask(FocusStatus()).lately.isEmpty)
  }
}
