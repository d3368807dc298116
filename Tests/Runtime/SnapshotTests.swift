import Bus
import Core
import Journals
import Loop
import Runtime
import Synchronization
import Testing

@Suite struct SnapshotTests {
  @Test func `a snapshot spares the next program most of the journal`() async throws {
    let journal = RecordingJournal()
    let first = try await start(journal)
    for _ in 0..<1200 { try await first.send(AddTally(amount: 1), to: space) }
    await first.close()
    #expect(journal.record.snapshots >= 1)
    let before = journal.record.readsAfter.count
    let second = try await start(journal)
    #expect(try await second.ask(TallyTotal(), in: space) == 1200)
    #expect(journal.record.readsAfter[before...].allSatisfy { $0 >= 999 })
  }

  @Test func `a snapshot of other modules is not used`() async throws {
    let journal = MemoryJournal()
    let first = try await start(journal)
    for _ in 0..<300 { try await first.send(AddTally(amount: 1), to: space) }
    await first.close()
    let second = try await start([TallyModule.self, EchoModule.self], journal)
    #expect(try await second.ask(EchoCount(), in: space) == EchoReply(changes: 300, total: 300))
  }

  @Test func `what is not on disk yet is in no snapshot`() async throws {
    let base = MemoryJournal()
    // Leaves snapshots of other modules alone, so that whoever opens the space next owes one.
    let first = try await start([TallyModule.self, EchoModule.self], base)
    for _ in 0..<1200 { try await first.send(AddTally(amount: 1), to: space) }
    let journal = RecordingJournal(base)
    let second = try await start(journal)
    journal.failOnce(JournalError(.full, "The disk is full."))
    await #expect(throws: JournalError.self) {
      try await second.send(AddTally(amount: 1), to: space)
    }
    #expect(try await second.ask(TallyTotal(), in: space) == 1200)
    // What stands behind a snapshot is read to name it: nobody looked behind the last fact.
    #expect(!journal.record.readsAfter.contains(1200))
  }

  @Test func `a damaged snapshot is passed over`() async throws {
    let journal = MemoryJournal()
    let first = try await start(journal)
    for _ in 0..<300 { try await first.send(AddTally(amount: 1), to: space) }
    await first.close()
    let set = try #require(try setOfSnapshot(in: journal))
    var bytes = set.bytes
    bytes[bytes.count / 2] ^= 0xFF
    try journal.keep(
      Snapshot(
        space: space,
        set: set.set,
        sequence: set.sequence,
        chainHash: set.chainHash,
        bytes: bytes
      )
    )
    let second = try await start(journal)
    #expect(try await second.ask(TallyTotal(), in: space) == 300)
  }

  /// The snapshot that the tally module alone makes.
  private func setOfSnapshot(in journal: MemoryJournal) throws -> Snapshot? {
    let name = "tally \(TallyState.foldVersion)"
    let set = name.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return try journal.snapshot(of: space, set: set)
  }
}
