import Core
import Journals
import SQLite

/// The rows of facts in versions 1 to 3 of the schema, with all of each fact in its row.
enum EarlierRows {
  /// The last version with such rows.
  static let lastVersion = 3
  /// The column that tells whether a fact erases, in each version.
  ///
  /// Its name differs each time, so that a program of the previous version gets an error when it
  /// writes.
  private static let erasureColumns = ["erases", "erasing", "erasure"]

  static func erasureColumn(of version: Int) -> String {
    erasureColumns[min(max(version, 1), lastVersion) - 1]
  }

  /// The columns of a row, as ``record(_:)`` expects them.
  static func columns(of version: Int) -> String {
    """
    space, seq, id, clock, device, kind, version, entity, payload, payload_hash, \
    \(erasureColumn(of: version)), chain_hash
    """
  }

  /// The fact in a row, with the stored hash of its payload; nil if it has an impossible value.
  static func record(_ found: Statement) -> FactRecord? {
    guard let id = found.uint128(2), let hash = found.withBlob(9, { Digest($0) }) else {
      return nil
    }
    let entity = found.uint128(7)
    guard entity != nil || found.isNull(7) else { return nil }
    return FactRecord(
      id: FactID(rawValue: id),
      stamp: HybridTimestamp(
        clock: HybridTime(rawValue: UInt64(bitPattern: found.int64(3))),
        device: DeviceID(rawValue: UInt64(bitPattern: found.int64(4)))
      ),
      kind: found.text(5),
      version: found.int(6),
      entity: entity.map { EntityID(rawValue: $0) },
      payload: found.isNull(8) ? nil : found.blob(8),
      payloadHash: hash,
      erases: found.int(10) != 0
    )
  }

  /// A row; nil if it has an impossible value.
  static func row(_ found: Statement) -> JournalRow? {
    guard let fact = record(found), let chain = chain(found) else { return nil }
    return JournalRow(sequence: found.int(1), fact: fact, chainHash: chain)
  }

  /// The hash of a row and all before it; nil if it has an impossible value.
  static func chain(_ found: Statement) -> Digest? { found.withBlob(11) { Digest($0) } }
}
