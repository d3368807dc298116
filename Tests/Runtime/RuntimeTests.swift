import Bus
import Core
import Journals
import LeakCheck
import Locks
import Loop
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct RuntimeTests {
  @Test func `a reply comes after its fact is in the journal`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(journal)
    #expect(try await runtime.send(AddTally(amount: 3), to: space) == 3)
    let rows = try journal.read(space, after: 0, limit: 10).rows
    #expect(rows.map(\.fact.kind) == ["tally.tallied"])
    #expect(String(decoding: rows[0].fact.payload ?? [], as: UTF8.self) == #"{"amount":3}"#)
  }

  @Test func `a refusal appends nothing`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(journal)
    await #expect(throws: DomainError("not-positive", "Add something.")) {
      try await runtime.send(AddTally(amount: 0), to: space)
    }
    #expect(try journal.read(space, after: 0, limit: 1).head == 0)
  }

  @Test func `requests of one batch see each other, and share few appends`() async throws {
    let journal = RecordingJournal()
    let runtime = try start(journal)
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
    let runtimes = [try start(journal), try start(journal)]
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
    #expect(try await journal.verify(space).firstBroken == nil)
  }

  @Test func `a failed append is answered with an error and leaves no trace`() async throws {
    let journal = RecordingJournal()
    let runtime = try start(journal)
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
    let first = try start(journal)
    for _ in 0..<3 { try await first.send(AddTally(amount: 2), to: space) }
    let later = try start([TallyModule.self, EchoModule.self], journal)
    #expect(try await later.ask(EchoCount(), in: space) == EchoReply(changes: 3, total: 6))
  }

  @Test func `a module that fails does not stop the others, and is reported`() async throws {
    let runtime = try start(
      [FaultyModule.self, TallyModule.self, EchoModule.self],
      MemoryJournal()
    )
    try await runtime.send(AddTally(amount: 1), to: space)
    #expect(try await runtime.ask(EchoCount(), in: space) == EchoReply(changes: 1, total: 1))
    let failures = await runtime.moduleStatuses().map { [$0.manifest.name: $0.failures] }
    #expect(failures == [["faulty": 1], ["tally": 0], ["echo": 0]])
  }

  @Test func `facts of unknown kinds are kept and passed over`() async throws {
    let journal = MemoryJournal()
    let stranger = foreign("{}", kind: "other.happened", version: 3)
    _ = try journal.append([AppendRequest(space: space, after: 0, facts: [stranger])])
    let runtime = try start(journal)
    #expect(try await runtime.send(AddTally(amount: 4), to: space) == 4)
    #expect(
      try journal.read(space, after: 0, limit: 9).rows.map(\.fact.kind).first == "other.happened"
    )
  }

  @Test func `a fact of a newer version is kept and passed over`() async throws {
    let journal = MemoryJournal()
    let newer = foreign("[]", version: 2)
    _ = try journal.append([AppendRequest(space: space, after: 0, facts: [newer])])
    #expect(try await start(journal).send(AddTally(amount: 4), to: space) == 4)
    #expect(try journal.read(space, after: 0, limit: 9).rows.count == 2)
  }

  @Test func `a payload that cannot be read is an error that names it`() async throws {
    let journal = MemoryJournal()
    let bad = foreign("{")
    _ = try journal.append([AppendRequest(space: space, after: 0, facts: [bad])])
    let runtime = try start(journal)
    let error = await #expect(throws: JournalError.self) {
      try await runtime.ask(TallyTotal(), in: space)
    }
    #expect(error?.message.contains("Entry 1") == true)
  }

  @Test func `a space opens without entries that may be passed over, and finds them again`()
    async throws
  {
    let journal = MemoryJournal()
    let tallies = (2...300).map { foreign(#"{"amount":1}"#, id: UInt128($0)) }
    let bad = foreign("{")
    _ = try journal.append([AppendRequest(space: space, after: 0, facts: [bad] + tallies)])
    let kinds = SharedLocked<[String?]>([])
    let lenient = try Runtime(
      modules: [TallyModule.self],
      journal: journal,
      device: DeviceID(rawValue: 1),
      clock: FixedClock(noon),
      passesOver: { error in
        kinds.withLock { $0.append(error.kind) }
        return true
      }
    )
    #expect(try await lenient.ask(TallyTotal(), in: space) == 299)
    #expect(kinds.withLock { $0 } == ["tally.tallied"])
    await lenient.close()
    // No snapshot hides the entry from a program that may be able to read it.
    let strict = try start(journal)
    await #expect(throws: JournalError.self) { try await strict.ask(TallyTotal(), in: space) }
    await strict.close()
  }
}
