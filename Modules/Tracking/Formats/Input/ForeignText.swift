/// UTF-8 text of a foreign file.
struct ForeignText: Sendable {
  /// What to call the file in errors.
  let name: String
  let text: String

  /// Takes a leading byte order mark off; refuses bytes that are not UTF-8, since replacing them
  /// would change a title or note.
  init(_ bytes: [UInt8], name: String) throws(FormatError) {
    let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let content = bytes.dropFirst(marked ? 3 : 0)
    guard let text = String(validating: content, as: UTF8.self) else {
      throw FormatError(
        file: name,
        place: "line \(ForeignText.badLine(content))",
        problem: "this is not text in UTF-8"
      )
    }
    self.name = name
    self.text = text
  }

  /// The lines, numbered from 1, without their ends; LF, CRLF and CR all end one.
  var lines: [(number: Int, text: Substring)] {
    var lines: [(number: Int, text: Substring)] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    // By bytes: no part of another character is one of these two.
    while let end = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      lines.append((lines.count + 1, text[start..<end]))
      start = bytes.index(after: end)
      if bytes[end] == 0x0D, start < bytes.endIndex, bytes[start] == 0x0A {
        bytes.formIndex(after: &start)
      }
    }
    lines.append((lines.count + 1, text[start...]))
    return lines
  }

  func error(_ problem: String, line: Int) -> FormatError {
    FormatError(file: name, place: "line \(line)", problem: problem)
  }

  private static func badLine(_ bytes: ArraySlice<UInt8>) -> Int {
    var line = 1
    for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if String(validating: part, as: UTF8.self) == nil { return line }
      line += 1
    }
    return line
  }
}
