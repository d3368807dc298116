import Core
import Journals
import SQLite
import SQLiteJournal
import Testing

/// What every journal must do with snapshots.
@Suite struct SnapshotSuite {
  @Test(arguments: Store.allCases)
  func `the newest snapshot of a set is kept`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add(facts(1...9), after: 0)
      try await journal.keep(snapshot(of: home, set: .max, at: 5, "five"))
      try await journal.keep(snapshot(of: home, set: .max, at: 9, "nine"))
      try await journal.keep(snapshot(of: home, set: .max, at: 7, "seven"))
      #expect(
        try await journal.snapshot(of: home, set: .max)
          == snapshot(of: home, set: .max, at: 9, "nine")
      )
      try await journal.keep(snapshot(of: home, set: .max, at: 9, "again"))
      #expect(try await journal.snapshot(of: home, set: .max)?.bytes == Array("again".utf8))
      #expect(try await journal.snapshot(of: home, set: 1) == nil)
      #expect(try await journal.snapshot(of: work, set: .max) == nil)
    }
  }

  @Test(arguments: Store.allCases)
  func `four sets are kept, the latest`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add(facts(1...9), after: 0)
      try await journal.add(facts(1...1), to: work, after: 0)
      try await journal.keep(snapshot(of: work, set: 1, at: 1))
      for set in [1, 2, 3, 4, 1, 5] as [UInt64] {
        try await journal.keep(snapshot(of: home, set: set, at: 9))
      }
      var kept: [UInt64] = []
      for set in [1, 2, 3, 4, 5] as [UInt64] {
        if try await journal.snapshot(of: home, set: set) != nil { kept.append(set) }
      }
      #expect(kept == [1, 3, 4, 5])
      #expect(try await journal.snapshot(of: work, set: 1) != nil)
    }
  }

  @Test(arguments: Store.allCases)
  func `a snapshot from before an erasure goes and does not come back`(_ store: Store) async throws
  {
    try await store.withJournal { journal async throws in
      try await journal.add([fact(1, about: run)], after: 0)
      try await journal.keep(snapshot(of: home, set: 1, at: 1, "secret"))
      try await journal.add([fact(2, about: run, erases: true)], after: 1)
      #expect(try await journal.snapshot(of: home, set: 1) == nil)
      try await journal.keep(snapshot(of: home, set: 1, at: 1, "secret"))
      #expect(try await journal.snapshot(of: home, set: 1) == nil)
      try await journal.keep(snapshot(of: home, set: 1, at: 2, "clean"))
      #expect(try await journal.snapshot(of: home, set: 1)?.sequence == 2)
    }
  }

  @Test(arguments: Store.allCases)
  func `a snapshot that reaches beyond the asked row is not given`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add(facts(1...9), after: 0)
      try await journal.keep(snapshot(of: home, set: 1, at: 5))
      #expect(try await journal.snapshot(of: home, set: 1, upTo: 4) == nil)
      #expect(try await journal.snapshot(of: home, set: 1, upTo: 5)?.sequence == 5)
      #expect(try await journal.snapshot(of: home, set: 1, upTo: 6)?.sequence == 5)
      #expect(try await journal.snapshot(of: home, set: 1, upTo: 0) == nil)
    }
  }

  @Test(arguments: Store.allCases)
  func `a snapshot is kept only if its row exists`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add(facts(1...3), after: 0)
      for sequence in [4, 0, -1] {
        try await journal.keep(snapshot(of: home, set: 1, at: sequence))
        #expect(try await journal.snapshot(of: home, set: 1) == nil, "at \(sequence)")
      }
      try await journal.keep(snapshot(of: home, set: 1, at: 3))
      #expect(try await journal.snapshot(of: home, set: 1)?.sequence == 3)
    }
  }

  @Test func `a snapshot whose row was replaced is not used`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add(facts(1...9), after: 0)
      try await journal.keep(snapshot(of: home, set: 1, at: 5))
      let database = try Database(path: journal.path, mode: .readWrite)
      let row = "WHERE space = 1 AND seq = 5"
      try database.execute("UPDATE facts SET chain_hash = zeroblob(32) \(row)")
      #expect(try await journal.snapshot(of: home, set: 1) == nil)
      try database.execute("UPDATE snapshots SET chain_hash = zeroblob(32)")
      #expect(try await journal.snapshot(of: home, set: 1)?.sequence == 5)
      try database.execute("DELETE FROM facts \(row)")
      #expect(try await journal.snapshot(of: home, set: 1) == nil)
    }
  }

  @Test(arguments: Store.allCases)
  func `no snapshot is kept of a space without facts`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.keep(snapshot(of: home, set: 1, at: 0))
      #expect(try await journal.snapshot(of: home, set: 1) == nil)
      #expect(try await journal.spaces().isEmpty)
    }
  }
}
