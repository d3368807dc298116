import Bus
import Core
import Engine
import Journals
import LeakCheck
import Loop
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct TellingTests {
  @Test func `facts, changes and signals are told once, after they are on disk`() async throws {
    let journal = MemoryJournal()
    let (runtime, heard) = (try start(journal), Heard())
    let subscriptions = await listen(runtime, heard)
    try await runtime.send(AddTally(amount: 10), to: space)
    _ = try await runtime.ask(TallyTotal(), in: space)
    await LoopActor.run {}
    #expect(heard.all == ["fact 10", "change 10", "signal 10"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `the past is not told when a space is opened`() async throws {
    let journal = MemoryJournal()
    try await start(journal).send(AddTally(amount: 10), to: space)
    let (runtime, heard) = (try start(journal), Heard())
    let subscriptions = await listen(runtime, heard)
    #expect(try await runtime.ask(TallyTotal(), in: space) == 10)
    #expect(heard.all.isEmpty)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `what another program did is told without its signals`() async throws {
    let journal = MemoryJournal()
    let (runtime, heard) = (try start(journal), Heard())
    let subscriptions = await listen(runtime, heard)
    _ = try await runtime.ask(TallyTotal(), in: space)
    try await start(journal).send(AddTally(amount: 10), to: space)
    try await runtime.refresh(space)
    #expect(heard.all == ["fact 10", "change 10"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `how far a space is on disk is told for work done here and elsewhere`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(journal)
    #expect(try await runtime.owner().position().sequence == 0)
    let advances = Heard()
    let subscription = await LoopActor.run {
      runtime.observe(SpaceAdvanced.self, as: "test") { advances.add("\($0.event.sequence)") }
    }
    try await runtime.send(AddTally(amount: 10), to: space)
    try await start(journal).send(AddTally(amount: 10), to: space)
    try await runtime.refresh(space)
    try await runtime.refresh(space)
    #expect(advances.all == ["1", "2"])
    #expect(try await runtime.owner().position().sequence == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test func `facts of others that were met while writing are told too`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(journal)
    _ = try await runtime.ask(TallyTotal(), in: space)
    let advances = Heard()
    let subscription = await LoopActor.run {
      runtime.observe(SpaceAdvanced.self, as: "test") { advances.add("\($0.event.sequence)") }
    }
    try await start(journal).send(AddTally(amount: 10), to: space)
    try await runtime.send(AddTally(amount: 10), to: space)
    #expect(advances.all.last == "2")
    withExtendedLifetime(subscription) {}
  }

  @Test func `what others did while one was writing is told once, without its signals`()
    async throws
  {
    let journal = MemoryJournal()
    let (runtime, heard) = (try start(journal), Heard())
    try await runtime.send(AddTally(amount: 1), to: space)
    let subscriptions = await listen(runtime, heard)
    // Enough for the other program to write a snapshot, which does not contain how it came about.
    let other = try start(journal)
    for _ in 0..<1200 { try await other.send(AddTally(amount: 1), to: space) }
    await other.close()
    try await runtime.send(AddTally(amount: 2), to: space)
    _ = try await runtime.ask(TallyTotal(), in: space)
    await LoopActor.run {}
    #expect(heard.all.count { $0 == "fact 1" } == 1200)
    #expect(heard.all.suffix(2) == ["fact 2", "change 1203"])
    #expect(!heard.all.contains { $0.hasPrefix("signal") })
    withExtendedLifetime(subscriptions) {}
  }

  @Test(.doesNotHang)
  func `a sign of others that comes while a batch is written is followed afterwards`() async throws
  {
    let base = MemoryJournal()
    let journal = RecordingJournal(base)
    let runtime = try start(journal)
    _ = try await runtime.ask(TallyTotal(), in: space)
    let told = AsyncStream.makeStream(of: Int.self)
    let subscription = await LoopActor.run {
      runtime.observe(Tallied.self, as: "test") { told.continuation.yield($0.event.amount) }
    }
    let hold = journal.holdOnce()
    async let reply = runtime.send(AddTally(amount: 1), to: space)
    await hold.waitUntilReached()
    try await start(base).send(AddTally(amount: 10), to: space)
    try await runtime.refresh(space)
    hold.release()
    #expect(try await reply == 1)
    var heard: [Int] = []
    for await amount in told.stream {
      heard.append(amount)
      if heard.count == 2 { break }
    }
    #expect(heard == [1, 10])
    withExtendedLifetime(subscription) {}
  }

  @Test func `nothing is told of what could not be kept`() async throws {
    let journal = RecordingJournal()
    let (runtime, heard) = (try start(journal), Heard())
    let subscriptions = await listen(runtime, heard)
    _ = try await runtime.ask(TallyTotal(), in: space)
    journal.failOnce(JournalError(.full, "The disk is full."))
    await #expect(throws: JournalError.self) {
      try await runtime.send(AddTally(amount: 10), to: space)
    }
    _ = try await runtime.ask(TallyTotal(), in: space)
    #expect(heard.all.isEmpty)
    withExtendedLifetime(subscriptions) {}
  }
}
