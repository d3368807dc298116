import Core
import Engine
import EngineDriving
import Journals
import LeakCheck
import TestKit
import Testing

/// How several changes of an alarm in one batch, or in one reading of the past, are combined.
@Suite(.leavesNothingBehind) struct EngineAlarmTests {
  private let modules: [any Module.Type] = [TallyModule.self, AlarmModule.self]
  private let due = noon.advanced(bySeconds: 3600)

  private func alarm(at instant: Instant) -> Alarm {
    Alarm(space: space, module: "alarm", key: "later", at: instant)
  }

  @Test func `an alarm that an order moved just before the waking is still to come`() throws {
    let clock = ManualClock(noon)
    let bench = try EngineBench(modules, clock: clock)
    try bench.send(AddTally(amount: 1))
    clock.set(due)
    bench.submit(AddTally(amount: 1))
    bench.submit(alarm(at: due))
    try bench.driver.settle()
    #expect(bench.answers == ["2", "woken"])
    #expect(bench.journal.alarms.map(\.at) == [due.advanced(bySeconds: 3600)])
  }

  @Test func `an alarm that is set anew right after the waking is set`() throws {
    let clock = ManualClock(noon)
    let bench = try EngineBench(modules, clock: clock)
    try bench.send(AddTally(amount: 1))
    clock.set(due)
    bench.submit(alarm(at: due))
    bench.submit(AddTally(amount: 1))
    try bench.driver.settle()
    #expect(bench.journal.alarms.map(\.at) == [due.advanced(bySeconds: 3600)])
  }

  @Test func `one waking does for an alarm that was set for then or earlier`() throws {
    let bench = try EngineBench(modules, clock: FixedClock(noon))
    _ = try bench.ask(WakeCount())
    bench.submit(AddTally(amount: 1))
    bench.submit(alarm(at: due))
    try bench.driver.settle()
    #expect(bench.journal.alarms.isEmpty)
    bench.submit(AddTally(amount: 1))
    bench.submit(alarm(at: due.advanced(bySeconds: 1)))
    try bench.driver.settle()
    #expect(bench.journal.alarms.isEmpty)
  }

  @Test func `a merged fact sets its alarm as one that happens here does`() throws {
    let harness = Harness(modules: modules, now: noon)
    let stamp = HybridTimestamp(
      clock: HybridTime(milliseconds: noon.milliseconds - 1000),
      device: DeviceID(rawValue: 2)
    )
    try harness.given(Tallied(amount: 1), at: stamp)
    #expect(harness.alarms == ["later": due.advanced(bySeconds: -1)])
  }

  // MARK: The past

  @Test func `a question waits neither for the alarms of the past nor fails with them`() throws {
    let bench = try EngineBench(modules)
    try bench.writeElsewhere(1)
    bench.submit(TallyTotal())
    try bench.driver.open()
    #expect(bench.answers == ["1"])
    let append = try #require(bench.engine.takeBatch())
    #expect(append.facts.isEmpty && append.alarms.map(\.at) == [due])
    bench.submit(TallyTotal())
    #expect(bench.answers == ["1", "1"])
    bench.engine.settle(.failure(JournalError(.full, "The disk is full.")))
    // They are still pending, and not tried again and again.
    #expect(bench.engine.takeBatch() == nil)
    #expect(try bench.ask(TallyTotal()) == 1)
    try bench.send(AddTally(amount: 1))
    #expect(bench.journal.alarms.map(\.at) == [due])
  }

  @Test func `alarms of the past that met others' facts are kept with what these ask for`() throws {
    let bench = try EngineBench(modules)
    try bench.writeElsewhere(1)
    try bench.driver.open()
    let append = try #require(bench.engine.takeBatch())
    // By a program without alarms, so that no other process sets this one.
    try bench.writeElsewhere(1, at: noon.advanced(bySeconds: 60))
    for result in try bench.journal.append([append]) { bench.engine.settle(.success(result)) }
    #expect(bench.journal.alarms.isEmpty)
    _ = try bench.ask(TallyTotal())
    #expect(bench.journal.alarms.map(\.at) == [due.advanced(bySeconds: 60)])
  }

  @Test func `what is kept already is not asked for by reading the past once more`() throws {
    let clock = ManualClock(noon)
    let bench = try EngineBench(modules + [WeekModule.self], clock: clock)
    try bench.send(AddTally(amount: 1))
    clock.set(due)
    bench.submit(alarm(at: due))
    try bench.driver.settle()
    #expect(bench.journal.alarms.isEmpty)
    // Another process wrote first, so that the space is read from its beginning.
    try bench.writeElsewhere(1)
    try bench.send(MoveWeek(start: .sunday))
    #expect(try bench.ask(TallyTotal()) == 2)
    #expect(bench.journal.alarms.isEmpty)
  }

  @Test func `a space that is read whole once more sets nothing that the journal has`() throws {
    let modules: [any Module.Type] = self.modules + [HourlyModule.self]
    let early = try EngineBench(modules)
    try early.send(AddTally(amount: 1))
    let hourly = Alarm(space: space, module: "hourly", key: "hour", at: Instant(seconds: 0))
    early.submit(hourly)
    try early.driver.settle()
    // One is as the fact says, and the other was moved when it was handled.
    #expect(early.journal.alarms.map(\.at) == [due, due])
    let late = try EngineBench(modules, journal: early.journal)
    late.submit(TallyTotal())
    try late.driver.open()
    #expect(late.answers == ["1"])
    #expect(late.engine.takeBatch() == nil)
  }

  @Test func `a module that was away gets the alarm of what was written without it`() throws {
    let clock = ManualClock(noon)
    let early = try EngineBench(modules, clock: clock)
    try early.send(AddTally(amount: 1))
    clock.set(due)
    early.submit(alarm(at: due))
    try early.driver.settle()
    try early.driver.keepSnapshot()
    #expect(early.journal.alarms.isEmpty)
    try early.writeElsewhere(1, at: due)
    let late = try EngineBench(modules, clock: clock, journal: early.journal)
    #expect(try late.ask(TallyTotal()) == 2)
    #expect(early.journal.alarms.map(\.at) == [due.advanced(bySeconds: 3600)])
  }

  @Test func `an open space sets the alarm that another program could not set`() throws {
    let clock = ManualClock(noon)
    let bench = try EngineBench(modules, clock: clock)
    try bench.send(AddTally(amount: 1))
    clock.set(due)
    bench.submit(alarm(at: due))
    try bench.driver.settle()
    #expect(bench.journal.alarms.isEmpty)
    // An hour after this it is past, and may have been handled.
    try bench.writeElsewhere(1, at: noon)
    #expect(try totalAfterRefresh(bench) == 2)
    #expect(bench.journal.alarms.isEmpty)
    try bench.writeElsewhere(1, at: due)
    #expect(try totalAfterRefresh(bench) == 3)
    #expect(bench.journal.alarms.map(\.at) == [due.advanced(bySeconds: 3600)])
    // What is set already remains.
    try bench.writeElsewhere(1, at: due.advanced(bySeconds: 60))
    #expect(try totalAfterRefresh(bench) == 4)
    #expect(bench.journal.alarms.map(\.at) == [due.advanced(bySeconds: 3600)])
  }

  private func totalAfterRefresh(_ bench: EngineBench) throws -> Int {
    try bench.driver.refresh()
    return try bench.ask(TallyTotal())
  }

  @Test func `no snapshot is made of a space whose alarms of the past are not kept`() throws {
    let journal = MemoryJournal()
    let early = try EngineBench(journal: journal)
    try early.send(ImportTallies(amounts: (1...1100).map { _ in 1 }))
    let bench = try EngineBench(modules, journal: journal)
    try bench.driver.open()
    #expect(!bench.engine.isSnapshotDue())
    try bench.driver.settle()
    #expect(bench.engine.isSnapshotDue())
    #expect(journal.alarms.map(\.module) == ["alarm"])
  }
}
