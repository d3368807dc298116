import Core
import Glibc
import Journals
import SQLite
import SQLiteJournal
import Testing

/// Listeners are notified of what others write, and of nothing else.
@Suite struct HeadTests {
  private func withPair(
    _ body: (_ journal: SQLiteJournal, _ other: SQLiteJournal) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      try await body(SQLiteJournal(path: path), SQLiteJournal(path: path))
    }
  }

  @Test func `what another program appends is told`() async throws {
    try await withPair { journal, other in
      try await other.add(facts(1...2), to: work, after: 0)
      let ear = Ear(try await journal.heads())
      try await other.add(facts(1...3), after: 0)
      #expect(await ear.hears([SpaceHead(space: home, sequence: 3)]))
      try await other.add([fact(4)], after: 3)
      #expect(await ear.hears([SpaceHead(space: home, sequence: 4)]))
      // What was there before is not reported.
      #expect(!ear.heard.contains { $0.space == work })
    }
  }

  @Test func `what a program appends itself is not told to it`() async throws {
    try await withPair { journal, other in
      let ear = Ear(try await journal.heads())
      try await journal.add(facts(1...3), after: 0)
      // Whoever is told of what others write afterwards would be told of this as well.
      try await other.add(facts(1...1), to: work, after: 0)
      try await journal.add([fact(4)], after: 3)
      #expect(await ear.hears([SpaceHead(space: work, sequence: 1)]))
      try await other.add([fact(2)], to: work, after: 1)
      #expect(await ear.hears([SpaceHead(space: work, sequence: 2)]))
      #expect(!ear.heard.contains { $0.space == home })
      try await other.add([fact(5)], after: 4)
      #expect(await ear.hears([SpaceHead(space: home, sequence: 5)]))
    }
  }

  @Test func `each listener is told, also when the journal has several`() async throws {
    try await withPair { journal, other in
      let ears = [
        Ear(try await journal.heads()), Ear(try await journal.heads()),
        Ear(try await journal.heads()),
      ]
      for head in 1...3 {
        try await other.add([fact(head)], after: head - 1)
        for ear in ears { #expect(await ear.hears([SpaceHead(space: home, sequence: head)])) }
      }
    }
  }

  @Test func `a space is told once for each time that others moved it`() async throws {
    try await withPair { journal, other in
      let ear = Ear(try await journal.heads())
      // Each is told by the second check after the one before it, which would repeat that.
      let heads = [(1, home), (1, work), (2, home), (2, work), (3, work)]
      for (head, space) in heads {
        try await other.add([fact(head)], to: space, after: head - 1)
        #expect(await ear.hears([SpaceHead(space: space, sequence: head)]))
      }
      #expect(ear.heard.map(\.space) == heads.map(\.1))
    }
  }

  @Test func `all of much that is written fast is told in the end`() async throws {
    try await withPair { journal, other in
      let ear = Ear(try await journal.heads())
      for head in 1...150 { try await other.add([fact(head)], after: head - 1) }
      #expect(await ear.hears([SpaceHead(space: home, sequence: 150)]))
      #expect(ear.heard.map(\.sequence) == ear.heard.map(\.sequence).sorted())
    }
  }

  @Test func `a journal behind a link is watched where it is`() async throws {
    try await withFolder { folder in
      mkdir("\(folder)/there", 0o700)
      let other = try SQLiteJournal(path: "\(folder)/there/journal.db")
      try await other.add([fact(1)], after: 0)
      try #require(symlink("\(folder)/there/journal.db", "\(folder)/link.db") == 0)
      let journal = try SQLiteJournal(path: "\(folder)/link.db")
      let ear = Ear(try await journal.heads())
      try await other.add([fact(2)], after: 1)
      #expect(await ear.hears([SpaceHead(space: home, sequence: 2)]))
    }
  }

  @Test func `when nobody listens any more the journal is let go`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      weak var gone: SQLiteJournal?
      for hasReceivers in [true, false] {
        try await {
          let journal = try SQLiteJournal(path: path)
          gone = journal
          let heads = try await journal.heads()
          let ear = hasReceivers ? Ear(heads) : nil
          try await journal.add([fact(1)], to: hasReceivers ? home : work, after: 0)
          #expect(ear?.heard ?? [] == [])
        }()
        #expect(await comesTrue { gone == nil })
        #expect(await comesTrue { openFiles(below: folder) == [] })
      }
    }
  }

  @Test func `in memory every append is told to everybody until they stop`() async throws {
    let journal = MemoryJournal()
    let ear = Ear(try journal.heads())
    let other = Ear(try journal.heads())
    _ = try journal.append([
      AppendRequest(space: home, after: 0, facts: facts(1...2)),
      AppendRequest(space: home, after: 0, facts: [fact(3)]),
      AppendRequest(space: work, after: 0, facts: [fact(1)]),
      AppendRequest(space: work, after: 1, facts: [], alarms: [alarm("a", 1)]),
      AppendRequest(space: home, after: 2, facts: [fact(2), fact(3)]),
    ])
    let told = [
      SpaceHead(space: home, sequence: 2), SpaceHead(space: work, sequence: 1),
      SpaceHead(space: home, sequence: 3),
    ]
    for listener in [ear, other] {
      #expect(await listener.hears(told))
      #expect(listener.heard == told)
    }
    other.stop()
    #expect(await comesTrue { other.hasEnded })
    _ = try journal.append([AppendRequest(space: home, after: 3, facts: [fact(4)])])
    #expect(await ear.hears([SpaceHead(space: home, sequence: 4)]))
    #expect(other.heard == told)
  }
}
