import Core
import EngineDriving
import Journals
import LeakCheck
import Runtime
import TestKit
import Testing

/// What the tests of modules see is what programs do.
@Suite(.leavesNothingBehind) struct HarnessTests {
  /// Modules that never fail, since a failure in a harness fails the test.
  private static let modules: [any Module.Type] = [
    TallyModule.self, EchoModule.self, CheerModule.self, AlarmModule.self, WeekModule.self,
  ]
  private let only = SpaceID(rawValue: 1)

  @Test func `a harness makes the very facts that a program makes`() async throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let (journal, clock) = (MemoryJournal(), ManualClock(noon))
      let runtime = try start(HarnessTests.modules, journal, clock: clock, seed: seed)
      let harness = Harness(modules: HarnessTests.modules, now: noon, seed: seed)
      for step in History.steps(seed: seed, count: 25) {
        if case .wait(let seconds) = step { clock.set(clock.now().advanced(bySeconds: seconds)) }
        harness.now = clock.now()
        let replies = (try await reply(of: runtime, to: step), try reply(of: harness, to: step))
        #expect(replies.0 == replies.1, "seed \(seed)")
      }
      let rows = try journal.read(only, after: 0, limit: .max)
      #expect(try harness.journal.read(only, after: 0, limit: .max) == rows, "seed \(seed)")
      #expect(Set(harness.journal.alarms) == Set(journal.alarms), "seed \(seed)")
    }
  }

  /// Nil for an error, and for a step that is not a command.
  private func reply(of runtime: Runtime, to step: History.Step) async throws -> Int? {
    switch step {
    case .add(let amount): try? await runtime.send(AddTally(amount: amount), to: only)
    case .importing(let amounts):
      try await runtime.send(ImportTallies(amounts: amounts), to: only)
    case .moveWeek(let start):
      try await runtime.send(MoveWeek(start: start), to: only) ? 1 : 0
    default: nil
    }
  }

  private func reply(of harness: Harness, to step: History.Step) throws -> Int? {
    switch step {
    case .add(let amount): try? harness.when(AddTally(amount: amount))
    case .importing(let amounts): try harness.when(ImportTallies(amounts: amounts))
    case .moveWeek(let start): try harness.when(MoveWeek(start: start)) ? 1 : 0
    default: nil
    }
  }
}
