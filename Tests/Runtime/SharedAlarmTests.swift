import Core
import Engine
import EngineDriving
import Journals
import LeakCheck
import Loop
import TestKit
import Testing

@testable import Runtime

/// Alarms of many spaces, and of several programs on one journal.
@Suite(.leavesNothingBehind) struct SharedAlarmTests {
  private let modules: [any Module.Type] = [TallyModule.self, AlarmModule.self]
  private let later = noon.advanced(bySeconds: 3600)

  private func id(_ number: Int) -> SpaceID { SpaceID(rawValue: UInt128(number)) }

  @Test func `a space that cannot be read delays no other space's alarm`() async throws {
    let journal = MemoryJournal()
    let first = try start(modules, journal)
    for number in 1...3 { try await first.send(AddTally(amount: 1), to: id(number)) }
    let bad = foreign("{")
    _ = try journal.append([AppendRequest(space: id(1), after: 1, facts: [bad])])
    let second = try start(modules, journal, now: later)
    // The alarm of the bad space is checked again when its claim ends.
    #expect(try await second.handleDueAlarms() == later.advanced(bySeconds: 60))
    for number in 2...3 { #expect(try await second.ask(WakeCount(), in: id(number)) == 1) }
    #expect(journal.alarms.map(\.space) == [id(1)])
    let failures = await second.moduleStatuses().map { [$0.manifest.name: $0.failures] }
    #expect(failures == [["tally": 0], ["alarm": 1]])
  }

  @Test func `more alarms than are claimed at a time are all dealt with`() async throws {
    let journal = MemoryJournal()
    let first = try start(modules, journal)
    for number in 1...230 { try await first.send(AddTally(amount: 1), to: id(number)) }
    let second = try start(modules, journal, now: later)
    #expect(try await second.handleDueAlarms() == nil)
    #expect(journal.alarms.isEmpty)
  }

  @Test func `two programs on one journal wake each alarm once`() async throws {
    let journal = MemoryJournal()
    let first = try start(modules, journal)
    for number in 1...150 { try await first.send(AddTally(amount: 1), to: id(number)) }
    let programs = [
      try start(modules, journal, now: later), try start(modules, journal, now: later, seed: 2),
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for program in programs { group.addTask { _ = try await program.handleDueAlarms() } }
      try await group.waitForAll()
    }
    for number in 1...150 {
      let kinds = try journal.read(id(number), after: 0, limit: 9).rows.map(\.fact.kind)
      #expect(kinds == ["tally.tallied", "alarm.woken"])
    }
    #expect(journal.alarms.isEmpty)
  }

  @Test func `what one program has claimed another leaves alone until the claim ends`()
    async throws
  {
    let base = MemoryJournal()
    let slow = RecordingJournal(base)
    let first = try start(modules, slow, clock: FixedClock(later))
    try await start(modules, base).send(AddTally(amount: 1))
    let hold = slow.holdOnce(beforeKeeping: true)
    async let looked = first.handleDueAlarms()
    await hold.waitUntilReached()
    let second = try start(modules, base, now: later)
    #expect(try await second.handleDueAlarms() == later.advanced(bySeconds: 60))
    hold.release()
    #expect(try await looked == nil)
    #expect(try await second.ask(WakeCount()) == 1)
  }

  @Test func `an alarm that another program moved meanwhile is not lost`() async throws {
    let journal = MemoryJournal()
    let clock = ManualClock(noon)
    let first = try start(modules, journal, clock: clock)
    try await first.send(AddTally(amount: 1))
    clock.set(later)
    let claim = AlarmClaim(
      now: later,
      until: later.advanced(bySeconds: 60),
      modules: ["alarm"],
      limit: 1
    )
    let claimed = try #require(try journal.claimAlarms(claim).first)
    #expect(claimed.at == later)
    // Between the claim and the wake another program moves the alarm.
    try await start(modules, journal, now: later).send(AddTally(amount: 1))
    try await wake(claimed, in: first)
    #expect(try await first.ask(WakeCount()) == 1)
    #expect(journal.alarms.map(\.at) == [later.advanced(bySeconds: 3600)])
  }

  private func wake(_ alarm: Alarm, in runtime: Runtime) async throws {
    let woken = AsyncThrowingStream.makeStream(of: Void.self)
    await LoopActor.run {
      let waking = WakeOperation(alarm) { result in
        if case .failure(let error) = result { return woken.continuation.finish(throwing: error) }
        woken.continuation.finish()
      }
      runtime.spaces.submit(waking, to: alarm.space)
    }
    for try await _ in woken.stream {}
  }

  @Test func `a conflict does not bring back an alarm that others have moved`() async throws {
    let journal = MemoryJournal()
    let clock = ManualClock(noon)
    let modules: [any Module.Type] = [TallyModule.self, AlarmModule.self, WeekModule.self]
    let first = try start(modules, journal, clock: clock)
    try await first.send(AddTally(amount: 1))
    try await start(modules, journal, now: noon.advanced(bySeconds: 60)).send(AddTally(amount: 1))
    let moved = later.advanced(bySeconds: 60)
    #expect(journal.alarms.map(\.at) == [moved])
    // Not related to the alarm, but reads the space again.
    try await first.send(MoveWeek(start: .sunday))
    #expect(journal.alarms.map(\.at) == [moved])
  }

  @Test func `a module that fails is woken again when the claim ends`() async throws {
    let (journal, clock) = (MemoryJournal(), ManualClock(noon))
    let runtime = try start([TallyModule.self, SleeperModule.self], journal, clock: clock)
    try await runtime.send(AddTally(amount: 1))
    #expect(try await runtime.handleDueAlarms() == noon.advanced(bySeconds: 60))
    try await runtime.send(AddTally(amount: 1))
    clock.set(noon.advanced(bySeconds: 60))
    #expect(try await runtime.handleDueAlarms() == nil)
    let kinds = try journal.read(space, after: 0, limit: 9).rows.map(\.fact.kind)
    #expect(kinds == ["tally.tallied", "tally.tallied", "sleeper.risen"])
  }

  @Test func `alarms of modules that are not loaded do not count`() async throws {
    let journal = MemoryJournal()
    let sleepers = try start(modules, journal)
    for number in 1...120 { try await sleepers.send(AddTally(amount: 1), to: id(number)) }
    let hourly: [any Module.Type] = [TallyModule.self, HourlyModule.self]
    try await start(hourly, journal).send(AddTally(amount: 1), to: id(200))
    // The first hundred that are due belong to a module that is not loaded here.
    let runtime = try start(hourly, journal, now: later)
    #expect(try await runtime.handleDueAlarms() == later.advanced(bySeconds: 3600))
    #expect(journal.alarms.count { $0.module == "alarm" } == 120)
    #expect(try await start([TallyModule.self], journal, now: later).handleDueAlarms() == nil)
  }
}

/// Is to be woken at the first tally, and cannot be before the second.
private enum SleeperModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "sleeper",
    version: "1.0.0",
    summary: "Rises late.",
    kernel: KernelVersion(2, 0),
    owns: [Risen.self],
    follows: [TallyChanged.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.follow(TallyChanged.self) { state, change, context in
      state.total = change.total
      if change.total == 1 { context.setAlarm("up", at: Instant(seconds: 0)) }
    }
    host.fold(Risen.self) { _, _, context in context.setAlarm("up", at: nil) }
    host.wake { state, _, _ in
      guard state.total > 1 else { throw DomainError("tired", "Not yet.") }
      return [Risen()]
    }
  }
}

private struct Risen: Fact {
  static let name = "sleeper.risen"
  var entity: EntityID? { nil }
}
