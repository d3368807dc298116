import Core
import Journals
import SQLite
import Testing

@testable import SQLiteJournal

/// Entries of the sync that are stored as runs are the entries that were written.
@Suite struct EntryRunTests {
  private func open() throws -> Database {
    let database = try Database(path: ":memory:", mode: .readWriteCreate)
    try Schema.migrate(database, from: 0)
    return database
  }

  /// An entry at a place, with everything else at random.
  private func entry(_ place: Int, _ random: inout SplitMix64) -> SyncEntry {
    let verdicts: [SyncVerdict?] = [
      nil, .taken(fact(place).stamp.clock), .taken(HybridTime(rawValue: random.next())),
      .refused(""), .refused("late “é”"),
    ]
    let times: [Int64?] = [nil, 0, 5, 5, .max, .min, 1_790_000_000_000]
    return SyncEntry(
      author: DeviceID(rawValue: 3),
      number: place,
      fact: fact(place).id,
      position: place + 7,
      verdict: verdicts.randomElement(using: &random) ?? nil,
      received: (times.randomElement(using: &random) ?? nil).map { Instant(milliseconds: $0) },
      tag: [0, 1, random.next()].randomElement(using: &random) ?? 0,
      floor: HybridTime(rawValue: [0, .max, random.next()].randomElement(using: &random) ?? 0)
    )
  }

  // MARK: Rows

  @Test func `every part of an entry comes back from its row`() throws {
    var random = SplitMix64(seed: 5)
    let database = try open()
    let writer = try EntryWriter(database)
    for number in 1...50 {
      let author = EntryWriter.Author(space: 1, number: Int64(number))
      let entries = (1...64).map { place in
        var made = entry(place + 64 * number, &random)
        made.isAlias = number % 2 == 0
        return made
      }
      let stored = entries.map { entry in
        StoredEntry(entry, row: entry.number + 3, clock: fact(entry.number).stamp.clock)
      }
      try writer.write(stored, of: author)
      let find = try database.prepare(
        "SELECT \(EntryRun.columns) FROM sync_runs WHERE author = \(number)"
      )
      try #require(try find.step())
      let run = try EntryRun(find, from: 0)
      #expect(run.entries == stored)
      let read = run.entries.map { stored in
        let made = fact(stored.place.number)
        return stored.entry(of: DeviceID(rawValue: 3), about: made.id, clock: made.stamp.clock)
      }
      #expect(read == entries)
    }
  }

  @Test(arguments: [
    "x''", "x'01'", "x'010101'", "x'0102'", "x'0120FF'", "x'010405'",
    "x'0105'", "x'0110'", "x'0180'", "x'0118FFFFFFFFFFFFFFFFFFFF01'", "x'0118FFFFFFFFFFFFFFFFFF02'",
  ])
  func `details that nobody wrote are damage`(_ details: String) throws {
    let database = try open()
    try database.execute("INSERT INTO sync_runs VALUES (1, 1, 1, 2, 1, 0, 1, \(details))")
    let find = try database.prepare("SELECT \(EntryRun.columns) FROM sync_runs")
    try #require(try find.step())
    let error = #expect(throws: SQLiteError.self) { try EntryRun(find, from: 0) }
    #expect(error?.kind == .damaged)
  }

  @Test func `two entries cannot have one position`() throws {
    var random = SplitMix64(seed: 6)
    let database = try open()
    let writer = try EntryWriter(database)
    let stored = (1...20).map { place in
      StoredEntry(entry(place, &random), row: place, clock: HybridTime(rawValue: 0))
    }
    try writer.write(Array(stored[5..<15]), of: EntryWriter.Author(space: 1, number: 1))
    for range in [5..<6, 0..<6, 14..<16, 9..<10, 0..<20] {
      #expect(throws: SQLiteError.self, "\(range)") {
        try writer.write(Array(stored[range]), of: EntryWriter.Author(space: 1, number: 2))
      }
    }
    try writer.write(Array(stored[..<5]), of: EntryWriter.Author(space: 1, number: 2))
    try writer.write(Array(stored[15...]), of: EntryWriter.Author(space: 1, number: 2))
    try writer.write(Array(stored[5..<15]), of: EntryWriter.Author(space: 2, number: 2))
    #expect(try database.integer("SELECT sum(length) FROM sync_runs") == 30)
  }

  @Test func `what devices push in turn takes few rows`() throws {
    let database = try open()
    let writer = try EntryWriter(database)
    for push in 0..<100 {
      let stored = (1...10).map { place in
        let entry = SyncEntry(
          author: DeviceID(rawValue: 1),
          number: push * 10 + place,
          fact: fact(place).id,
          position: push * 10 + place,
          verdict: .taken(HybridTime(rawValue: 0)),
          received: Instant(milliseconds: 1_790_000_000_000 + Int64(push) * 60_000)
        )
        return StoredEntry(entry, row: push * 10 + place, clock: HybridTime(rawValue: 0))
      }
      try writer.write(stored, of: EntryWriter.Author(space: 1, number: 1))
    }
    #expect(try database.integer("SELECT count(*) FROM sync_runs") == 16)
    let bytes = try database.integer("SELECT sum(length(details)) FROM sync_runs")
    #expect(try #require(bytes) < 2 * 1000)
  }

  // MARK: Against a model

  /// Changes to the sync of a space of 600 facts, as devices and a server make them.
  private struct History {
    private static let authors = (1...3).map { DeviceID(rawValue: $0) }
    private(set) var random: SplitMix64
    private var numbers: [DeviceID: Int] = [:]
    private var unplaced: [SyncEntry] = []
    private var position = 0
    private var row = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func upTo(_ most: Int) -> Int { Int.random(in: 1...most, using: &random) }

    private mutating func next(of author: DeviceID, _ row: Int) -> SyncEntry {
      numbers[author, default: 0] += 1
      return SyncEntry(
        author: author,
        number: numbers[author] ?? 0,
        fact: fact(row).id,
        floor: HybridTime(rawValue: UInt64(row / 9))
      )
    }

    private mutating func place(_ entry: SyncEntry) -> SyncEntry {
      var placed = entry
      position += 1
      placed.position = position
      placed.received = Instant(milliseconds: Int64(position / 10))
      placed.tag = random.next()
      placed.verdict =
        upTo(9) == 1 ? .refused("late") : .taken(HybridTime(rawValue: UInt64(1000 + position)))
      return placed
    }

    mutating func change() -> SyncChange? {
      let count = min(upTo(30), 600 - row)
      guard count > 0 else { return nil }
      let author = History.authors[upTo(3) - 1]
      var change = SyncChange(state: [UInt8(truncatingIfNeeded: row)])
      switch upTo(10) {
      case 1...3:
        // This device numbers its facts.
        for _ in 0..<count {
          row += 1
          unplaced.append(next(of: DeviceID(rawValue: 9), row))
        }
        change.entries = Array(unplaced.suffix(count))
      case 4, 5:
        // The server has placed some of them.
        let placed = unplaced.prefix(count)
        unplaced.removeFirst(placed.count)
        for entry in placed { change.entries.append(place(entry)) }
      case 6:
        // Facts that are there come from elsewhere too.
        guard row > 0 else { break }
        for _ in 0..<min(count, 3) {
          var alias = next(of: author, upTo(row))
          alias.isAlias = true
          change.entries.append(place(alias))
        }
      case 7 where upTo(3) == 1:
        change.drops = .unplaced
        numbers[DeviceID(rawValue: 9), default: 0] -= unplaced.count
        unplaced = []
      case 8 where upTo(9) == 1:
        change.drops = .all
        (numbers, unplaced, position) = ([:], [], 0)
      default:
        for _ in 0..<count {
          row += 1
          let entry = next(of: author, row)
          change.entries.append(place(entry))
        }
        if upTo(4) == 1 { change.entries.shuffle(using: &random) }
      }
      return change
    }
  }

  private func expectAlike(
    _ journal: SQLiteJournal,
    _ model: MemoryJournal,
    _ random: inout SplitMix64
  ) async throws {
    for _ in 0..<2 {
      let (start, limit) = (
        Int.random(in: 0...300, using: &random), Int.random(in: 1...200, using: &random)
      )
      #expect(
        try await journal.entries(in: home, after: start, limit: limit)
          == model.entries(in: home, after: start, limit: limit)
      )
      for author in [1, 2, 3, 9].map({ DeviceID(rawValue: $0) }) {
        #expect(
          try await journal.entries(in: home, of: author, after: start, limit: limit)
            == model.entries(in: home, of: author, after: start, limit: limit)
        )
      }
      let some = (0..<40).map { _ in fact(Int.random(in: 1...620, using: &random)).id }
      #expect(
        try await journal.entries(in: home, for: some) == model.entries(in: home, for: some)
      )
    }
  }

  @Test(arguments: 1...12)
  func `entries are those of the journal in memory, whatever the changes`(
    _ seed: UInt64
  ) async throws {
    try await withFolder { folder in
      let (journal, model) = (try SQLiteJournal(path: "\(folder)/journal.db"), MemoryJournal())
      try await journal.add(facts(1...600), after: 0)
      try await model.add(facts(1...600), after: 0)
      var history = History(seed: seed)
      var random = SplitMix64(seed: seed)
      while let change = history.change() {
        let append = AppendRequest(space: home, after: 600, facts: [], sync: [change])
        for store in [journal, model] as [any SyncStore] {
          #expect(try await store.append([append]) == [.appended(head: 600)])
        }
        try await expectAlike(journal, model, &random)
      }
      #expect(try await journal.findings() == [])
    }
  }
}
