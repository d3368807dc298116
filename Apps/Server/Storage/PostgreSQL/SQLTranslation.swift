/// Translates the stores' SQL, which SQLite runs as it is, for PostgreSQL.
enum SQLTranslation {
  /// PostgreSQL's names of the column types.
  ///
  /// Texts are compared by their bytes, as SQLite does, whatever the locale of the database.
  private static let types = [
    "INTEGER": "BIGINT", "BLOB": "BYTEA", "TEXT": "TEXT COLLATE \"C\"",
  ]
  /// The words of a table's options, which PostgreSQL lacks: its tables always are strict.
  private static let options: Set<Substring> = ["STRICT", "WITHOUT", "ROWID"]

  /// Replaces `?` and `?1` by `$1`.
  static func statement(_ sql: String) -> String {
    var result = ""
    var count = 0
    var isOpen = false
    for piece in pieces(of: sql) {
      if isOpen, piece.first?.isNumber != true {
        count += 1
        result += "\(count)"
      }
      isOpen = piece == "?"
      result += isOpen ? "$" : piece
    }
    if isOpen { result += "\(count + 1)" }
    return result
  }

  /// Replaces the column types of a migration, and drops the options of its tables.
  static func migration(_ sql: String) -> String {
    var result = ""
    for piece in pieces(of: sql) {
      if options.contains(piece) {
        // With the comma between two of them.
        while let last = result.last, " ,".contains(last) { result.removeLast() }
      } else {
        result += types[String(piece)] ?? String(piece)
      }
    }
    return result
  }

  /// The words, the quoted parts and the other characters of a text.
  private static func pieces(of sql: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = sql[...]
    while let first = rest.first {
      let end =
        if first == "'" || first == "\"" {
          // A doubled quote reads as the end of one part and the begin of the next.
          rest.dropFirst().firstIndex(of: first).map { rest.index(after: $0) } ?? rest.endIndex
        } else if isWordPart(first) {
          rest.firstIndex { !isWordPart($0) } ?? rest.endIndex
        } else {
          rest.index(after: rest.startIndex)
        }
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
    return pieces
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
