import Core
import Journals

/// Reads the facts of a journal's rows, away from the engines that fold them.
public struct FactReaders: Sendable {
  private let readers: [String: FactReader]

  init(_ readers: [String: FactReader]) { self.readers = readers }

  /// Whether facts of that kind erase; false for unknown kinds.
  public func erases(_ kind: String) -> Bool { readers[kind]?.erases ?? false }

  /// Decodes a page of a journal.
  ///
  /// - Throws: `JournalError` that names the first row whose payload this version should be able to
  ///   read and cannot: passing over it would show a person less than they have.
  public func page(_ page: JournalPage, device: DeviceID) throws -> FactPage {
    var facts: [FactPage.Entry] = []
    facts.reserveCapacity(page.rows.count)
    for row in page.rows {
      let fact = try fact(row.payload, row.kind, row.version) {
        "Entry \(row.sequence) of your history (\(row.kind)) cannot be read. Nothing was changed. "
          + "Restore a backup, or tell us: your history up to it is whole."
      }
      facts.append(FactPage.Entry(fact: fact, stamp: row.stamp))
    }
    return FactPage(
      entries: facts,
      ownClock: page.rows.filter { $0.stamp.device == device }.map(\.stamp.clock).max(),
      foreignClock: page.rows.filter { $0.stamp.device != device }.map(\.stamp.clock).max(),
      payloadBytes: page.rows.reduce(0) { $0 + ($1.payload?.count ?? 0) },
      head: page.head
    )
  }

  /// Decodes facts from elsewhere.
  ///
  /// - Throws: `JournalError` that names the first one that this version should be able to read and
  ///   cannot.
  public func merging(_ facts: [NewFact]) throws -> [MergedFact] {
    try facts.map { new in
      let fact = try fact(new.payload, new.kind, new.version) {
        "Entry \(new.id) (\(new.kind)) of what came from elsewhere cannot be read. "
          + "Nothing was taken over: export it again, or use another copy."
      }
      return MergedFact(new: new.erasing(erases(new.kind)), fact: fact)
    }
  }

  /// Nil for what was erased, is of an unknown kind, or was written by a newer version of its
  /// module: kept and passed over.
  private func fact(
    _ payload: [UInt8]?,
    _ kind: String,
    _ version: Int,
    words: () -> String
  ) throws -> (any Fact)? {
    guard let payload, let reader = readers[kind], version <= reader.version else { return nil }
    do {
      return try reader.decode(payload, version)
    } catch {
      throw JournalError(.damaged, words(), detail: "\(error)")
    }
  }
}

/// A page of decoded facts.
public struct FactPage: Sendable {
  struct Entry: Sendable {
    /// Nil for one that no loaded module folds.
    let fact: (any Fact)?
    let stamp: HybridTimestamp
  }

  let entries: [Entry]
  /// The latest stamp of this device among them, and that of all others.
  let ownClock: HybridTime?
  let foreignClock: HybridTime?
  let payloadBytes: Int
  /// The sequence number of the last fact in the journal when the page was read.
  public let head: Int

  /// How many rows the page stands for.
  public var count: Int { entries.count }
}

extension FactPage {
  /// A page of facts that were made elsewhere and never written, for tests of how they fold.
  package init(_ facts: [(fact: any Fact, stamp: HybridTimestamp)]) {
    entries = facts.map { Entry(fact: $0.fact, stamp: $0.stamp) }
    ownClock = nil
    foreignClock = facts.map(\.stamp.clock).max()
    payloadBytes = 0
    head = facts.count
  }
}

/// A fact that was made elsewhere, with its decoded form if a loaded module folds it.
public struct MergedFact: Sendable {
  public let new: NewFact
  let fact: (any Fact)?
}

extension NewFact {
  func erasing(_ erases: Bool) -> NewFact {
    NewFact(
      id: id,
      stamp: stamp,
      kind: kind,
      version: version,
      entity: entity,
      payload: payload,
      payloadHash: payloadHash,
      erases: erases
    )
  }
}
