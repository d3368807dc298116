import Core

/// A server's verdict that changes how a fact is folded.
///
/// It is a row of the journal, so that snapshots and other processes know it as of any row. Each
/// copy of a space writes its own amendments, from the verdicts that it receives: they are never
/// pushed. The amended row and its hash stay as they are.
///
/// An amendment of a fact that is new to the journal comes directly before the fact. One at any
/// other place amends a fact that has already been folded, so the space is folded again.
public struct Amendment: Sendable, Hashable, Codable {
  /// The kind of its rows.
  public static let kind = "sync.amended"
  private static let version = 1

  public let fact: FactID
  public let verdict: SyncVerdict

  public init(fact: FactID, verdict: SyncVerdict) {
    self.fact = fact
    self.verdict = verdict
  }

  /// An amendment at its place in the journal of a space.
  public struct Row: Sendable, Hashable {
    public let sequence: Int
    public let amendment: Amendment

    public init(sequence: Int, amendment: Amendment) {
      self.sequence = sequence
      self.amendment = amendment
    }
  }

  /// The amendments among rows.
  ///
  /// - Throws: like ``read(_:)``.
  public static func rows(in rows: [JournalRow]) throws(JournalError) -> [Row] {
    var found: [Row] = []
    for row in rows {
      guard let amendment = try read(row.fact) else { continue }
      found.append(Row(sequence: row.sequence, amendment: amendment))
    }
    return found
  }

  /// The verdicts of amendments; the last one for each fact counts.
  public static func verdicts(of rows: [Row]) -> [FactID: SyncVerdict] {
    Dictionary(
      rows.map { ($0.amendment.fact, $0.amendment.verdict) },
      uniquingKeysWith: { $1 }
    )
  }

  /// The row with this amendment.
  ///
  /// - Throws: an error if it cannot be encoded.
  public func record(id: FactID, stamp: HybridTimestamp) throws -> FactRecord {
    FactRecord(
      id: id,
      stamp: stamp,
      kind: Amendment.kind,
      version: Amendment.version,
      entity: nil,
      payload: try JSON.encode(self)
    )
  }

  /// The amendment in a row; nil if the row is another kind of fact.
  ///
  /// - Throws: ``JournalError`` for an amendment that cannot be read: skipping it would count what
  ///   was refused.
  public static func read(_ record: FactRecord) throws(JournalError) -> Amendment? {
    guard record.kind == kind, let payload = record.payload else { return nil }
    do {
      return try JSON.decode(Amendment.self, from: payload)
    } catch {
      throw JournalError(
        .damaged,
        "Entry \(record.id) of your history, which says how another one counts, cannot be read. "
          + "Nothing was changed.",
        detail: "\(error)"
      )
    }
  }
}

extension Journal {
  /// The facts of a space that a server has refused.
  public func refused(in space: SpaceID) async throws(JournalError) -> Set<FactID> {
    let verdicts = Amendment.verdicts(of: try await amendments(of: space))
    return Set(verdicts.filter { $0.value.refusal != nil }.keys)
  }
}
