import Core
import Journals

/// Decodes the facts of journal rows, independently of the engines that fold them.
public struct FactReaders: Sendable {
  private let readers: [String: FactReader]

  init(_ readers: [String: FactReader]) { self.readers = readers }

  /// Whether facts of that kind erase others; false for unknown kinds.
  public func erases(_ kind: String) -> Bool { readers[kind]?.erases ?? false }

  /// Decodes a page of a journal.
  ///
  /// - Throws: `JournalError` with the first row whose payload this version should be able to read
  ///   and cannot: skipping it would hide data from the user.
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

  /// Decodes facts from another source.
  ///
  /// - Throws: `JournalError` with the first one that this version should be able to read and
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

  /// Returns nil for a fact that was erased, is unknown, or has a newer version.
  ///
  /// Such facts are kept in the journal and skipped.
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
    /// Nil if no loaded module folds it.
    let fact: (any Fact)?
    let stamp: HybridTimestamp
  }

  let entries: [Entry]
  /// The latest timestamp of this device on the page, and the latest of all other devices.
  let ownClock: HybridTime?
  let foreignClock: HybridTime?
  let payloadBytes: Int
  /// The sequence number of the last fact in the journal when the page was read.
  public let head: Int

  /// The number of rows on the page.
  public var count: Int { entries.count }
}

extension FactPage {
  /// Creates a page of facts that were made elsewhere and never written, to test how they fold.
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
