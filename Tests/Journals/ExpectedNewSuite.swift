import Core
import Journals
import Testing

/// What every journal must do with an append that expects all it adds to be new.
@Suite struct ExpectedNewSuite {
  private let author = DeviceID(rawValue: 7)

  /// An append of one fact that is the author's next one.
  private func next(
    _ fact: FactRecord,
    counting clock: HybridTime,
    in space: SpaceID = home
  ) -> AppendRequest {
    let entry = SyncEntry(
      author: author,
      number: 2,
      fact: fact.id,
      position: 2,
      verdict: .taken(clock)
    )
    let change = SyncChange(state: [2], replaces: [1], expectsNew: true, entries: [entry])
    return AppendRequest(space: space, after: 1, facts: [fact], sync: [change])
  }

  /// Runs `body` with a journal of two spaces, each with one fact that has an entry.
  private func withSpaces(
    _ store: Store,
    _ body: (any SyncStore) async throws -> Void
  ) async throws {
    try await store.withJournal { journal async throws in
      let journal = try #require(journal as? any SyncStore)
      let first = fact(1)
      let entry = SyncEntry(
        author: author,
        number: 1,
        fact: first.id,
        position: 1,
        verdict: .taken(first.stamp.clock)
      )
      let requests = [home, work].map { space in
        let change = SyncChange(state: [1], entries: [entry])
        return AppendRequest(space: space, after: 0, facts: [first], sync: [change])
      }
      #expect(try await journal.append(requests) == requests.map { _ in .appended(head: 1) })
      try await body(journal)
    }
  }

  @Test(arguments: Store.allCases)
  func `what is new is added`(_ store: Store) async throws {
    try await withSpaces(store) { journal async throws in
      let second = fact(2)
      let request = next(second, counting: second.stamp.clock)
      #expect(try await journal.append([request]) == [.appended(head: 2)])
      #expect(try await journal.syncState(of: home) == [2])
      #expect(try await journal.taken([second.stamp], in: home) == [second.stamp])
    }
  }

  @Test(arguments: Store.allCases)
  func `a fact that is there is a conflict, and others of the batch are added`(
    _ store: Store
  ) async throws {
    try await withSpaces(store) { journal async throws in
      let (first, second) = (fact(1), fact(2))
      let free = HybridTime(rawValue: first.stamp.clock.rawValue + 9)
      let results = try await journal.append([
        next(second, counting: second.stamp.clock, in: work), next(first, counting: free),
      ])
      #expect(results == [.appended(head: 2), .conflict(head: 1)])
      try await expectUnchanged(journal)
      #expect(try await journal.read(work, after: 1, limit: 9).rows.map(\.fact.id) == [second.id])
    }
  }

  @Test(arguments: Store.allCases)
  func `a timestamp that is taken is a conflict, and others of the batch are added`(
    _ store: Store
  ) async throws {
    try await withSpaces(store) { journal async throws in
      let (first, second) = (fact(1), fact(2))
      let results = try await journal.append([
        next(second, counting: first.stamp.clock),
        next(second, counting: second.stamp.clock, in: work),
      ])
      #expect(results == [.conflict(head: 1), .appended(head: 2)])
      try await expectUnchanged(journal)
      // The same again, without the expectation.
      var change = try #require(next(second, counting: first.stamp.clock).sync.first)
      change.expectsNew = false
      let request = AppendRequest(space: home, after: 1, facts: [second], sync: [change])
      #expect(try await journal.append([request]) == [.appended(head: 2)])
    }
  }

  @Test(arguments: Store.allCases)
  func `what follows a conflict in the same space is added`(_ store: Store) async throws {
    try await withSpaces(store) { journal async throws in
      let (first, second, third) = (fact(1), fact(2), fact(3))
      let change = SyncChange(state: [2], replaces: [1], expectsNew: true)
      let stale = AppendRequest(space: home, after: 1, facts: [second, first], sync: [change])
      let results = try await journal.append([stale, next(third, counting: third.stamp.clock)])
      #expect(results == [.conflict(head: 1), .appended(head: 2)])
      #expect(try await journal.read(home, after: 1, limit: 9).rows.map(\.fact.id) == [third.id])
    }
  }

  /// Nothing was added to the space.
  private func expectUnchanged(_ journal: any SyncStore) async throws {
    #expect(try await journal.read(home, after: 0, limit: 9).head == 1)
    #expect(try await journal.syncState(of: home) == [1])
    #expect(try await journal.entries(in: home, after: 1, limit: 9).isEmpty)
    #expect(try await journal.taken([fact(2).stamp], in: home).isEmpty)
  }
}
