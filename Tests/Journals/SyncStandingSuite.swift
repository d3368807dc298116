import Core
import Journals
import Testing

/// What every journal must answer to somebody who decides about the sync of a space.
@Suite struct SyncStandingSuite {
  private let phone = DeviceID(rawValue: 7)

  private func entry(_ number: Int, counting clock: HybridTime) -> SyncEntry {
    SyncEntry(
      author: phone,
      number: number,
      fact: FactID(rawValue: UInt128(number)),
      position: number,
      verdict: .taken(clock)
    )
  }

  /// Runs `body` with a journal of five facts, of which the first three have entries.
  private func withSpace(
    _ store: Store,
    _ body: (any SyncStore) async throws -> Void
  ) async throws {
    try await store.withJournal { journal async throws in
      let journal = try #require(journal as? any SyncStore)
      let entries = (1...3).map { entry($0, counting: fact($0).stamp.clock) }
      let request = AppendRequest(
        space: home,
        after: 0,
        facts: facts(1...5),
        sync: [SyncChange(state: [4], entries: entries)]
      )
      #expect(try await journal.append([request]) == [.appended(head: 5)])
      try await body(journal)
    }
  }

  @Test(arguments: Store.allCases)
  func `all that a decision needs comes at once`(_ store: Store) async throws {
    try await withSpace(store) { journal in
      var question = SyncQuestion()
      question.facts = [2, 5, 99].map { FactID(rawValue: $0) }
      question.numbers = SyncQuestion.Numbers(author: phone, after: 1, limit: 9)
      question.stamps = [fact(1).stamp, fact(4).stamp]
      let standing = try await journal.standing(of: home, for: question)
      #expect(standing.head == 5)
      #expect(standing.state == [4])
      #expect(standing.known == [FactID(rawValue: 2), FactID(rawValue: 5)])
      let second = entry(2, counting: fact(2).stamp.clock)
      #expect(standing.entries == [FactID(rawValue: 2): second])
      #expect(standing.numbered == [second, entry(3, counting: fact(3).stamp.clock)])
      // The fourth fact has no entry, so that it counts with no timestamp yet.
      #expect(standing.taken == [fact(1).stamp])
    }
  }

  @Test(arguments: Store.allCases)
  func `nothing is known of a space that is not there`(_ store: Store) async throws {
    try await withSpace(store) { journal in
      var question = SyncQuestion()
      question.facts = [FactID(rawValue: 2)]
      question.numbers = SyncQuestion.Numbers(author: phone, after: 0, limit: 9)
      question.stamps = [fact(1).stamp]
      let standing = try await journal.standing(of: work, for: question)
      #expect(standing == SyncStanding())
    }
  }

  @Test(arguments: Store.allCases)
  func `facts of the same append are found for their entries, and those from before`(
    _ store: Store
  ) async throws {
    try await withSpace(store) { journal in
      let entries = [4, 6].map { entry($0, counting: fact($0).stamp.clock) }
      let request = AppendRequest(
        space: home,
        after: 5,
        facts: [fact(6)],
        sync: [SyncChange(state: [5], entries: entries)]
      )
      #expect(try await journal.append([request]) == [.appended(head: 6)])
      let ids = [4, 6].map { FactID(rawValue: $0) }
      let found = try await journal.entries(in: home, for: ids)
      #expect(found == [ids[0]: entries[0], ids[1]: entries[1]])
    }
  }
}
