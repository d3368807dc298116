import Core
import Journals
import SQLite

/// Consecutive entries of one author, which one row stores.
///
/// A device numbers its facts one after the other, and a server places a push as one piece. So from
/// one entry to the next, its number, the row of its fact and its position mostly go up by one, and
/// the row in the table needs to have only the first of each. That takes a fifth of the disk space
/// and of the writes of a row for each entry.
struct EntryRun: Equatable {
  /// The greatest number of entries in a run.
  static let most = 64

  /// The columns from which ``init(_:from:)`` reads.
  static let columns = "number, length, seq, alias, position, details"

  /// Never empty.
  private(set) var entries: [StoredEntry]

  var first: EntryPlace { entries[0].place }
  var last: EntryPlace { entries[entries.count - 1].place }

  /// The entries, in the order of their numbers, in as few runs as possible.
  static func runs(of entries: some Sequence<StoredEntry>) -> [EntryRun] {
    var runs: [EntryRun] = []
    for entry in entries {
      if let end = runs.indices.last, runs[end].continues(with: entry) {
        runs[end].entries.append(entry)
      } else {
        runs.append(EntryRun(entries: [entry]))
      }
    }
    return runs
  }

  private func continues(with entry: StoredEntry) -> Bool {
    entries.count < EntryRun.most && last.advanced(by: 1) == entry.place
  }
}

/// Where an entry stands among those of its author, in the space, and in the order of the server.
struct EntryPlace: Equatable {
  let number: Int
  /// The row of its fact.
  let row: Int
  let isAlias: Bool
  let position: Int?

  /// The place of the entry that follows by `count` in a run.
  func advanced(by count: Int) -> EntryPlace {
    // Only a damaged row has numbers that are too large; they then fit no other entry.
    EntryPlace(
      number: number &+ count,
      row: row &+ count,
      isAlias: isAlias,
      position: position.map { $0 &+ count }
    )
  }
}

/// An entry, with the times of its fact as distances.
struct StoredEntry: Equatable {
  let place: EntryPlace
  let verdict: Verdict?
  let received: Instant?
  let tag: UInt64
  let floor: HybridTime

  /// What the server has said about the fact.
  enum Verdict: Equatable {
    /// Taken with a clock reading at this distance from the fact's own one.
    case taken(Int64)
    case refused(String)
  }

  /// - Parameter clock: the fact's own clock reading.
  init(_ entry: SyncEntry, row: Int, clock: HybridTime) {
    place = EntryPlace(
      number: entry.number,
      row: row,
      isAlias: entry.isAlias,
      position: entry.position
    )
    verdict =
      switch entry.verdict {
      case .taken(let counts): .taken(clock.distance(to: counts))
      case .refused(let reason): .refused(reason)
      case nil: nil
      }
    received = entry.received
    tag = entry.tag
    floor = entry.floor
  }

  fileprivate init(
    place: EntryPlace,
    verdict: Verdict?,
    received: Instant?,
    tag: UInt64,
    floor: HybridTime
  ) {
    self.place = place
    self.verdict = verdict
    self.received = received
    self.tag = tag
    self.floor = floor
  }

  /// - Parameter clock: the fact's own clock reading.
  func entry(of author: DeviceID, about fact: FactID, clock: HybridTime) -> SyncEntry {
    let verdict: SyncVerdict? =
      switch verdict {
      case .taken(let distance): .taken(clock.advanced(by: distance))
      case .refused(let reason): .refused(reason)
      case nil: nil
      }
    return SyncEntry(
      author: author,
      number: place.number,
      fact: fact,
      isAlias: place.isAlias,
      position: place.position,
      verdict: verdict,
      received: received,
      tag: tag,
      floor: floor
    )
  }
}

// MARK: The row

extension EntryRun {
  /// The run in the row that a statement has found, with ``columns`` from `column` on.
  ///
  /// - Throws: ``SQLiteError`` of the kind `damaged` for a row that ``details`` does not fit.
  init(_ found: Statement, from column: Int) throws(SQLiteError) {
    let first = EntryPlace(
      number: found.int(column),
      row: found.int(column + 2),
      isAlias: found.int(column + 3) != 0,
      position: found.isNull(column + 4) ? nil : found.int(column + 4)
    )
    let read = try? EntryRun.read(found.blob(column + 5), from: first)
    guard let read, !read.isEmpty, read.count == found.int(column + 1) else {
      throw SQLiteError.damagedRow("sync entry \(first.number)")
    }
    entries = read
  }

  /// What distinguishes the entries, for the column `details`.
  ///
  /// For each entry, a byte (``Parts``) says what follows it. Times mostly equal those of the entry
  /// before, since a push has one time of receipt, and otherwise are near them.
  var details: [UInt8] {
    var writer = ByteWriter(capacity: entries.count * 12)
    var (received, floor) = (Int64(0), HybridTime(rawValue: 0))
    for entry in entries {
      let parts = Parts(entry, after: (received, floor))
      writer.write(parts.rawValue)
      switch entry.verdict {
      case .taken(let distance) where parts.contains(.takenElsewhere):
        writer.write(distance: distance)
      case .refused(let reason): writer.write(reason)
      case .taken, nil: break
      }
      let time = entry.received?.milliseconds ?? received
      if parts.contains(.receivedLater) { writer.write(distance: time &- received) }
      if parts.contains(.tag) { writer.write(entry.tag) }
      if parts.contains(.floorMoved) { writer.write(distance: floor.distance(to: entry.floor)) }
      (received, floor) = (time, entry.floor)
    }
    return writer.bytes
  }

  /// - Throws: an error for bytes that ``details`` does not write.
  private static func read(_ details: [UInt8], from first: EntryPlace) throws -> [StoredEntry] {
    var reader = ByteReader(details)
    var entries: [StoredEntry] = []
    var (received, floor) = (Int64(0), HybridTime(rawValue: 0))
    while !reader.isAtEnd {
      let parts = Parts(rawValue: try reader.read())
      guard parts.isPossible else { throw reader.malformed }
      let verdict = try parts.verdict(&reader)
      if parts.contains(.receivedLater) { received &+= try reader.readDistance() }
      let tag = parts.contains(.tag) ? try reader.read(UInt64.self) : 0
      if parts.contains(.floorMoved) { floor = floor.advanced(by: try reader.readDistance()) }
      entries.append(
        StoredEntry(
          place: first.advanced(by: entries.count),
          verdict: verdict,
          received: parts.contains(.received) ? Instant(milliseconds: received) : nil,
          tag: tag,
          floor: floor
        )
      )
    }
    return entries
  }

  /// Which parts of an entry are stored.
  private struct Parts: OptionSet {
    let rawValue: UInt8

    static let taken = Parts(rawValue: 1)
    /// The fact counts with another clock reading than its own.
    static let takenElsewhere = Parts(rawValue: 2)
    static let refused = Parts(rawValue: 4)
    static let received = Parts(rawValue: 8)
    /// The time of receipt is not that of the entry before.
    static let receivedLater = Parts(rawValue: 16)
    static let tag = Parts(rawValue: 32)
    /// The floor is not that of the entry before.
    static let floorMoved = Parts(rawValue: 64)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ entry: StoredEntry, after previous: (received: Int64, floor: HybridTime)) {
      var parts: Parts = []
      switch entry.verdict {
      case .taken(let distance): parts = distance == 0 ? .taken : [.taken, .takenElsewhere]
      case .refused: parts = .refused
      case nil: break
      }
      if let received = entry.received {
        parts.insert(.received)
        if received.milliseconds != previous.received { parts.insert(.receivedLater) }
      }
      if entry.tag != 0 { parts.insert(.tag) }
      if entry.floor != previous.floor { parts.insert(.floorMoved) }
      self = parts
    }

    /// Whether they are those of some entry.
    var isPossible: Bool {
      let verdict = intersection([.taken, .takenElsewhere, .refused])
      return [[], .taken, [.taken, .takenElsewhere], .refused].contains(verdict)
        && (contains(.received) || !contains(.receivedLater)) && rawValue < 128
    }

    /// Reads the verdict, which stands first.
    func verdict(_ reader: inout ByteReader) throws -> StoredEntry.Verdict? {
      if contains(.refused) { return .refused(try reader.read(String.self)) }
      guard contains(.taken) else { return nil }
      return .taken(contains(.takenElsewhere) ? try reader.readDistance() : 0)
    }
  }
}
