import Core
import Engine
import EngineDriving
import EventDispatch
import Journals
import LeakCheck
import Loop
import Runtime
import Testing

/// Several runtimes at once, independent of each other or on one journal.
@Suite(.leavesNothingBehind) struct NeighbourTests {
  @Test func `two runtimes in one process have their own modules and do not hear each other`()
    async throws
  {
    let first = try start([TallyModule.self], MemoryJournal())
    let second = try start([FaultyModule.self, TallyModule.self, EchoModule.self], MemoryJournal())
    let (heardFirst, heardSecond) = (Heard(), Heard())
    let subscriptions = await [listen(first, heardFirst), listen(second, heardSecond)]
    try await first.send(AddTally(amount: 10))
    try await second.send(AddTally(amount: 3))
    // A reply is delivered before its events have been published to all.
    await LoopActor.run {}
    #expect(heardFirst.all == ["fact 10", "change 10", "signal 10"])
    #expect(heardSecond.all == ["fact 3", "change 3"])
    #expect(try await second.ask(EchoCount()) == EchoReply(changes: 1, total: 3))
    await #expect(throws: DomainError.self) { try await first.ask(EchoCount()) }
    #expect(await first.moduleStatuses().map(\.failures) == [0])
    #expect(await second.moduleStatuses().map(\.failures) == [1, 0, 0])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `nothing is refused because of what another program has changed meanwhile`()
    async throws
  {
    let journal = MemoryJournal()
    let (first, second) = (try start(journal), try start(journal))
    #expect(try await first.ask(TallyTotal(), in: space) == 0)
    try await second.send(AddTally(amount: 5), to: space)
    // The first does not follow the other: it has not read that there are five.
    #expect(try await first.send(AddTally(amount: -5), to: space) == 0)
    try await second.send(AddTally(amount: 3), to: space)
    let outcome = try await first.owner().run { try $0.send(AddTally(amount: -2)) }
    #expect(outcome.reply == 1)
    await #expect(throws: DomainError.self) {
      try await first.send(AddTally(amount: -2), to: space)
    }
    #expect(try await first.ask(TallyTotal(), in: space) == 1)
  }

  @Test func `what was carried out before a refusal is not carried out again`() async throws {
    let base = MemoryJournal()
    let journal = RecordingJournal(base)
    let runtime = try start(journal)
    _ = try await runtime.ask(TallyTotal())
    let hold = journal.holdOnce()
    let refused = Task {
      _ = try await runtime.owner().run { scope in
        try scope.send(AddTally(amount: 4))
        try scope.send(AddTally(amount: 0))
      }
    }
    await hold.waitUntilReached()
    // Before it is refused, another program changes what it did not see.
    try await start(base).send(AddTally(amount: 5))
    hold.release()
    await #expect(throws: DomainError.self) { try await refused.value }
    #expect(try base.read(space, after: 0, limit: 9).head == 2)
  }

  @Test func `nothing is taken for done that another program has undone meanwhile`() async throws {
    let journal = MemoryJournal()
    let (first, second) = (try start(journal), try start(journal))
    #expect(try await first.ask(TallyTotal(), in: space) == 0)
    try await second.send(AddTally(amount: 5), to: space)
    // The first does not follow the other: as far as it knows there are none.
    #expect(try await first.send(SetTally(total: 0), to: space) == 0)
    try await second.send(AddTally(amount: 3), to: space)
    #expect(try await second.ask(TallyTotal(), in: space) == 3)
    let outcome = try await first.owner().run { try $0.send(SetTally(total: 0)) }
    #expect(outcome.reply == 0 && outcome.unchangedAfter == nil)
    #expect(try await second.send(SetTally(total: 0), to: space) == 0)
    #expect(try journal.read(space, after: 0, limit: 9).head == 4)
    // Nobody has written since.
    #expect(try await first.owner().send(SetTally(total: 0)).unchangedAfter == 4)
  }

  @Test func `an engine that is driven by hand looks too before it leaves things as they are`()
    throws
  {
    let journal = MemoryJournal()
    let (first, second) = (try driver(journal), try driver(journal))
    #expect(try first.perform { AskOperation(TallyTotal(), by: .owner, $0) } == 0)
    _ = try second.decide { SendOperation(AddTally(amount: 5), by: .owner, $0) }
    let outcome = try first.decide { SendOperation(SetTally(total: 0), by: .owner, $0) }
    #expect(outcome.reply == 0 && outcome.unchangedAfter == nil)
    #expect(try journal.read(space, after: 0, limit: 9).head == 2)
    // A question is never asked twice.
    let asked = try first.decide { completion in
      RunOperation(by: .owner, { try $0.ask(TallyTotal()) }, completion)
    }
    #expect(asked.reply == 0 && asked.unchangedAfter == nil)
  }

  private func driver(_ journal: MemoryJournal) throws -> EngineDriver {
    EngineDriver(
      space: space,
      modules: try ModuleSet([TallyModule.self], on: LocalBus()),
      environment: EngineEnvironment(
        clock: FixedClock(noon),
        device: DeviceID(rawValue: 1),
        random: SplitMix64(seed: 1)
      ),
      journal: journal
    )
  }

  @Test(.doesNotHang)
  func `who follows others takes in what they wrote without being told to`() async throws {
    let journal = MemoryJournal()
    let runtime = try start([TallyModule.self, EchoModule.self], journal)
    #expect(try await runtime.ask(TallyTotal()) == 0)
    try await runtime.followExternalWrites()
    let told = AsyncStream.makeStream(of: Int.self)
    let subscription = await LoopActor.run {
      runtime.observe(SpaceAdvanced.self, as: "test") { told.continuation.yield($0.event.sequence) }
    }
    try await start(journal).send(AddTally(amount: 10))
    #expect(await told.stream.first { _ in true } == 1)
    #expect(try await runtime.ask(EchoCount()) == EchoReply(changes: 1, total: 10))
    withExtendedLifetime(subscription) {}
  }

  @Test(.doesNotHang)
  func `who follows others tells their changes and not their signals`() async throws {
    let journal = MemoryJournal()
    let (runtime, heard) = (try start(journal), Heard())
    _ = try await runtime.ask(TallyTotal())
    try await runtime.followExternalWrites()
    let subscriptions = await listen(runtime, heard)
    let told = AsyncStream.makeStream(of: Void.self)
    let last = await LoopActor.run {
      runtime.observe(TallyChanged.self, as: "test") {
        if $0.event.total == 21 { told.continuation.finish() }
      }
    }
    let other = try start(journal)
    for amount in [10, 10, 1] { try await other.send(AddTally(amount: amount)) }
    for await _ in told.stream {}
    let expected = ["fact 10", "change 10", "fact 10", "change 20", "fact 1", "change 21"]
    #expect(heard.all == expected)
    withExtendedLifetime((subscriptions, last)) {}
  }
}
