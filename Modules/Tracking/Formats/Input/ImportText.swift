/// UTF-8 text of a foreign file.
struct ImportText: Sendable {
  /// The name of the file in errors.
  let name: String
  let text: String

  /// Decodes UTF-8 without a leading byte order mark, and throws if the bytes are not UTF-8.
  ///
  /// Replacing invalid bytes would change a title or note.
  init(_ bytes: [UInt8], name: String) throws(FormatError) {
    let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let content = bytes.dropFirst(marked ? 3 : 0)
    guard let text = String(validating: content, as: UTF8.self) else {
      throw FormatError(
        file: name,
        place: "line \(ImportText.badLine(content))",
        problem: "this is not text in UTF-8; save the file once more in that encoding"
      )
    }
    self.name = name
    self.text = text
  }

  /// The lines, numbered from 1, without their line endings (LF, CRLF or CR).
  var lines: [(number: Int, text: Substring)] {
    var lines: [(number: Int, text: Substring)] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    // Searching by bytes is safe: neither byte occurs within another character.
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
