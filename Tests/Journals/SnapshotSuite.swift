import Core
import Journals
import Testing

/// What every journal must do alike with snapshots.
@Suite struct SnapshotSuite {
  @Test(arguments: Store.allCases)
  func `the newest snapshot of a set is kept`(_ store: Store) throws {
    try store.withJournal { journal throws in
      try journal.add(facts(1...9), after: 0)
      try journal.keep(snapshot(of: home, set: .max, at: 5, "five"))
      try journal.keep(snapshot(of: home, set: .max, at: 9, "nine"))
      try journal.keep(snapshot(of: home, set: .max, at: 7, "seven"))
      #expect(
        try journal.snapshot(of: home, set: .max)
          == snapshot(of: home, set: .max, at: 9, "nine")
      )
      try journal.keep(snapshot(of: home, set: .max, at: 9, "again"))
      #expect(try journal.snapshot(of: home, set: .max)?.bytes == Array("again".utf8))
      #expect(try journal.snapshot(of: home, set: 1) == nil)
      #expect(try journal.snapshot(of: work, set: .max) == nil)
    }
  }

  @Test(arguments: Store.allCases)
  func `four sets are kept, the latest`(_ store: Store) throws {
    try store.withJournal { journal throws in
      try journal.add(facts(1...9), after: 0)
      try journal.add(facts(1...1), to: work, after: 0)
      try journal.keep(snapshot(of: work, set: 1, at: 1))
      for set in [1, 2, 3, 4, 1, 5] as [UInt64] {
        try journal.keep(snapshot(of: home, set: set, at: 9))
      }
      let kept = try (1...5).filter { try journal.snapshot(of: home, set: $0) != nil }
      #expect(kept == [1, 3, 4, 5])
      #expect(try journal.snapshot(of: work, set: 1) != nil)
    }
  }

  @Test(arguments: Store.allCases)
  func `a snapshot from before an erasure goes and does not come back`(_ store: Store) throws {
    try store.withJournal { journal throws in
      try journal.add([fact(1, about: run)], after: 0)
      try journal.keep(snapshot(of: home, set: 1, at: 1, "secret"))
      try journal.add([fact(2, about: run, erases: true)], after: 1)
      #expect(try journal.snapshot(of: home, set: 1) == nil)
      try journal.keep(snapshot(of: home, set: 1, at: 1, "secret"))
      #expect(try journal.snapshot(of: home, set: 1) == nil)
      try journal.keep(snapshot(of: home, set: 1, at: 2, "clean"))
      #expect(try journal.snapshot(of: home, set: 1)?.sequence == 2)
    }
  }

  @Test(arguments: Store.allCases)
  func `no snapshot is kept of a space without facts`(_ store: Store) throws {
    try store.withJournal { journal throws in
      try journal.keep(snapshot(of: home, set: 1, at: 0))
      #expect(try journal.snapshot(of: home, set: 1) == nil)
      #expect(try journal.spaces().isEmpty)
    }
  }
}
