import SQLite

/// A table of Loop's database, read with whichever columns its version has.
///
/// Only ordinary tables are read: a view, a virtual table or a computed column would let the file
/// decide what is executed here.
struct LoopTable {
  let name: String
  private let file: ImportFile
  private let statement: Statement
  private let columns: [String: Int]

  init(
    _ name: String,
    orderedBy order: String,
    in database: Database,
    of file: ImportFile
  ) throws(FormatError) {
    self.name = name
    self.file = file
    do throws(SQLiteError) {
      guard try LoopTable.isOrdinary(name, in: database) else {
        throw SQLiteError(extendedCode: SQLiteError.misuse, message: "it is not an ordinary table")
      }
      statement = try database.prepare("SELECT * FROM \(name) ORDER BY \(order)")
    } catch {
      throw file.error(LoopDatabase.words(error), at: "table \(name)")
    }
    var columns: [String: Int] = [:]
    for (index, column) in statement.columnNames.enumerated() {
      columns[column.lowercased()] = index
    }
    self.columns = columns
  }

  /// Returns whether the database has an ordinary table of that name, without computed columns.
  static func isOrdinary(_ name: String, in database: Database) throws(SQLiteError) -> Bool {
    let tables = try database.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND rootpage > 0 "
        + "AND lower(name) = lower('\(name)')"
    )
    guard tables == 1 else { return false }
    return try database.integer(
      "SELECT count(*) FROM pragma_table_xinfo('\(name)') WHERE hidden <> 0"
    ) == 0
  }

  /// Advances to the next row; returns false at the end.
  func next() throws(FormatError) -> Bool {
    do {
      return try statement.step()
    } catch {
      throw file.error(LoopDatabase.words(error), at: "table \(name)")
    }
  }

  /// Returns an integer of the current row; nil if it is null or the version has no such column.
  func integer(_ column: String) throws(FormatError) -> Int64? {
    guard let index = columns[column] else { return nil }
    switch statement.type(index) {
    case .null: return nil
    case .integer: return statement.int64(index)
    case .double:
      if let whole = Int64(exactly: statement.double(index)) { return whole }
    case .text, .blob: break
    }
    throw wrong(column, "a whole number")
  }

  func number(_ column: String) throws(FormatError) -> Double? {
    guard let index = columns[column] else { return nil }
    switch statement.type(index) {
    case .null: return nil
    case .integer, .double: return statement.double(index)
    case .text, .blob: throw wrong(column, "a number")
    }
  }

  func text(_ column: String) throws(FormatError) -> String {
    guard let index = columns[column] else { return "" }
    guard statement.type(index) != .blob else { throw wrong(column, "text") }
    // Reading as text would silently repair invalid UTF-8 and so change what the user wrote.
    let text = statement.text(index)
    guard statement.withBlob(index, { $0.elementsEqual(text.utf8) }) else {
      throw wrong(column, "text")
    }
    return text
  }

  func has(_ column: String) -> Bool { columns[column] != nil }

  private func wrong(_ column: String, _ kind: String) -> FormatError {
    let row = columns["id"].map { ", row \(statement.int64($0))" } ?? ""
    return file.error(
      "the column '\(column)' holds something other than \(kind)",
      at: "table \(name)\(row)"
    )
  }
}
