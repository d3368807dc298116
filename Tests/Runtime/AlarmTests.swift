import Bus
import Core
import Journals
import LeakCheck
import Loop
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct AlarmTests {
  @Test func `an alarm survives a restart and wakes its module once`() async throws {
    let journal = MemoryJournal()
    let modules: [any Module.Type] = [TallyModule.self, AlarmModule.self]
    let first = try start(modules, journal, now: noon)
    try await first.send(AddTally(amount: 1), to: space)
    #expect(try await first.handleDueAlarms() == noon.advanced(bySeconds: 3600))
    #expect(try await first.ask(WakeCount(), in: space) == 0)

    let later = try start(modules, journal, now: noon.advanced(bySeconds: 3601))
    #expect(try await later.handleDueAlarms() == nil)
    #expect(try await later.ask(WakeCount(), in: space) == 1)
    #expect(try await later.handleDueAlarms() == nil)
    #expect(try await later.ask(WakeCount(), in: space) == 1)
  }

  @Test func `a module added later gets the alarm that the past asks for`() async throws {
    let journal = MemoryJournal()
    try await start(journal, now: noon).send(AddTally(amount: 1), to: space)
    let modules: [any Module.Type] = [TallyModule.self, AlarmModule.self]
    let later = try start(modules, journal, now: noon.advanced(bySeconds: 60))
    _ = try await later.send(AddTally(amount: 1), to: space)
    #expect(try journal.nextAlarm(of: ["alarm"]) == noon.advanced(bySeconds: 3660))
  }

  @Test func `a module that is woken may set its next alarm and say nothing else`() async throws {
    let journal = MemoryJournal()
    let modules: [any Module.Type] = [TallyModule.self, HourlyModule.self]
    let first = try start(modules, journal, now: noon)
    try await first.send(AddTally(amount: 1), to: space)
    #expect(try await first.handleDueAlarms() == noon.advanced(bySeconds: 3600))
    let later = try start(modules, journal, now: noon.advanced(bySeconds: 9000))
    #expect(try await later.handleDueAlarms() == noon.advanced(bySeconds: 12_600))
    #expect(try journal.read(space, after: 0, limit: 10).head == 1)
  }

  @Test func `alarms of modules that are not loaded wait, and nobody is woken for them`()
    async throws
  {
    let journal = MemoryJournal()
    let modules: [any Module.Type] = [TallyModule.self, AlarmModule.self]
    try await start(modules, journal, now: noon).send(AddTally(amount: 1), to: space)
    let later = noon.advanced(bySeconds: 7200)
    #expect(try await start([TallyModule.self], journal, now: later).handleDueAlarms() == nil)
    let again = try start(modules, journal, now: later)
    _ = try await again.handleDueAlarms()
    #expect(try await again.ask(WakeCount(), in: space) == 1)
  }
}
