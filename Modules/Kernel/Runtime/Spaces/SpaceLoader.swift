import Core
import Journals
import Loop

/// Reads a space from the journal: the snapshot of this set of modules, if there is one that fits,
/// and all facts after it.
///
/// Reading and decoding happen off the loop, folding on it.
@LoopActor
struct SpaceLoader {
  nonisolated static let pageSize = 2000

  let journal: any Journal
  let plugins: Plugins
  let setID: UInt64

  /// A page of decoded facts; nil for those that no loaded module folds.
  struct Page: Sendable {
    let facts: [ReadFact?]
    let stamps: HybridTime
    let head: Int
  }

  /// Folds everything from the snapshot or the beginning.
  ///
  /// What is new to those who were told of the space before, because another process wrote it
  /// meanwhile, is told on the way.
  func open(_ space: Space) async throws {
    let journal = journal
    let (id, setID, told) = (space.id, setID, space.announced ?? .max)
    let snapshot = try await Loop.offload {
      try journal.usableSnapshot(of: id, set: setID, upTo: told)
    }
    let restored = snapshot.flatMap { SnapshotCoding.read($0.bytes, plugins.modules) }
    if let restored, let snapshot {
      space.reset(boxes: restored.boxes, folded: snapshot.sequence, clock: restored.clock)
      space.bytes = snapshot.bytes.count
      space.sinceSnapshot = 0
    } else {
      space.reset(
        boxes: plugins.modules.map { $0.makeState() },
        folded: 0,
        clock: .init(rawValue: 0)
      )
    }
    try await catchUp(space, tellingAfter: told)
    if restored == nil { keepAlarms(of: space) }
  }

  /// Folds the facts that are in the journal and not yet in the state.
  ///
  /// - Parameter told: the sequence number of the last fact that is known outside.
  func catchUp(_ space: Space, tellingAfter told: Int) async throws {
    space.replayedAlarms = []
    defer { space.mode = .live }
    var coming = try startPage(of: space.id, after: space.folded)
    while true {
      let page = try await coming.page()
      let isLast = page.facts.isEmpty || space.folded + page.facts.count >= page.head
      // The next page is read and decoded while this one is folded.
      if !isLast { coming = try startPage(of: space.id, after: space.folded + page.facts.count) }
      for case let fact in page.facts {
        space.folded += 1
        space.sinceSnapshot += 1
        space.mode = space.folded > told ? .refresh : .replay
        if let fact { space.fold(fact.fact, as: fact.kind, at: fact.stamp) }
      }
      space.clock.observe(page.stamps)
      if isLast { break }
    }
  }

  private func startPage(of id: SpaceID, after sequence: Int) throws -> ComingPage {
    let journal = journal
    let kinds = plugins.kinds
    return try ComingPage {
      let page = try journal.read(id, after: sequence, limit: SpaceLoader.pageSize)
      let facts = try page.rows.map { row -> ReadFact? in
        guard let payload = row.payload, let kind = kinds[row.kind] else { return nil }
        // Written by a newer version of its module: kept and passed over, like an unknown kind.
        guard row.version <= kind.version else { return nil }
        return try SpaceLoader.decode(payload, row.kind, row.version, kind, row.stamp, row.sequence)
      }
      let latest = page.rows.map(\.stamp.clock).max() ?? HybridTime(rawValue: 0)
      return Page(facts: facts, stamps: latest, head: page.head)
    }
  }

  /// A payload that this version cannot read is an error that names the row: passing over it
  /// would show a person less than they have.
  nonisolated static func decode(
    _ payload: [UInt8],
    _ name: String,
    _ version: Int,
    _ kind: FactKind,
    _ stamp: Stamp,
    _ sequence: Int
  ) throws -> ReadFact {
    do {
      return ReadFact(kind: kind, fact: try kind.decode(payload, version), stamp: stamp)
    } catch {
      throw JournalError(
        .damaged,
        "Entry \(sequence) of your history (\(name)) cannot be read. Nothing was changed. "
          + "Restore a backup, or tell us: your history up to it is whole.",
        detail: "\(error)"
      )
    }
  }

  /// A module that sees the past for the first time set alarms on the way; those that stand at
  /// the end are kept with the next append.
  private func keepAlarms(of space: Space) {
    var last: [String: AlarmChange] = [:]
    for change in space.replayedAlarms { last["\(change.module)\n\(change.key.rawValue)"] = change }
    space.replayedAlarms = []
    let standing = last.sorted { $0.key < $1.key }.map(\.value).filter { $0.at != nil }
    space.open.alarms.append(contentsOf: standing)
  }
}

extension Journal {
  /// The newest snapshot of a set, if the journal still says what it was made from and it does not
  /// reach beyond `last`.
  func usableSnapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) throws(JournalError) -> Snapshot? {
    guard let snapshot = try snapshot(of: space, set: set) else { return nil }
    guard snapshot.sequence > 0, snapshot.sequence <= last else { return nil }
    let page = try read(space, after: snapshot.sequence - 1, limit: 1)
    guard page.rows.first?.chainHash == snapshot.chainHash else { return nil }
    return snapshot
  }
}
