/// A CSV table (RFC 4180), with the deviations that programs commonly make.
///
/// It accepts any line ending, a byte order mark, lines shorter than the header, lines without any
/// text, spaces around quoted fields, and a first line such as `sep=;`, with which Excel is told
/// the separator.
///
/// It is written here rather than taken from a package, because the available one imports all of
/// Foundation.
struct CSVTable: Sendable {
  struct Row: Sendable {
    /// The line on which the row begins, from 1.
    let line: Int
    let fields: [String]

    subscript(column: Int?) -> String {
      guard let column, fields.indices.contains(column) else { return "" }
      return fields[column]
    }
  }

  let source: ImportText
  /// Whether commas are between the columns, as where numbers have a decimal point.
  let hasCommas: Bool
  /// The first row, unchanged.
  let titles: Row
  private let header: [String]
  let rows: [Row]

  init(
    _ bytes: [UInt8],
    name: String,
    separator: UInt8 = UInt8(ascii: ",")
  ) throws(FormatError) {
    source = try ImportText(bytes, name: name)
    hasCommas = separator == UInt8(ascii: ",")
    var rows = try CSVTable.rows(source, separator)
    if rows.first?.fields == ["sep=", ""] { rows.removeFirst() }
    guard !rows.isEmpty else { throw FormatError(file: name, problem: "this file is empty") }
    titles = rows.removeFirst()
    header = titles.fields.map { CSVTable.folded($0) }
    self.rows = rows
  }

  /// Returns the column titled with one of `titles`, ignoring case, spaces and punctuation.
  func column(_ titles: String...) -> Int? {
    for title in titles {
      if let index = header.firstIndex(of: CSVTable.folded(title)) { return index }
    }
    return nil
  }

  /// The separator that occurs most often in the first line: a comma, a semicolon or a tab.
  ///
  /// Those within quotation marks separate nothing.
  static func separator(of bytes: [UInt8]) -> UInt8 {
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    var counts = [0, 0, 0]
    var isQuoted = false
    // A quotation mark begins a quoted field, perhaps after spaces, or goes on with one after
    // another mark.
    var last = separators[0]
    for byte in bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0) {
      defer { if byte != CSVParser.space || !separators.contains(last) { last = byte } }
      if byte == CSVParser.quote {
        isQuoted = !isQuoted && (last == CSVParser.quote || separators.contains(last))
      }
      guard !isQuoted else { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if let place = separators.firstIndex(of: byte) { counts[place] += 1 }
    }
    let most = counts.max() ?? 0
    return separators[counts.firstIndex(of: most) ?? 0]
  }

  static func folded(_ title: String) -> String {
    title.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func rows(
    _ source: ImportText,
    _ separator: UInt8
  ) throws(FormatError) -> [Row] {
    var parser = CSVParser(source, separator)
    var rows: [Row] = []
    while let row = try parser.next() {
      // An empty line is not a row, and neither are the empty cells that spreadsheets write below.
      if !row.fields.allSatisfy(\.isEmpty) { rows.append(row) }
    }
    return rows
  }
}

private struct CSVParser {
  private let source: ImportText
  private let bytes: [UInt8]
  private let separator: UInt8
  private var position = 0
  private var line = 1

  static let quote = UInt8(ascii: "\"")
  static let space = UInt8(ascii: " ")

  init(_ source: ImportText, _ separator: UInt8) {
    self.source = source
    self.separator = separator
    bytes = Array(source.text.utf8)
  }

  /// Returns the next row; nil at the end.
  mutating func next() throws(FormatError) -> CSVTable.Row? {
    guard position < bytes.count else { return nil }
    let first = line
    var fields: [String] = []
    while true {
      fields.append(try field())
      guard position < bytes.count, bytes[position] == separator else { break }
      position += 1
    }
    endLine()
    return CSVTable.Row(line: first, fields: fields)
  }

  private mutating func field() throws(FormatError) -> String {
    let (start, first) = (position, line)
    skipSpaces()
    guard position < bytes.count, bytes[position] == CSVParser.quote else {
      position = start
      return plainField()
    }
    guard position > start else { return try quotedField(from: first) }
    // Spaces before a quoted field mean nothing, but those before a text with quotation marks do.
    guard let field = try? quotedField(from: first) else {
      (position, line) = (start, first)
      return plainField()
    }
    return field
  }

  private mutating func quotedField(from first: Int) throws(FormatError) -> String {
    position += 1
    var content: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == CSVParser.quote {
        guard position < bytes.count, bytes[position] == CSVParser.quote else {
          skipSpaces()
          try checkEnd(after: first)
          return String(decoding: content, as: UTF8.self)
        }
        position += 1
      }
      if byte == 0x0A { line += 1 }
      content.append(byte)
    }
    throw source.error("a text in quotation marks that begins here never ends", line: first)
  }

  private mutating func skipSpaces() {
    while position < bytes.count, bytes[position] == CSVParser.space { position += 1 }
  }

  private mutating func plainField() -> String {
    let start = position
    while position < bytes.count, bytes[position] != separator, !isLineEnd(bytes[position]) {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func checkEnd(after first: Int) throws(FormatError) {
    guard position < bytes.count else { return }
    guard bytes[position] != separator, !isLineEnd(bytes[position]) else { return }
    throw source.error("there is more behind the closing quotation mark", line: first)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func endLine() {
    guard position < bytes.count else { return }
    let isReturn = bytes[position] == 0x0D
    position += 1
    if isReturn, position < bytes.count, bytes[position] == 0x0A { position += 1 }
    line += 1
  }
}
