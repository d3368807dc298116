import Core
import Journals
import SQLite

/// Reads rows of facts, and the terms that they name.
final class RowReader {
  let terms: TermReader
  private let layout: RowLayout

  /// - Parameter layout: that of the rows; the terms are those of the database.
  init(_ terms: TermReader, layout: RowLayout = .current) {
    self.terms = terms
    self.layout = layout
  }

  /// The row that a statement has found, with the columns of ``RowLayout/columns`` from `first` on.
  ///
  /// Nil for a row that has an impossible value, or names a term that does not exist.
  func row(_ found: Statement, from first: Int = 0) throws(SQLiteError) -> JournalRow? {
    guard let id = found.uint128(first + 1).map(FactID.init(rawValue:)),
      let device = try terms.device(found.int64(first + 3)),
      let kind = try terms.kind(found.int64(first + 4)),
      let chainHash = found.withBlob(first + 10, { Digest($0) })
    else { return nil }
    let hasEntity = !found.isNull(first + 6)
    let entity = hasEntity ? try terms.entity(found.int64(first + 6)) : nil
    guard (entity != nil) == hasEntity else { return nil }
    let payload = try payload(found, first + 7, in: PayloadContext(id, about: entity))
    guard let hash = PayloadHash(found, first + 9, of: payload) else { return nil }
    let fact = FactRecord(
      id: id,
      stamp: HybridTimestamp(clock: layout.clock(found.int64(first + 2), of: id), device: device),
      kind: kind,
      version: found.int(first + 5),
      entity: entity.map { EntityID(rawValue: $0) },
      payload: payload,
      payloadHash: hash.whole,
      payloadCheck: hash.check,
      erases: found.int(first + 11) != 0
    )
    return JournalRow(sequence: found.int(first), fact: fact, chainHash: chainHash)
  }

  /// The payload of a row; nil if it was erased.
  ///
  /// A payload that cannot be put together is returned as empty, which no payload is: its hash
  /// shows that it is damaged, and everything else about the row can still be read.
  private func payload(
    _ found: Statement,
    _ form: Int,
    in context: PayloadContext
  ) throws(SQLiteError) -> [UInt8]? {
    let body = form + 1
    if found.isNull(form) { return found.isNull(body) ? nil : found.blob(body) }
    let form = try terms.form(found.int64(form))
    return found.withBlob(body) { form?.payload(of: $0, in: context) } ?? []
  }
}

/// How rows store facts.
enum RowLayout {
  /// Version 4 of the schema: clock readings are whole, and so are the hashes of all payloads.
  case wholeReadings
  /// The version that this program writes: times as distances (``FactID/distance(to:)``), and
  /// eight bytes of a hash beside the payload from which the rest can be computed.
  case current

  /// The last version with ``wholeReadings``.
  static let lastWithWholeReadings = 4

  /// The column with what stands for a clock reading.
  var readingColumn: String { self == .current ? "reading" : "clock" }

  /// The columns of a row, as ``RowReader`` and ``SalvagedRow`` expect them.
  var columns: String {
    """
    seq, id, \(readingColumn), device, kind, version, entity, form, body, \
    payload_hash, chain_hash, erasure
    """
  }

  /// The clock reading behind the number in a row.
  func clock(_ stored: Int64, of fact: FactID) -> HybridTime {
    self == .current
      ? fact.clock(at: stored) : HybridTime(rawValue: UInt64(bitPattern: stored))
  }
}

/// What a row has of the hash of its payload.
struct PayloadHash {
  private(set) var whole: Digest?
  /// The first 64 bits, of a hash that is not stored whole.
  private(set) var check: UInt64?

  /// The number of bytes that are stored beside a payload.
  ///
  /// They reveal damage. If somebody changes the payload together with these bytes, the chain
  /// reveals that, since it covers the whole hash.
  static let checkLength = 8

  /// Nil unless the column has a hash.
  ///
  /// If a payload is gone and its hash is not whole, nothing has erased it: the chain then does not
  /// fit the hash.
  init?(_ found: Statement, _ column: Int, of payload: [UInt8]?) {
    let isErased = payload == nil
    let hash = found.withBlob(column) { bytes -> PayloadHash? in
      if bytes.count == PayloadHash.checkLength {
        let check = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        return isErased
          ? PayloadHash(whole: Digest(firstWord: check)) : PayloadHash(check: check)
      }
      return Digest(bytes).map { PayloadHash(whole: $0) }
    }
    guard let hash else { return nil }
    self = hash
  }

  /// The hash to store once the payload is gone, of a payload that cannot be read.
  var remains: Digest { whole ?? check.map { Digest(firstWord: $0) } ?? .start }

  private init(whole: Digest? = nil, check: UInt64? = nil) {
    self.whole = whole
    self.check = check
  }
}

/// Times are stored as their distance from the time in an id that is stored anyway: they are near
/// it, and SQLite stores small numbers in few bytes.
extension FactID {
  /// The first 48 bits, as a clock reading.
  private var start: HybridTime {
    HybridTime(rawValue: UInt64(truncatingIfNeeded: rawValue >> 80) << 16)
  }

  /// The distance of a clock reading from the time in the id.
  func distance(to clock: HybridTime) -> Int64 { start.distance(to: clock) }

  /// The clock reading at a distance from the time in the id.
  func clock(at distance: Int64) -> HybridTime { start.advanced(by: distance) }

  /// The distance of an instant from the time in the id, in milliseconds.
  func distance(to instant: Instant) -> Int64 { instant.milliseconds &- received.milliseconds }

  /// The instant at a distance, in milliseconds, from the time in the id.
  func instant(at distance: Int64) -> Instant {
    Instant(milliseconds: received.milliseconds &+ distance)
  }
}
