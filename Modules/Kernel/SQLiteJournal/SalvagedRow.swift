import Core
import Journals
import SQLite

/// A row of a damaged file, with all its possible readings.
struct SalvagedRow {
  /// The fact, and the facts that it would be with other terms; at least one.
  private let facts: [FactRecord]
  /// The stored hash of the row and all before it; nil if it is not a hash.
  let chain: Digest?

  /// A row of which `found` has the space and then the columns of a layout.
  ///
  /// Nil if it has an impossible value, or names a term that cannot be found.
  init?(_ found: Statement, _ layout: RowLayout, naming terms: SalvagedTerms) {
    facts = terms.sources.compactMap { SalvagedRow.fact(found, layout, terms, $0) }
    chain = found.withBlob(11) { Digest($0) }
    if facts.isEmpty { return nil }
  }

  /// The row of an earlier version of the schema.
  init?(earlier found: Statement) {
    guard let fact = EarlierRows.record(found) else { return nil }
    facts = [fact]
    chain = EarlierRows.chain(found)
  }

  private static func fact(
    _ found: Statement,
    _ layout: RowLayout,
    _ terms: SalvagedTerms,
    _ source: SalvagedTerms.Source
  ) -> FactRecord? {
    let space = found.int64(0)
    guard let id = found.uint128(2).map(FactID.init(rawValue:)),
      let kind = terms.kind(found.int64(5), of: space, from: source),
      let device = terms.device(found.int64(4), of: space, from: source)
    else { return nil }
    let entity = found.isNull(7) ? nil : terms.entity(found.int64(7), of: space, from: source)
    guard entity != nil || found.isNull(7) else { return nil }
    let context = PayloadContext(id, about: entity)
    var payload = found.isNull(9) ? nil : found.blob(9)
    if !found.isNull(8) {
      let form = terms.form(found.int64(8), of: space, from: source)
      payload = found.withBlob(9) { form?.payload(of: $0, in: context) } ?? []
    }
    guard let hash = PayloadHash(found, 10, of: payload) else { return nil }
    return FactRecord(
      id: id,
      stamp: HybridTimestamp(clock: layout.clock(found.int64(3), of: id), device: device),
      kind: kind,
      version: found.int(6),
      entity: entity.map { EntityID(rawValue: $0) },
      payload: payload,
      payloadHash: hash.whole,
      payloadCheck: hash.check,
      erases: found.int(12) != 0
    )
  }

  /// The kind of the fact.
  var kind: String { facts.first?.kind ?? "" }

  /// The fact that was written, as far as hashes tell.
  ///
  /// - Parameter before: the hash of all rows before it; nil if it is not known.
  func fact(in space: SpaceID, after before: Digest?) -> FactRecord {
    let proven = before.flatMap { before in
      facts.first { $0.isIntact && Chain.next(after: before, space: space, fact: $0) == chain }
    }
    return proven ?? facts.first { $0.isIntact } ?? facts[0]
  }
}
