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
    let unified = text.split(omittingEmptySubsequences: false) { line in
      line == "\n" || line == "\r\n" || line == "\r"
    }
    for (index, line) in unified.enumerated() { lines.append((index + 1, line)) }
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

/// Without white space at both ends.
func trimmed(_ text: some StringProtocol) -> String {
  var rest = Substring(text)
  while rest.first?.isWhitespace == true { rest.removeFirst() }
  while rest.last?.isWhitespace == true { rest.removeLast() }
  return String(rest)
}
