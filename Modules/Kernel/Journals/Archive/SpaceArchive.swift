import Core

/// A whole space as one JSON document.
///
/// It has every fact with its id, timestamp and exact payload, in the order of the ids, and with
/// the server's verdict if the fact counts otherwise than it was made.
///
/// All devices of an account write the same document. Merging it into an empty space gives a space
/// with the same facts. It is written and read an entry at a time (``ArchiveReader``), so it need
/// not fit into memory.
public enum SpaceArchive {
  public static let format = "trellis-space"
  /// In version 1 the facts were in the order of the journal, with verdicts among them.
  public static let version = 2
  /// The member of the document that lists the facts.
  static let list = "facts"

  /// Writes all facts of a space.
  ///
  /// The document of a history that was changed says so, in a member that other documents do not
  /// have.
  ///
  /// - Parameters:
  ///   - product: the name of the product in which the space is used, if it is known.
  ///   - erasedForm: the kind and version with which facts are written whose payload was erased, then
  ///     also without its hash; nil for their own.
  ///   - write: takes the document piece by piece.
  /// - Returns: what was changed in the history; nil if nothing was.
  /// - Throws: ``JournalError`` with `damaged` if a row is missing, or what `write` throws.
  @discardableResult
  public static func write(
    _ space: SpaceID,
    in journal: some Journal,
    product: String? = nil,
    erasedForm: (kind: String, version: Int)? = nil,
    to write: ([UInt8]) async throws -> Void
  ) async throws -> ChangedHistory? {
    let order = try await ArchiveOrder(space, in: journal)
    let verdicts = order.verdicts
    var separator = ""
    try await write(Array("{\n  \"\(list)\" : [\n".utf8))
    for run in order.runs {
      let page = try await journal.read(space, after: run.lowerBound - 1, limit: run.count)
      guard page.rows.map(\.sequence) == Array(run) else {
        throw JournalError.missing(row: run.lowerBound, of: space)
      }
      var piece = ""
      for row in page.rows {
        let fact = written(row.fact, erasedForm)
        let entry = ArchiveEntry(fact, verdict: verdicts[fact.id])
        piece += separator + indented(try JSON.pretty(entry))
        separator = ",\n"
      }
      try await write(Array(piece.utf8))
    }
    try await write(Array(try end(product, order.changed).utf8))
    return order.changed
  }

  private static func written(
    _ fact: FactRecord,
    _ erasedForm: (kind: String, version: Int)?
  ) -> FactRecord {
    guard fact.payload == nil, let erasedForm else { return fact }
    return FactRecord(
      id: fact.id,
      stamp: fact.stamp,
      kind: erasedForm.kind,
      version: erasedForm.version,
      entity: fact.entity,
      payload: nil
    )
  }

  private static func end(_ product: String?, _ changed: ChangedHistory?) throws -> String {
    let named = try product.map { "\n  \"product\" : \(try JSON.pretty($0))," } ?? ""
    let mark = changed.map { "\n  \"firstChanged\" : \($0.entry)," } ?? ""
    return """

        ],\(mark)
        "format" : "\(format)",\(named)
        "version" : \(version)
      }

      """
  }

  /// The lines of a document, indented to be placed in a list of another document.
  ///
  /// No text in JSON contains a line break.
  private static func indented(_ json: String) -> String {
    json.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
  }
}
