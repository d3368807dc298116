import Core
import Journals
import PostgreSQLJournal
import PostgreSQLTesting
import SQLiteJournal
import StoreTesting
import Testing

/// A journal of a few spaces, as a server fills it.
struct Diary {
  let journal: any SyncStore

  static func space(_ number: Int) -> SpaceID { SpaceID(rawValue: UInt128(number) << 64) }

  /// Adds facts to a space, with an entry of the sync for each, and an alarm.
  func write(_ count: Int, to space: SpaceID, epoch: UInt8 = 1) async throws {
    let head = try await journal.read(space, after: 0, limit: 0).head
    let facts = (head + 1..<head + 1 + count).map { Diary.fact($0) }
    try await append(facts, to: space, after: head, epoch: epoch)
  }

  func append(
    _ facts: [FactRecord],
    to space: SpaceID,
    after head: Int,
    epoch: UInt8 = 1,
    drops: SyncChange.Drops = .none
  ) async throws {
    let entries = facts.enumerated().map { index, fact in
      Diary.entry(drops == .all ? index + 1 : head + index + 1, of: fact, epoch)
    }
    let alarm = AlarmChange(
      module: "reminders",
      key: "next",
      at: Instant(milliseconds: Int64(head + facts.count))
    )
    let request = AppendRequest(
      space: space,
      after: head,
      facts: drops == .all ? [] : facts,
      alarms: [alarm],
      sync: [SyncChange(state: [epoch, UInt8(head % 256)], drops: drops, entries: entries)]
    )
    let results = try await journal.append([request])
    #expect(results == [.appended(head: drops == .all ? head : head + facts.count)])
  }

  static func fact(_ number: Int) -> FactRecord {
    FactRecord(
      id: FactID(rawValue: UInt128(number)),
      stamp: HybridTimestamp(
        clock: HybridTime(rawValue: .max - UInt64(number)),
        device: DeviceID(rawValue: UInt64(number % 3))
      ),
      kind: "diary.note",
      version: 1,
      entity: EntityID(rawValue: UInt128(number % 5)),
      payload: Array(#"{"text":"note \#(number)"}"#.utf8)
    )
  }

  static func erasure(_ number: Int, of entity: Int) -> FactRecord {
    FactRecord(
      id: FactID(rawValue: UInt128(number)),
      stamp: .zero,
      kind: "diary.erased",
      version: 1,
      entity: EntityID(rawValue: UInt128(entity)),
      payload: Array("{}".utf8),
      erases: true
    )
  }

  private static func entry(_ position: Int, of fact: FactRecord, _ epoch: UInt8) -> SyncEntry {
    SyncEntry(
      author: fact.stamp.device,
      number: position,
      fact: fact.id,
      isAlias: false,
      position: position,
      verdict: position % 7 == 0 ? .refused("too-late") : .taken(fact.stamp.clock),
      received: Instant(milliseconds: Int64(position)),
      tag: UInt64(epoch) << 32 | UInt64(position),
      floor: HybridTime(rawValue: UInt64(position))
    )
  }

  /// Everything in a space.
  static func contents(_ journal: any SyncStore, _ space: SpaceID) async throws -> Contents {
    Contents(
      page: try await journal.read(space, after: 0, limit: 100_000),
      entries: try await journal.entries(in: space, after: 0, limit: 100_000),
      state: try await journal.syncState(of: space),
      alarms: try await journal.alarms(of: space)
    )
  }

  struct Contents: Equatable {
    let page: JournalPage
    let entries: [SyncEntry]
    let state: [UInt8]?
    let alarms: Set<Alarm>
  }
}

/// Calls `body` with empty journals: files and memory, and a database in either role where it is
/// installed.
func onEachPair(
  _ body: (_ source: Diary, _ target: any SyncStore) async throws -> Void
) async throws {
  try await withFolder { folder in
    try await body(Diary(journal: MemoryJournal()), SQLiteJournal(path: "\(folder)/b.db"))
  }
  guard PostgreSQLCluster.isInstalled else { return }
  for isSource in [true, false] {
    try await withDatabaseSpot { spot in
      let database = try PostgreSQLJournal(#require(spot.database))
      let file = try SQLiteJournal(path: "\(spot.folder)/a.db")
      try await body(Diary(journal: isSource ? database : file), isSource ? file : database)
    }
  }
}

/// Both sides are alike, in what can be read and in what the comparison says.
func expectAlike(
  _ source: any SyncStore,
  _ target: any SyncStore,
  _ comment: Comment? = nil
) async throws {
  let spaces = try await source.spaces()
  #expect(try await target.spaces() == spaces, comment)
  for space in spaces {
    let mine = try await Diary.contents(source, space)
    #expect(try await Diary.contents(target, space) == mine, comment)
    #expect(try await target.verify(space).firstBroken == nil, comment)
  }
}
