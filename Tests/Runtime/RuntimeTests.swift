import Bus
import Core
import Journals
import Loop
import Runtime
import Synchronization
import Testing

@Suite struct RuntimeTests {
  @Test func `a reply comes after its fact is in the journal`() async throws {
    let journal = MemoryJournal()
    let runtime = try await start(journal)
    #expect(try await runtime.send(AddTally(amount: 3), to: space) == 3)
    let rows = try journal.read(space, after: 0, limit: 10).rows
    #expect(rows.map(\.kind) == ["tally.tallied"])
    #expect(String(decoding: rows[0].payload ?? [], as: UTF8.self) == #"{"amount":3}"#)
  }

  @Test func `a refusal appends nothing`() async throws {
    let journal = MemoryJournal()
    let runtime = try await start(journal)
    await #expect(throws: Refusal("not-positive", "Add something.")) {
      try await runtime.send(AddTally(amount: 0), to: space)
    }
    #expect(try journal.read(space, after: 0, limit: 1).head == 0)
  }

  @Test func `requests of one batch see each other, and share few appends`() async throws {
    let journal = RecordingJournal()
    let runtime = try await start(journal)
    _ = try await runtime.ask(TallyTotal(), in: space)
    let replies = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<200 { group.addTask { try await runtime.send(AddTally(amount: 1), to: space) } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(replies.sorted() == Array(1...200))
    #expect(journal.record.appends.reduce(0, +) == 200)
    #expect(journal.record.appends.count < 200)
  }

  @Test func `two programs on one journal lose nothing`() async throws {
    let journal = MemoryJournal()
    let runtimes = [try await start(journal), try await start(journal)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for turn in 0..<100 {
        let runtime = runtimes[turn % 2]
        group.addTask { try await runtime.send(AddTally(amount: 1), to: space) }
      }
      try await group.waitForAll()
    }
    for runtime in runtimes {
      try await runtime.refresh(space)
      #expect(try await runtime.ask(TallyTotal(), in: space) == 100)
    }
    #expect(try journal.verify(space).firstBroken == nil)
  }

  @Test func `a failed append is answered with an error and leaves no trace`() async throws {
    let journal = RecordingJournal()
    let runtime = try await start(journal)
    try await runtime.send(AddTally(amount: 1), to: space)
    journal.failOnce(JournalError(.full, "The disk is full."))
    await #expect(throws: JournalError.self) {
      try await runtime.send(AddTally(amount: 5), to: space)
    }
    #expect(try await runtime.ask(TallyTotal(), in: space) == 1)
    #expect(try await runtime.send(AddTally(amount: 1), to: space) == 2)
  }

  @Test func `a module that is added later sees all of the past`() async throws {
    let journal = MemoryJournal()
    let first = try await start(journal)
    for _ in 0..<3 { try await first.send(AddTally(amount: 2), to: space) }
    let later = try await start([TallyModule.self, EchoModule.self], journal)
    #expect(try await later.ask(EchoCount(), in: space) == EchoReply(changes: 3, total: 6))
  }

  @Test func `a module that fails does not stop the others, and is reported`() async throws {
    let runtime = try await start(
      [FaultyModule.self, TallyModule.self, EchoModule.self],
      MemoryJournal()
    )
    try await runtime.send(AddTally(amount: 1), to: space)
    #expect(try await runtime.ask(EchoCount(), in: space) == EchoReply(changes: 1, total: 1))
    let failures = await runtime.plugins().map { [$0.manifest.name: $0.failures] }
    #expect(failures == [["faulty": 1], ["tally": 0], ["echo": 0]])
  }

  @Test func `facts of unknown kinds are kept and passed over`() async throws {
    let journal = MemoryJournal()
    let stamp = Stamp(clock: HybridTime(milliseconds: 5), device: DeviceID(rawValue: 9))
    let foreign = NewFact(
      id: FactID(rawValue: 1),
      stamp: stamp,
      kind: "other.happened",
      version: 3,
      entity: nil,
      payload: Array("{}".utf8)
    )
    _ = try journal.append([Append(space: space, after: 0, facts: [foreign])])
    let runtime = try await start(journal)
    #expect(try await runtime.send(AddTally(amount: 4), to: space) == 4)
    #expect(try journal.read(space, after: 0, limit: 9).rows.map(\.kind).first == "other.happened")
  }

  @Test func `a fact of a newer version is kept and passed over`() async throws {
    let journal = MemoryJournal()
    let stamp = Stamp(clock: HybridTime(milliseconds: 5), device: DeviceID(rawValue: 9))
    let newer = NewFact(
      id: FactID(rawValue: 1),
      stamp: stamp,
      kind: "tally.tallied",
      version: 2,
      entity: nil,
      payload: Array("[]".utf8)
    )
    _ = try journal.append([Append(space: space, after: 0, facts: [newer])])
    #expect(try await start(journal).send(AddTally(amount: 4), to: space) == 4)
    #expect(try journal.read(space, after: 0, limit: 9).rows.count == 2)
  }

  @Test func `a payload that cannot be read is an error that names it`() async throws {
    let journal = MemoryJournal()
    let stamp = Stamp(clock: HybridTime(milliseconds: 5), device: DeviceID(rawValue: 9))
    let bad = NewFact(
      id: FactID(rawValue: 1),
      stamp: stamp,
      kind: "tally.tallied",
      version: 1,
      entity: nil,
      payload: Array("{".utf8)
    )
    _ = try journal.append([Append(space: space, after: 0, facts: [bad])])
    let runtime = try await start(journal)
    let error = await #expect(throws: JournalError.self) {
      try await runtime.ask(TallyTotal(), in: space)
    }
    #expect(error?.message.contains("Entry 1") == true)
  }

  @Test func `many spaces with little memory keep their own state`() async throws {
    let runtime = try await start(MemoryJournal(), memoryLimit: 1)
    for round in 1...3 {
      for id in 1...20 {
        let space = SpaceID(rawValue: UInt128(id))
        #expect(try await runtime.send(AddTally(amount: id), to: space) == id * round)
      }
    }
  }

  @Test func `what was adopted twice counts once`() async throws {
    let origin = MemoryJournal()
    let first = try await start(origin)
    for amount in 1...4 { try await first.send(AddTally(amount: amount), to: space) }
    let archive = try SpaceArchive(of: space, in: origin)
    let facts = try SpaceArchive(reading: try JSON.encode(archive)).facts.map { try $0.fact() }
    let copy = MemoryJournal()
    let second = try await start(copy)
    #expect(try await second.adopt(facts, into: space) == 4)
    #expect(try await second.adopt(facts, into: space) == 0)
    #expect(try await second.ask(TallyTotal(), in: space) == 10)
    let rows = (
      try origin.read(space, after: 0, limit: 9), try copy.read(space, after: 0, limit: 9)
    )
    #expect(rows.0 == rows.1)
  }

  @Test func `a fact that arrives by two ways takes one place in the journal`() async throws {
    let origin = MemoryJournal()
    try await start(origin).send(AddTally(amount: 4), to: space)
    let facts = try SpaceArchive(of: space, in: origin).facts.map { try $0.fact() }
    let copy = MemoryJournal()
    let runtime = try await start(copy)
    // Both look for what is new before either has appended.
    async let first = runtime.adopt(facts, into: space)
    async let second = runtime.adopt(facts, into: space)
    _ = try await (first, second)
    #expect(try copy.read(space, after: 0, limit: 9).head == 1)
    try await runtime.send(AddTally(amount: 1), to: space)
    #expect(try copy.read(space, after: 0, limit: 9).head == 2)
  }
}
