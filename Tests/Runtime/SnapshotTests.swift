import Bus
import Core
import Journals
import LeakCheck
import Loop
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct SnapshotTests {
  @Test func `a snapshot spares the next program most of the journal`() async throws {
    let journal = RecordingJournal()
    let first = try start(journal)
    for _ in 0..<1200 { try await first.send(AddTally(amount: 1), to: space) }
    await first.close()
    #expect(journal.record.snapshots >= 1)
    let before = journal.record.readsAfter.count
    let second = try start(journal)
    #expect(try await second.ask(TallyTotal(), in: space) == 1200)
    let reads = journal.record.readsAfter[before...]
    #expect(!reads.isEmpty && reads.allSatisfy { $0 >= 999 })
  }

  @Test func `a program that ends waits for the snapshot that is being written`() async throws {
    let journal = RecordingJournal()
    let hold = journal.holdSnapshotOnce()
    let runtime = try start(journal)
    try await runtime.owner().run { space in
      for _ in 0..<1500 { _ = try space.send(AddTally(amount: 1)) }
    }
    await hold.waitUntilReached()
    let closing = Task {
      await runtime.close()
      return journal.record.keptSnapshots
    }
    // Long enough for a program that does not wait to have ended.
    for _ in 0..<1000 { await Task.yield() }
    hold.release()
    #expect(await closing.value == 1)
  }

  @Test func `a snapshot of other modules is not used`() async throws {
    let journal = MemoryJournal()
    let first = try start(journal)
    for _ in 0..<300 { try await first.send(AddTally(amount: 1), to: space) }
    await first.close()
    let second = try start([TallyModule.self, EchoModule.self], journal)
    #expect(try await second.ask(EchoCount(), in: space) == EchoReply(changes: 300, total: 300))
  }

  @Test(.doesNotHang)
  func `what is not on disk yet is in no snapshot`() async throws {
    let base = MemoryJournal()
    // Does not replace snapshots of other modules, so that the next process to open the space
    // writes one.
    let first = try start([TallyModule.self, EchoModule.self], base)
    for _ in 0..<1200 { try await first.send(AddTally(amount: 1)) }
    let journal = RecordingJournal(base)
    let second = try start(journal)
    journal.failOnce(JournalError(.full, "The disk is full."))
    await #expect(throws: JournalError.self) { try await second.send(AddTally(amount: 1)) }
    #expect(try await second.ask(TallyTotal()) == 1200)
    let kept = try #require(await journal.kept.first { _ in true })
    #expect(kept.sequence == 1200)
    #expect(journal.record.snapshots == 1)
    // It contains the state of exactly these facts.
    let third = try start(RecordingJournal(base))
    #expect(try await third.ask(TallyTotal()) == 1200)
    #expect(kept.bytes == (try setOfSnapshot(in: base))?.bytes)
  }

  @Test func `a snapshot with any damaged byte is passed over`() async throws {
    let journal = MemoryJournal()
    let first = try start(journal)
    for _ in 0..<300 { try await first.send(AddTally(amount: 1), to: space) }
    await first.close()
    let set = try #require(try setOfSnapshot(in: journal))
    for index in set.bytes.indices {
      var bytes = set.bytes
      bytes[index] ^= 0xFF
      let damaged = Snapshot(space: space, set: set.set, sequence: set.sequence, bytes: bytes)
      try journal.keep(damaged)
      #expect(try await start(journal).ask(TallyTotal(), in: space) == 300, "byte \(index)")
    }
  }

  /// The snapshot of the tally module alone.
  private func setOfSnapshot(in journal: MemoryJournal) throws -> Snapshot? {
    let name = "tally \(TallyState.foldVersion)"
    let set = name.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return try journal.snapshot(of: space, set: set)
  }
}
