import Core
import Journals

/// Decodes the facts of journal rows, independently of the engines that fold them.
public struct FactReaders: Sendable {
  /// Whether a fact that cannot be read is skipped, by the error that would be thrown for it.
  public typealias PassesOver = @Sendable (JournalError) -> Bool

  private let readers: [String: FactReader]

  init(_ readers: [String: FactReader]) { self.readers = readers }

  /// Decodes a page of a journal.
  ///
  /// - Parameters:
  ///   - refused: facts that do not count, so they need not be readable.
  ///   - passesOver: whether another fact that cannot be read is skipped; nil for none.
  /// - Throws: `JournalError` with the first other row whose payload this version should be able to
  ///   read but cannot: skipping it would hide data from the user.
  public func page(
    _ page: JournalPage,
    device: DeviceID,
    refused: Set<FactID> = [],
    passesOver: PassesOver? = nil
  ) throws -> FactPage {
    var facts: [DecodedFact] = []
    facts.reserveCapacity(page.rows.count)
    for row in page.rows {
      let decoded = try decoded(row.fact, refused, passesOver) {
        "Entry \(row.sequence) of your history (\(row.fact.kind)) cannot be read. Nothing was "
          + "changed. Restore a backup, or tell us: your history up to it is whole."
      }
      facts.append(decoded)
    }
    return FactPage(
      facts: facts,
      ownClock: FactPage.lastClock(of: facts) { $0 == device },
      foreignClock: FactPage.lastClock(of: facts) { $0 != device },
      payloadBytes: facts.reduce(0) { $0 + ($1.record.payload?.count ?? 0) },
      head: page.head
    )
  }

  /// Decodes facts from another source.
  ///
  /// - Parameters:
  ///   - refused: facts that do not count, so they need not be readable.
  ///   - passesOver: whether another fact that cannot be read is skipped; nil for none.
  /// - Throws: `JournalError` with the first other fact that this version should be able to read
  ///   but cannot.
  public func merging(
    _ records: [FactRecord],
    refused: Set<FactID> = [],
    passesOver: PassesOver? = nil
  ) throws -> [DecodedFact] {
    try records.map { record in
      var record = record
      // For an unknown kind: the device that made the fact knew whether it erases others.
      record.erases = readers[record.kind]?.erases ?? record.erases
      let (id, kind) = (record.id, record.kind)
      return try decoded(record, refused, passesOver) {
        "Entry \(id) (\(kind)) of what came from elsewhere cannot be read. "
          + "Nothing was taken over: export it again, or use another copy."
      }
    }
  }

  /// Whether this version can read facts of a kind.
  public func knows(_ kind: String) -> Bool { readers[kind] != nil }

  private func decoded(
    _ record: FactRecord,
    _ refused: Set<FactID>,
    _ passesOver: PassesOver?,
    words: () -> String
  ) throws -> DecodedFact {
    let amendment = try Amendment.read(record)
    do throws(JournalError) {
      let fact = try fact(record, refused, words: words)
      return DecodedFact(record: record, fact: fact, amendment: amendment)
    } catch {
      guard let passesOver, passesOver(error) else { throw error }
      return DecodedFact(record: record, fact: nil, amendment: amendment, isUnread: true)
    }
  }

  /// Returns nil for a fact that was erased, is unknown, or has a newer version.
  ///
  /// Such facts are kept in the journal and skipped.
  private func fact(
    _ record: FactRecord,
    _ refused: Set<FactID>,
    words: () -> String
  ) throws(JournalError) -> (any Fact)? {
    guard let payload = record.payload, let reader = readers[record.kind],
      record.version <= reader.version
    else { return nil }
    do {
      return try reader.decode(payload, record.version)
    } catch {
      if refused.contains(record.id) { return nil }
      throw JournalError(.damaged, words(), detail: "\(error)", kind: record.kind)
    }
  }
}

/// A fact from a journal or another device.
public struct DecodedFact: Sendable {
  public let record: FactRecord
  /// Nil if it was erased, a newer version wrote it, no loaded module folds it, or it was skipped.
  package let fact: (any Fact)?
  /// The verdict, if this is a verdict and not a fact of a module.
  let amendment: Amendment?
  /// Whether it was skipped although this version should be able to read it.
  var isUnread = false

  /// The latest day on which something was done; nil if the fact was not decoded, or names none.
  public var latestDay: Day? { fact?.latestDay }
}

/// A page of decoded facts.
public struct FactPage: Sendable {
  let facts: [DecodedFact]
  /// The latest timestamp of this device on the page, and the latest of all other devices.
  let ownClock: HybridTime?
  let foreignClock: HybridTime?
  let payloadBytes: Int
  /// The sequence number of the last fact in the journal when the page was read.
  public let head: Int

  /// The number of rows on the page.
  public var count: Int { facts.count }

  fileprivate static func lastClock(
    of facts: [DecodedFact],
    where isCounted: (DeviceID) -> Bool
  ) -> HybridTime? {
    facts.reduce(nil) { last, decoded in
      let stamp = decoded.record.stamp
      return isCounted(stamp.device) ? max(last ?? stamp.clock, stamp.clock) : last
    }
  }
}

extension FactPage {
  /// Creates a page of facts that were made elsewhere and never written, to test how they fold.
  package init(elsewhere facts: [DecodedFact]) {
    self.facts = facts
    ownClock = nil
    foreignClock = FactPage.lastClock(of: facts) { _ in true }
    payloadBytes = 0
    head = facts.count
  }
}
