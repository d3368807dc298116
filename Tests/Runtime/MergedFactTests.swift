import Core
import Engine
import Journals
import LeakCheck
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct MergedFactTests {
  private let modules: [any Module.Type] = [
    TallyModule.self, EchoModule.self, CheerModule.self, WitnessModule.self,
  ]
  /// What another device did: it reached ten, and did something worth a cheer.
  private let past = [
    foreign(#"{"amount":10}"#, id: 1), foreign(#"{"amount":100}"#, id: 2),
    foreign(#"{"amount":1}"#, id: 3),
  ]

  @Test func `merged facts move states and changes, and give no signals`() async throws {
    let (runtime, heard) = (try start(modules, MemoryJournal()), Heard())
    let subscriptions = await listen(runtime, heard)
    let outcome = try await runtime.owner().merge(past)
    #expect(outcome.reply == 3)
    #expect(outcome.signals(of: TenReached.self).isEmpty)
    #expect(try await runtime.ask(EchoCount()) == EchoReply(changes: 3, total: 111))
    let told = ["fact 10", "change 10", "fact 100", "change 110", "fact 1", "change 111"]
    #expect(heard.all == told)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a page of merged facts is summed up once, behind all of them`() async throws {
    let runtime = try start(modules, MemoryJournal())
    let outcome = try await runtime.owner().merge(past)
    #expect(outcome.signals(of: SummedUp.self).map(\.total) == [111])
    #expect(outcome.signals.count == 1)
    // Merging the same page again has no effect.
    #expect(try await runtime.owner().merge(past).signals.isEmpty)
  }

  @Test func `nobody reacts to merged facts, here or after a restart`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(modules, journal)
    try await runtime.owner().merge(past)
    #expect(try await runtime.ask(CheerCount()) == 0)
    #expect(try await start(modules, journal).ask(CheerCount()) == 0)
    // As it would for what happens here.
    try await runtime.send(AddTally(amount: 100))
    #expect(try await runtime.ask(CheerCount()) == 1)
  }

  @Test func `nobody reacts to facts that are replayed or refreshed`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(modules, journal)
    #expect(try await runtime.ask(CheerCount()) == 0)
    // Another program of this device, which does not cheer.
    try await start(journal).send(AddTally(amount: 100))
    try await runtime.refresh(space)
    #expect(try await runtime.ask(CheerCount()) == 0)
    let late = try start(modules, journal)
    #expect(try await late.ask(CheerCount()) == 0)
    #expect(try await late.ask(WitnessNotes()).notes == ["100 replayed monday"])
    #expect(try await runtime.ask(WitnessNotes()).notes == ["100 refreshed monday"])
    #expect(try journal.read(space, after: 0, limit: 9).head == 1)
  }

  @Test func `folds know where each fact came from`() async throws {
    let runtime = try start(modules, MemoryJournal())
    try await runtime.send(AddTally(amount: 1))
    try await runtime.owner().merge([foreign(#"{"amount":2}"#)])
    try await runtime.send(ImportTallies(amounts: [3]))
    try await runtime.send(AddTally(amount: 4))
    let origins = try await runtime.ask(WitnessNotes()).notes
    #expect(origins == ["1 live monday", "2 merged monday", "3 merged monday", "4 live monday"])
  }

  @Test func `what an order imports is history: no praise, no reactions, one summing up`()
    async throws
  {
    let (runtime, heard) = (try start(modules, MemoryJournal()), Heard())
    let subscriptions = await listen(runtime, heard)
    let outcome = try await runtime.owner().send(ImportTallies(amounts: [10, 100, 1]))
    #expect(outcome.reply == 111)
    #expect(outcome.signals(of: TenReached.self).isEmpty)
    #expect(outcome.signals(of: SummedUp.self).map(\.total) == [111])
    #expect(try await runtime.ask(CheerCount()) == 0)
    #expect(try await runtime.ask(EchoCount()) == EchoReply(changes: 3, total: 111))
    #expect(!heard.all.contains { $0.hasPrefix("signal") })
    // It ended with the command: the next one happens now and here.
    let next = try await runtime.owner().send(AddTally(amount: 9))
    #expect(next.signals(of: TenReached.self).map(\.total) == [120])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a fact from elsewhere that cannot be read is named, and nothing is taken over`()
    async throws
  {
    let journal = MemoryJournal()
    let runtime = try start(modules, journal)
    let error = await #expect(throws: JournalError.self) {
      try await runtime.owner().merge(past + [foreign("{", id: 0xBAD)])
    }
    #expect(error?.message.hasPrefix("Entry \(FactID(rawValue: 0xBAD)) (tally.tallied)") == true)
    #expect(try journal.read(space, after: 0, limit: 9).head == 0)
  }

  @Test func `a fact from elsewhere that may be passed over is kept unread`() async throws {
    let journal = MemoryJournal()
    let runtime = try Runtime(
      modules: [TallyModule.self],
      journal: journal,
      device: DeviceID(rawValue: 1),
      clock: FixedClock(noon),
      passesOver: { $0.kind == "tally.tallied" }
    )
    let facts = [foreign("{", id: 0xBAD), foreign(#"{"amount":3}"#, id: 2)]
    #expect(try await runtime.owner().merge(facts).reply == 2)
    #expect(try await runtime.ask(TallyTotal()) == 3)
    #expect(try journal.read(space, after: 0, limit: 9).head == 2)
  }

  @Test func `what was merged twice counts once`() async throws {
    let origin = MemoryJournal()
    let first = try start(origin)
    for amount in 1...4 { try await first.send(AddTally(amount: amount)) }
    let facts = try await exported(from: origin)
    let copy = MemoryJournal()
    let second = try start(copy)
    #expect(try await second.owner().merge(facts).reply == 4)
    #expect(try await second.owner().merge(facts).reply == 0)
    #expect(try await second.ask(TallyTotal()) == 10)
    let rows = (
      try origin.read(space, after: 0, limit: 9), try copy.read(space, after: 0, limit: 9)
    )
    #expect(rows.0 == rows.1)
  }

  @Test func `pages are summarized together, and what was added before an error stays`()
    async throws
  {
    let journal = MemoryJournal()
    let runtime = try start(modules, journal)
    var pages = past.map { [$0] }.reversed() + []
    let outcome = try await runtime.owner().merge(pages: { pages.popLast() })
    #expect(outcome.reply == past.count)
    // As when all of it comes at once.
    let whole = try await start(modules, MemoryJournal()).owner().merge(past)
    #expect(outcome.signals.map { "\($0)" } == whole.signals.map { "\($0)" })
    #expect(!outcome.signals.isEmpty)

    let other = MemoryJournal()
    pages = [[foreign("{", id: 0xBAD)], [past[0]]]
    let error = await #expect(throws: InterruptedMerge.self) {
      try await start(modules, other).owner().merge(pages: { pages.popLast() })
    }
    #expect(error?.added == 1)
    #expect((error?.cause as? JournalError)?.code == .damaged)
    #expect(try other.read(space, after: 0, limit: 9).rows.map(\.fact.id) == [past[0].id])
  }

  @Test func `modules summarize though the last page is known already`() async throws {
    let runtime = try start(modules, MemoryJournal())
    var pages = [[past[0]], Array(past)]
    let outcome = try await runtime.owner().merge(pages: { pages.popLast() })
    #expect(outcome.reply == past.count)
    #expect(!outcome.signals.isEmpty)
  }

  @Test func `a sync that brings nothing is not summarized, and one that does is at its end`()
    async throws
  {
    let runtime = try start(modules, MemoryJournal())
    try await runtime.send(AddTally(amount: 4))
    func store(_ facts: [FactRecord], isLast: Bool = true) async throws -> [Int] {
      let page = SyncPage(change: SyncChange(state: [1]))
      let outcome = try await runtime.owner().synchronize(facts, page: page, isLast: isLast)
      return outcome.signals(of: SummedUp.self).map(\.total)
    }
    // As when a device numbers what was made here, or receives it back.
    #expect(try await store([]) == [])
    #expect(try await store([past[0]], isLast: false) == [])
    #expect(try await store([past[0]]) == [14])
    #expect(try await store([past[0]]) == [])
    #expect(try await store(past) == [115])
  }

  @Test func `a fact that arrives by two ways takes one place in the journal`() async throws {
    let origin = MemoryJournal()
    try await start(origin).send(AddTally(amount: 4))
    let facts = try await exported(from: origin)
    let copy = MemoryJournal()
    let runtime = try start(copy)
    // Both check for new facts before either has appended.
    async let first = runtime.owner().merge(facts)
    async let second = runtime.owner().merge(facts)
    let added = try await (first.reply, second.reply)
    #expect(added.0 + added.1 == 1, "both claim it")
    #expect(try copy.read(space, after: 0, limit: 9).head == 1)
    try await runtime.send(AddTally(amount: 1))
    #expect(try copy.read(space, after: 0, limit: 9).head == 2)
  }
}
