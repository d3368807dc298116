import Core
import Journals
import Testing

/// What every journal must do with the amendments of facts, and with the sync of its spaces.
@Suite struct SyncSuite {
  private let phone = DeviceID(rawValue: 7)
  private let laptop = DeviceID(rawValue: .max)
  private let boot = BootTime(boot: .max, milliseconds: 12)

  private func amendment(_ number: Int, of fact: Int, _ verdict: SyncVerdict) throws -> FactRecord {
    try Amendment(fact: FactID(rawValue: UInt128(fact)), verdict: verdict)
      .record(id: FactID(rawValue: UInt128(number)), stamp: .zero)
  }

  private func entry(
    _ number: Int,
    of author: DeviceID? = nil,
    fact: Int? = nil,
    at position: Int? = nil,
    _ verdict: SyncVerdict? = nil
  ) -> SyncEntry {
    SyncEntry(
      author: author ?? phone,
      number: number,
      fact: FactID(rawValue: UInt128(fact ?? number)),
      position: position,
      verdict: verdict
    )
  }

  /// Runs `body` with a journal of five facts.
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

  // MARK: Amendments

  @Test(arguments: Store.allCases)
  func `amendments come back in order with their rows`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      #expect(try await journal.amendments(of: home) == [])
      let taken = SyncVerdict.taken(HybridTime(rawValue: .max))
      let rows = try [
        amendment(11, of: 2, .refused("late")), fact(12), amendment(13, of: 3, taken),
        amendment(14, of: 2, taken),
      ]
      try await journal.add(rows, after: 5)
      let found = try await journal.amendments(of: home)
      #expect(found.map(\.sequence) == [6, 8, 9])
      #expect(found.map(\.amendment.fact.rawValue) == [2, 3, 2])
      #expect(found.map(\.amendment.verdict) == [.refused("late"), taken, taken])
      #expect(try await journal.amendments(of: work) == [])
    }
  }

  @Test(arguments: Store.allCases)
  func `an amendment that cannot be read is no absent one`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      let unreadable = FactRecord(
        id: FactID(rawValue: 11),
        stamp: .zero,
        kind: Amendment.kind,
        version: 1,
        entity: nil,
        payload: Array("{}".utf8)
      )
      try await journal.add([unreadable], after: 5)
      let error = await trouble { _ = try await journal.amendments(of: home) }
      #expect(error?.code == .damaged)
    }
  }

  @Test(arguments: Store.allCases)
  func `a snapshot from before a fact was amended goes and does not come back`(
    _ store: Store
  ) async throws {
    try await withFacts(store) { journal in
      try await journal.keep(snapshot(of: home, set: 1, at: 5))
      // The amended fact is to come: nothing has folded it yet.
      try await journal.add([amendment(11, of: 12, .refused("late")), fact(12)], after: 5)
      #expect(try await journal.snapshot(of: home, set: 1)?.sequence == 5)
      try await journal.add([amendment(13, of: 2, .refused("late"))], after: 7)
      #expect(try await journal.snapshot(of: home, set: 1) == nil)
      try await journal.keep(snapshot(of: home, set: 1, at: 7))
      #expect(try await journal.snapshot(of: home, set: 1) == nil)
      try await journal.keep(snapshot(of: home, set: 1, at: 8))
      #expect(try await journal.snapshot(of: home, set: 1)?.sequence == 8)
    }
  }

  // MARK: Entries

  private func apply(_ change: SyncChange, to journal: any SyncStore) async throws {
    let request = AppendRequest(space: home, after: 5, facts: [], sync: [change])
    #expect(try await journal.append([request]) == [.appended(head: 5)])
  }

  @Test(arguments: Store.allCases)
  func `the latest state of the sync comes back`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      #expect(try await journal.syncState(of: home) == nil)
      #expect(try await journal.syncState(of: work) == nil)
      try await apply(SyncChange(state: [1]), to: journal)
      try await apply(SyncChange(state: [0, 255]), to: journal)
      #expect(try await journal.syncState(of: home) == [0, 255])
      #expect(try await journal.syncState(of: work) == nil)
    }
  }

  @Test(arguments: Store.allCases)
  func `an entry comes back as it was given`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      let full = SyncEntry(
        author: laptop,
        number: 1,
        fact: FactID(rawValue: 3),
        isAlias: true,
        position: 1,
        verdict: .taken(HybridTime(rawValue: .max)),
        received: Instant(milliseconds: -5),
        tag: .max,
        floor: HybridTime(rawValue: .max - 1)
      )
      let refused = entry(2, of: laptop, fact: 4, at: 2, .refused("late"))
      let bare = entry(3, of: laptop, fact: 5)
      try await apply(SyncChange(state: [], entries: [full, refused, bare]), to: journal)
      let found = try await journal.entries(in: home, of: laptop, after: 0, limit: 9)
      #expect(found == [full, refused, bare])
    }
  }

  @Test(arguments: Store.allCases)
  func `entries are found by position, by author and by fact`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      let mine = [entry(1, at: 1), entry(2, fact: 2, at: 4), entry(3, fact: 3)]
      let theirs = [entry(1, of: laptop, fact: 4, at: 2)]
      var alias = entry(2, of: laptop, fact: 1, at: 3)
      alias.isAlias = true
      try await apply(SyncChange(state: [], entries: mine + theirs + [alias]), to: journal)
      let order = try await journal.entries(in: home, after: 1, limit: 2)
      #expect(order == [theirs[0], alias])
      #expect(try await journal.entries(in: home, after: 3, limit: 9) == [mine[1]])
      #expect(try await journal.entries(in: home, after: 4, limit: 9) == [])
      #expect(try await journal.entries(in: home, of: phone, after: 1, limit: 1) == [mine[1]])
      #expect(try await journal.entries(in: home, of: laptop, after: 2, limit: 9) == [])
      #expect(try await journal.entries(in: work, after: 0, limit: 9) == [])
      let wanted = [1, 4, 5, 99].map { FactID(rawValue: $0) }
      let found = try await journal.entries(in: home, for: wanted)
      // An alias is not how a fact came into the space.
      #expect(found == [FactID(rawValue: 1): mine[0], FactID(rawValue: 4): theirs[0]])
    }
  }

  @Test(arguments: Store.allCases)
  func `a fact is found by the entry with a place, whichever came first`(
    _ store: Store
  ) async throws {
    try await withFacts(store) { journal in
      let (placed, own) = (entry(1, of: laptop, fact: 1, at: 1), entry(1, fact: 1))
      let (later, mine) = (entry(2, of: laptop, fact: 2, at: 2), entry(2, fact: 2))
      try await apply(SyncChange(state: [], entries: [placed, own, mine, later]), to: journal)
      let ids = [1, 2].map { FactID(rawValue: $0) }
      let found = try await journal.entries(in: home, for: ids)
      #expect(found == [ids[0]: placed, ids[1]: later])
    }
  }

  @Test(arguments: Store.allCases)
  func `entries end where one is missing`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      let entries = [entry(1, at: 1), entry(2, at: 3), entry(4, at: 4)]
      try await apply(SyncChange(state: [], entries: entries), to: journal)
      #expect(try await journal.entries(in: home, after: 0, limit: 9) == [entries[0]])
      #expect(try await journal.entries(in: home, after: 1, limit: 9) == [])
      #expect(try await journal.entries(in: home, after: 2, limit: 9) == [entries[1], entries[2]])
      let numbered = try await journal.entries(in: home, of: phone, after: 0, limit: 9)
      #expect(numbered == [entries[0], entries[1]])
    }
  }

  @Test(arguments: Store.allCases)
  func `an entry replaces the one of its number`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      try await apply(SyncChange(state: [], entries: [entry(1), entry(2)]), to: journal)
      let decided = entry(2, at: 1, .taken(HybridTime(rawValue: 9)))
      try await apply(SyncChange(state: [], entries: [decided]), to: journal)
      let found = try await journal.entries(in: home, of: phone, after: 0, limit: 9)
      #expect(found == [entry(1), decided])
      #expect(try await journal.entries(in: home, after: 0, limit: 9) == [decided])
    }
  }

  @Test(arguments: Store.allCases)
  func `entries are dropped before others are added`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      let placed = entry(1, at: 1)
      try await apply(SyncChange(state: [], entries: [placed, entry(2), entry(3)]), to: journal)
      let again = entry(1, of: laptop, fact: 2)
      try await apply(SyncChange(state: [], drops: .unplaced, entries: [again]), to: journal)
      #expect(try await journal.entries(in: home, of: phone, after: 0, limit: 9) == [placed])
      #expect(try await journal.entries(in: home, of: laptop, after: 0, limit: 9) == [again])
      #expect(try await journal.entries(in: home, for: [FactID(rawValue: 3)]) == [:])
      let first = entry(1, fact: 5, at: 1)
      try await apply(SyncChange(state: [], drops: .all, entries: [first]), to: journal)
      #expect(try await journal.entries(in: home, after: 0, limit: 9) == [first])
      #expect(try await journal.entries(in: home, of: laptop, after: 0, limit: 9) == [])
    }
  }

  @Test(arguments: Store.allCases)
  func `a clock reading is taken with its device`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      let clock = HybridTime(rawValue: .max)
      let entries = [
        entry(1, .taken(clock)), entry(2, .refused("late")),
        entry(3, .taken(HybridTime(rawValue: 5))),
      ]
      try await apply(SyncChange(state: [], entries: entries), to: journal)
      let stamp = HybridTimestamp(clock: clock, device: phone)
      let other = HybridTimestamp(clock: clock, device: laptop)
      // What a fact was made with does not count if the verdict says otherwise.
      let stamps: Set = [stamp, other, fact(2).stamp]
      #expect(try await journal.taken(stamps, in: home) == [stamp])
      #expect(try await journal.taken(stamps, in: work) == [])
    }
  }

  // MARK: Facts

  @Test(arguments: Store.allCases)
  func `facts and erasures are found by id and by entity`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      let others = [
        fact(6, about: run), fact(7, about: run, erases: true), fact(8, about: run, erases: true),
      ]
      try await journal.add(others, after: 5)
      let ids = [2, 6, 99].map { FactID(rawValue: $0) }
      let found = try await journal.records(of: ids, in: home)
      #expect(Set(found.keys) == [FactID(rawValue: 2), FactID(rawValue: 6)])
      #expect(found[FactID(rawValue: 6)]?.payload == nil)
      #expect(found[FactID(rawValue: 6)]?.entity == run)
      let erasures = try await journal.erasures(of: [run, read], in: home)
      #expect(erasures.mapValues(\.id.rawValue) == [run: 7])
      #expect(try await journal.erasures(of: [run], in: work) == [:])
    }
  }

  @Test(arguments: Store.allCases)
  func `when a fact was made is kept until it has a verdict`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      let ids = [1, 6, 7, 8].map { FactID(rawValue: $0) }
      let made = Dictionary(uniqueKeysWithValues: ids.map { ($0, boot) })
      // Not in a space that is not synchronized.
      let before = AppendRequest(space: home, after: 5, facts: [fact(6)], made: made)
      #expect(try await journal.append([before]) == [.appended(head: 6)])
      let first = SyncChange(state: [])
      let linked = AppendRequest(space: home, after: 6, facts: [], sync: [first])
      #expect(try await journal.append([linked]) == [.appended(head: 6)])
      let facts = [fact(1), fact(7), fact(8)]
      let after = AppendRequest(space: home, after: 6, facts: facts, made: made)
      #expect(try await journal.append([after]) == [.appended(head: 8)])
      let found = try await journal.bootTimes(of: ids, in: home)
      #expect(found == [FactID(rawValue: 7): boot, FactID(rawValue: 8): boot])
      let decided = SyncChange(state: [], decided: [FactID(rawValue: 7), FactID(rawValue: 99)])
      let last = AppendRequest(space: home, after: 8, facts: [], sync: [decided])
      #expect(try await journal.append([last]) == [.appended(head: 8)])
      #expect(try await journal.bootTimes(of: ids, in: home) == [FactID(rawValue: 8): boot])
    }
  }

  @Test(arguments: Store.allCases)
  func `the sync of a space goes with it`(_ store: Store) async throws {
    try await withFacts(store) { journal in
      try await apply(SyncChange(state: [1], entries: [entry(1, at: 1)]), to: journal)
      try await journal.erase(home)
      try await journal.add(facts(1...5), after: 0)
      #expect(try await journal.syncState(of: home) == nil)
      #expect(try await journal.entries(in: home, after: 0, limit: 9) == [])
    }
  }
}
