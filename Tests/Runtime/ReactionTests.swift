import Core
import Journals
import LeakCheck
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct ReactionTests {
  @Test func `what a module decides because of a fact is kept in the same batch`() async throws {
    let journal = RecordingJournal()
    let runtime = try start([TallyModule.self, CheerModule.self], journal)
    #expect(try await runtime.send(AddTally(amount: 100)) == 100)
    #expect(journal.record.appends == [2])
    let rows = try await journal.read(space, after: 0, limit: 9).rows
    #expect(rows.map(\.fact.kind) == ["tally.tallied", "cheer.cheered"])
    #expect(try await runtime.ask(CheerCount()) == 1)
    // It ended with the command that it followed from.
    try await runtime.send(AddTally(amount: 1))
    #expect(journal.record.appends == [2, 1])
  }

  @Test func `a condition spares the reaction to what nothing follows from`() async throws {
    let journal = RecordingJournal()
    let runtime = try start([TallyModule.self, CheerModule.self], journal)
    try await runtime.send(AddTally(amount: 99))
    #expect(journal.record.appends == [1])
    #expect(try await runtime.ask(CheerCount()) == 0)
  }

  @Test(.doesNotHang)
  func `two modules that react to each other are cut, reported, and the caller is answered`()
    async throws
  {
    let journal = MemoryJournal()
    let runtime = try start([PingModule.self, PongModule.self], journal)
    #expect(try await runtime.send(Serve()) > 1)
    let failures = await runtime.moduleStatuses().map(\.failures)
    #expect(failures.reduce(0, +) == 1)
    let head = try journal.read(space, after: 0, limit: 1).head
    // The remaining reactions are gone: the next command goes as far as the first.
    try await runtime.send(Serve())
    #expect(try journal.read(space, after: 0, limit: 1).head == 2 * head)
  }

  @Test func `a reaction that throws is reported, and the order stands`() async throws {
    let journal = MemoryJournal()
    let modules: [any Module.Type] = [SulkingModule.self, TallyModule.self, CheerModule.self]
    let runtime = try start(modules, journal)
    #expect(try await runtime.send(AddTally(amount: 100)) == 100)
    let failures = await runtime.moduleStatuses().map { [$0.manifest.name: $0.failures] }
    #expect(failures == [["sulking": 1], ["tally": 0], ["cheer": 0]])
    // It does not prevent others from reacting either.
    #expect(try await runtime.ask(CheerCount()) == 1)
    #expect(try journal.read(space, after: 0, limit: 9).head == 2)
  }
}
