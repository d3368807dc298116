import Core

/// A fact in a ``SpaceArchive``, with what a server decided about it.
struct ArchiveEntry: Codable {
  let fact: FactRecord
  /// The verdict, if the fact counts otherwise than it was made.
  let verdict: SyncVerdict?

  private enum CodingKeys: String, CodingKey { case verdict }

  init(_ fact: FactRecord, verdict: SyncVerdict?) {
    self.fact = fact
    self.verdict = verdict
  }

  init(from decoder: any Decoder) throws {
    fact = try FactRecord(from: decoder)
    verdict = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(SyncVerdict.self, forKey: .verdict)
  }

  func encode(to encoder: any Encoder) throws {
    try fact.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(verdict, forKey: .verdict)
  }

  /// The rows for a journal: the verdict is a row of its own before the fact.
  var rows: [FactRecord] {
    get throws {
      guard let verdict else { return [fact] }
      let amendment = Amendment(fact: fact.id, verdict: verdict)
      return [try amendment.record(id: try id(of: amendment), stamp: fact.stamp), fact]
    }
  }

  /// The id is the same for the same verdict, so that reading an archive twice adds nothing.
  private func id(of amendment: Amendment) throws -> FactID {
    let digest = Digest.of(try JSON.encode(amendment))
    let bytes = digest.withUnsafeBytes { Array($0.prefix(10)) }
    // The time of the fact, as in other ids, and bits that nobody else generates.
    let time = (fact.id.rawValue >> 80) << 80
    return FactID(rawValue: bytes.reduce(0) { $0 << 8 | UInt128($1) } | time)
  }
}
