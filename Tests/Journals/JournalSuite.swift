import Core
import Journals
import Testing

/// What every journal must do.
@Suite struct JournalSuite {
  @Test(arguments: Store.allCases)
  func `what was appended is read in order, page by page`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      #expect(try await journal.add(facts(1...3), after: 0) == 3)
      #expect(try await journal.add(facts(4...5), after: 3) == 5)
      let first = try await journal.read(home, after: 0, limit: 2)
      #expect(first.rows.map(\.sequence) == [1, 2])
      #expect(first.head == 5)
      let rest = try await journal.read(home, after: 2, limit: 100)
      #expect(rest.rows.map(\.sequence) == [3, 4, 5])
      #expect(rest.rows.map(\.fact.id.rawValue) == [3, 4, 5])
      #expect(rest.head == 5)
      #expect(try await journal.read(home, after: 5, limit: 9) == JournalPage(rows: [], head: 5))
      #expect(try await journal.read(home, after: 99, limit: 9) == JournalPage(rows: [], head: 5))
      #expect(try await journal.read(home, after: 0, limit: 0) == JournalPage(rows: [], head: 5))
      #expect(try await journal.read(work, after: 0, limit: 9) == JournalPage(rows: [], head: 0))
    }
  }

  @Test(arguments: Store.allCases)
  func `a check goes on behind what was found intact, and begins anew in a shorter journal`(
    _ store: Store
  ) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add(facts(1...5), after: 0)
      let (first, verified) = try await journal.verify(home, after: nil)
      #expect(first == ChainReport(rows: 5, erased: 0, firstBroken: nil))
      let known = try #require(verified)
      #expect(try await journal.verify(home, after: known).report == first)
      try await journal.add(facts(6...7), after: 5)
      let all = try await journal.verify(home)
      #expect(all.rows == 7)
      let behind = try await journal.verify(home, after: known)
      #expect(behind.report == all && behind.verified != nil)
    }
    try await store.withJournal { journal async throws in
      try await journal.add(facts(1...9), after: 0)
      let verified = try await journal.verify(home, after: nil).verified
      try await store.withJournal { shorter async throws in
        try await shorter.add(facts(1...3), after: 0)
        #expect(try await shorter.verify(home, after: verified).report.rows == 3)
        // Other rows do not fit behind those that are known.
        try await shorter.add((4...9).map { fact($0 + 20) } + [fact(40)], after: 3)
        let other = try await shorter.verify(home, after: verified)
        #expect(other.report.firstBroken == 10 && other.verified == nil)
      }
    }
  }

  @Test(arguments: Store.allCases)
  func `a row comes back as it was given`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      let given = FactRecord(
        id: FactID(rawValue: .max),
        stamp: HybridTimestamp(
          clock: HybridTime(rawValue: .max),
          device: DeviceID(rawValue: UInt64.max - 1)
        ),
        kind: "a kind that is longer than fifteen bytes, ü",
        version: 300,
        entity: EntityID(rawValue: 0),
        payload: [0, 255, 0, 1]
      )
      let empty = FactRecord(
        id: FactID(rawValue: 1),
        stamp: .zero,
        kind: "",
        version: 0,
        entity: nil,
        payload: []
      )
      try await journal.add([given, empty], after: 0)
      let rows = try await journal.all()
      let row = try #require(rows.first)
      #expect(row.fact.id == given.id)
      #expect(row.fact.stamp == given.stamp)
      #expect(row.fact.kind == given.kind)
      #expect(row.fact.version == given.version)
      #expect(row.fact.entity == given.entity)
      #expect(row.fact.payload == given.payload)
      #expect(row.fact.payloadHash == Digest.of([0, 255, 0, 1]))
      #expect(rows.last?.fact.payload == [])
      #expect(rows.last?.fact.kind == "")
      #expect(rows.last?.fact.entity == nil)
    }
  }

  @Test(arguments: Store.allCases)
  func `a writer that is behind gets a conflict and keeps none of its rows`(
    _ store: Store
  ) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add(facts(1...3), after: 0)
      for behind in [0, 2, 4] {
        let results = try await journal.append([
          AppendRequest(
            space: home,
            after: behind,
            facts: [fact(9)],
            alarms: [alarm("k", 1)]
          )
        ])
        #expect(results == [.conflict(head: 3)])
      }
      #expect(try await journal.all().count == 3)
      #expect(try await journal.next() == nil)
      #expect(try await journal.known([FactID(rawValue: 9)], in: home).isEmpty)
    }
  }

  @Test(arguments: Store.allCases)
  func `one space's conflict does not hold up the others`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add(facts(1...1), after: 0)
      let results = try await journal.append([
        AppendRequest(space: home, after: 0, facts: [fact(2)]),
        AppendRequest(space: work, after: 0, facts: facts(3...4)),
        AppendRequest(space: home, after: 1, facts: [fact(5)]),
        AppendRequest(space: work, after: 2, facts: [fact(6)]),
      ])
      #expect(
        results == [
          .conflict(head: 1), .appended(head: 2), .appended(head: 2), .appended(head: 3),
        ]
      )
      #expect(try await journal.all(home).map(\.fact.id.rawValue) == [1, 5])
      #expect(try await journal.all(work).map(\.fact.id.rawValue) == [3, 4, 6])
      #expect(try await journal.spaces() == [home, work])
    }
  }

  @Test(arguments: Store.allCases)
  func `a fact that is here already is skipped`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add(facts(1...2), after: 0)
      #expect(try await journal.add([fact(2), fact(3), fact(3), fact(1)], after: 2) == 3)
      #expect(try await journal.all().map(\.fact.id.rawValue) == [1, 2, 3])
      // The same id in another space is another fact.
      #expect(try await journal.add([fact(1)], to: work, after: 0) == 1)
      let asked = [1, 3, 8].map { FactID(rawValue: $0) }
      #expect(try await journal.known(asked, in: home) == Set(asked.prefix(2)))
      #expect(try await journal.known(asked, in: SpaceID(rawValue: 5)).isEmpty)
      #expect(try await journal.verify(home) == ChainReport(rows: 3, erased: 0, firstBroken: nil))
    }
  }

  @Test(arguments: Store.allCases)
  func `an erasing fact blanks what is here and what comes later`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add(
        [
          fact(1, about: run), fact(2, about: read), fact(3),
          fact(4, about: run, payload: "gone", erases: true), fact(5, about: run),
        ],
        after: 0
      )
      try await journal.add([fact(6, about: run), fact(7, about: read)], after: 5)
      try await journal.add([fact(8, about: run, payload: "again", erases: true)], after: 7)
      try await journal.add([fact(9, about: run)], to: work, after: 0)
      let rows = try await journal.all()
      #expect(
        rows.map { $0.fact.payload == nil }
          == [1, 5, 6].reduce(into: falses(8)) { $0[$1 - 1] = true }
      )
      #expect(rows[3].text == "gone")
      #expect(rows[7].text == "again")
      #expect(rows[4].fact.payloadHash == fact(5).payloadHash)
      #expect(try await journal.verify(home) == ChainReport(rows: 8, erased: 3, firstBroken: nil))
      #expect(try await journal.verify(work) == ChainReport(rows: 1, erased: 0, firstBroken: nil))
    }
  }

  private func falses(_ count: Int) -> [Bool] { Array(repeating: false, count: count) }

  @Test(arguments: Store.allCases)
  func `a wrong hash that comes with a payload is not stored`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      let given = FactRecord(
        id: FactID(rawValue: 1),
        stamp: .zero,
        kind: "k",
        version: 1,
        entity: nil,
        payload: [1, 2, 3],
        payloadHash: Digest.of([4])
      )
      try await journal.add([given], after: 0)
      #expect(try await journal.all().first?.fact.payloadHash == Digest.of([1, 2, 3]))
      #expect(try await journal.verify(home) == ChainReport(rows: 1, erased: 0, firstBroken: nil))
    }
  }

  @Test(arguments: Store.allCases)
  func `a fact that was erased elsewhere keeps its hash`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      let hash = Digest.of([1, 2, 3])
      let erased = FactRecord(
        id: FactID(rawValue: 1),
        stamp: .zero,
        kind: "k",
        version: 1,
        entity: run,
        payload: nil,
        payloadHash: hash
      )
      try await journal.add([erased], after: 0)
      #expect(try await journal.all().first?.fact.payloadHash == hash)
      #expect(try await journal.verify(home) == ChainReport(rows: 1, erased: 1, firstBroken: nil))
    }
  }

  @Test(arguments: Store.allCases)
  func `alarms are set, moved, taken back and given when due`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      _ = try await journal.append([
        AppendRequest(
          space: home,
          after: 0,
          facts: [fact(1)],
          alarms: [alarm("a", 300), alarm("b", 200), alarm("c", -5)]
        ),
        AppendRequest(space: work, after: 0, facts: [], alarms: [alarm("a", 200)]),
      ])
      #expect(try await journal.next() == -5)
      try await journal.change([alarm("c", nil), alarm("a", 100), alarm("never", nil)], after: 1)
      #expect(try await journal.next() == 100)
      #expect(try await journal.claim(at: 99).isEmpty)
      let due = try await journal.claim(at: 200)
      #expect(due.map(\.at.milliseconds) == [100, 200, 200])
      #expect(due.map(\.key.rawValue) == ["a", "b", "a"])
      #expect(due.map(\.space) == [home, home, work])
      #expect(try await journal.claim(at: 200, limit: 1) == Array(due.prefix(1)))
      #expect(try await journal.claim(at: 200, limit: 0).isEmpty)
    }
  }

  @Test(arguments: Store.allCases)
  func `erasing a space removes all of it and nothing else`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      let alarm = alarm("k", 1)
      _ = try await journal.append([
        AppendRequest(
          space: home,
          after: 0,
          facts: [fact(1, about: run), fact(2, about: run, erases: true)],
          alarms: [alarm]
        ),
        AppendRequest(space: work, after: 0, facts: facts(1...2), alarms: [alarm]),
      ])
      try await journal.keep(snapshot(of: home, set: 1, at: 2))
      try await journal.erase(home)
      try await journal.erase(SpaceID(rawValue: 404))
      #expect(try await journal.spaces() == [work])
      #expect(try await journal.read(home, after: 0, limit: 9) == JournalPage(rows: [], head: 0))
      #expect(try await journal.snapshot(of: home, set: 1) == nil)
      #expect(try await journal.claim(at: 1).map(\.space) == [work])
      // The space starts again and does not remember what was erased.
      #expect(try await journal.add([fact(1, about: run)], after: 0) == 1)
      #expect(try await journal.all().first?.fact.payload != nil)
      #expect(try await journal.verify(home).firstBroken == nil)
    }
  }

  @Test(arguments: Store.allCases)
  func `an empty batch and an empty append do nothing`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      #expect(try await journal.append([]).isEmpty)
      #expect(
        try await journal.append([AppendRequest(space: home, after: 0, facts: [])]) == [
          .appended(head: 0)
        ]
      )
      #expect(
        try await journal.append([AppendRequest(space: home, after: 1, facts: [])]) == [
          .conflict(head: 0)
        ]
      )
      #expect(try await journal.spaces().isEmpty)
      #expect(try await journal.next() == nil)
      #expect(try await journal.verify(home) == ChainReport(rows: 0, erased: 0, firstBroken: nil))
    }
  }
}

func snapshot(of space: SpaceID, set: UInt64, at sequence: Int, _ text: String = "x") -> Snapshot {
  Snapshot(
    space: space,
    set: set,
    sequence: sequence,
    bytes: Array(text.utf8)
  )
}
