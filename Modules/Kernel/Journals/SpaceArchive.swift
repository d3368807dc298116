import Core

/// A whole space as one JSON document: every fact with its id, timestamp and exact payload.
///
/// Merging it into an empty space gives the identical space. It is written and read an entry at a
/// time (``ArchiveReader``), so that it need not fit into memory.
public enum SpaceArchive {
  public static let format = "trellis-space"
  public static let version = 1
  /// The member of the document that lists the facts.
  static let list = "facts"

  /// Writes all facts of a space, in order.
  ///
  /// The document of a history that was changed says so, in a member that others do not have.
  ///
  /// - Parameters:
  ///   - product: the name of the product in which the space is used, if it is known.
  ///   - write: takes the document piece by piece.
  /// - Returns: what was changed in the history; nil if it is what was written.
  /// - Throws: ``JournalError`` with `damaged` if a row is missing, or what `write` throws.
  @discardableResult
  public static func write(
    _ space: SpaceID,
    in journal: some Journal,
    product: String? = nil,
    to write: ([UInt8]) async throws -> Void
  ) async throws -> ChangedHistory? {
    try await write(Array("{\n  \"\(list)\" : [\n".utf8))
    var done = 0
    var walk = ChainWalk(space: space)
    var report: ChainReport?
    while true {
      let page = try await journal.read(space, after: done, limit: 500)
      if let row = page.missingRow(after: done) {
        throw JournalError.missing(row: row, of: space)
      }
      if report == nil { report = walk.accepts(page) }
      var piece = ""
      for row in page.rows {
        if row.sequence > 1 { piece += ",\n" }
        try piece += indented(JSON.pretty(row.fact))
      }
      if !piece.isEmpty { try await write(Array(piece.utf8)) }
      done += page.rows.count
      if done >= page.head { break }
    }
    let named = try product.map { "\n  \"product\" : \(try JSON.pretty($0))," } ?? ""
    let changed = report?.changed
    let mark = changed.map { "\n  \"firstChanged\" : \($0.entry)," } ?? ""
    let rest = """

        ],\(mark)
        "format" : "\(format)",\(named)
        "space" : "\(space)",
        "version" : \(version)
      }

      """
    try await write(Array(rest.utf8))
    return changed
  }

  /// The lines of a document as they stand within a list of a document.
  ///
  /// No text within JSON contains the end of a line.
  private static func indented(_ json: String) -> String {
    json.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
  }
}
