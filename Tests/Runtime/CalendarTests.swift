import Core
import Journals
import LeakCheck
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct CalendarTests {
  /// The witness folds everything before the module that answers the calendar query does.
  private let modules: [any Module.Type] = [
    WitnessModule.self, TallyModule.self, WeekModule.self,
  ]

  @Test func `a calendar that was moved counts from the next fact on, whoever folded first`()
    async throws
  {
    let runtime = try start(modules, MemoryJournal())
    try await runtime.send(AddTally(amount: 1))
    try await runtime.send(MoveWeek(start: .sunday))
    try await runtime.send(AddTally(amount: 2))
    let seen = try await runtime.ask(WitnessNotes())
    #expect(seen.notes == ["1 live monday", "2 live sunday"])
    #expect(seen.weekStart == .sunday)
  }

  @Test func `a change that moves the calendar counts as well`() async throws {
    let runtime = try start(modules, MemoryJournal())
    for amount in [1, 999, 2] { try await runtime.send(AddTally(amount: amount)) }
    let seen = try await runtime.ask(WitnessNotes())
    #expect(seen.notes == ["1 live monday", "999 live monday", "2 live saturday"])
    #expect(seen.weekStart == .saturday)
  }

  @Test func `a replay sees the calendar move at the same place`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(modules, journal)
    try await runtime.owner().run { scope in
      try scope.send(AddTally(amount: 1))
      try scope.send(MoveWeek(start: .sunday))
      try scope.send(AddTally(amount: 2))
    }
    let seen = try await start(modules, journal).ask(WitnessNotes())
    #expect(seen.notes == ["1 replayed monday", "2 replayed sunday"])
    #expect(seen.weekStart == .sunday)
  }
}
