import Core
import Journals
import Testing

/// What every journal must do for a server that decides about many spaces.
@Suite struct SyncUsageSuite {
  private func withFacts(
    _ store: Store,
    _ body: (any SyncStore) async throws -> Void
  ) async throws {
    try await store.withJournal { journal async throws in
      let journal = try #require(journal as? any SyncStore)
      try await journal.add(facts(1...5), after: 0)
      try await body(journal)
    }
  }

  @Test(arguments: Store.allCases)
  func `the alarms of a space are those that are set in it, also while they are claimed`(
    _ store: Store
  ) async throws {
    try await withFacts(store) { journal async throws in
      try await journal.change([alarm("a", 100), alarm("b", 200)], after: 5)
      try await journal.change([alarm("c", 100)], in: work)
      #expect(try await journal.claim(at: 150, until: 999).count == 2)
      #expect(try await journal.alarms(of: home).map(\.key.rawValue).sorted() == ["a", "b"])
      try await journal.change([alarm("a", nil), alarm("b", 300)], after: 5)
      let left = try await journal.alarms(of: home)
      #expect(left.map(\.key) == ["b"] && left.first?.at == Instant(milliseconds: 300))
      #expect(left.first?.module == "streaks" && left.first?.space == home)
      #expect(try await journal.alarms(of: SpaceID(rawValue: 77)).isEmpty)
    }
  }

  @Test(arguments: Store.allCases)
  func `a state that replaces another one than is stored is a conflict`(
    _ store: Store
  ) async throws {
    try await withFacts(store) { journal async throws in
      let change = SyncChange(state: [2], replaces: [1])
      let request = AppendRequest(space: home, after: 5, facts: [fact(6)], sync: [change])
      #expect(try await journal.append([request]) == [.conflict(head: 5)])
      #expect(try await journal.read(home, after: 5, limit: 9).rows.isEmpty)
      let first = SyncChange(state: [1])
      let begun = AppendRequest(space: home, after: 5, facts: [], sync: [first])
      #expect(try await journal.append([begun]) == [.appended(head: 5)])
      #expect(try await journal.append([request]) == [.appended(head: 6)])
      #expect(try await journal.syncState(of: home) == [2])
      let nowhere = AppendRequest(space: work, after: 0, facts: [], sync: [change])
      #expect(try await journal.append([nowhere]) == [.conflict(head: 0)])
    }
  }

  @Test(arguments: Store.allCases)
  func `what a space takes up is told by kind`(_ store: Store) async throws {
    try await withFacts(store) { journal async throws in
      let before = try await journal.usage(of: home)
      #expect(before.facts == 5)
      #expect(before.bytes == facts(1...5).reduce(0) { $0 + ($1.payload?.count ?? 0) })
      let verdict = try Amendment(fact: fact(2).id, verdict: .refused("late"))
        .record(id: FactID(rawValue: 11), stamp: .zero)
      let erasing = fact(7, about: run, erases: true)
      try await journal.add([verdict, fact(6, about: run), erasing], after: 5)
      let after = try await journal.usage(of: home)
      #expect(after.facts == 7)
      // The erased one takes up nothing, and a server's verdict is nobody's.
      #expect(after.bytes == before.bytes + (erasing.payload?.count ?? 0))
      #expect(after.kinds[Amendment.kind]?.facts == 1)
      #expect(try await journal.usage(of: work) == SpaceUsage())
    }
  }
}
