/// The lines of a Swift file, with code separated from comments and string contents.
public struct SourceText: Sendable {
  public let path: String
  public let lines: [Line]
  /// All imports, including those in inactive `#if` branches.
  public let imports: [Import]

  /// A line of a file.
  public struct Line: Sendable, Equatable {
    /// The code without comments and with empty strings; interpolated code is kept.
    public var code = ""
    public var comment: Comment?
  }

  /// The kinds of comment.
  public enum Comment: Sendable {
    case plain
    /// `///` or `/** */`.
    case documentation
  }

  public init(path: String, _ text: String) {
    self.path = path
    var reader = SourceReader(text)
    lines = reader.read()
    imports = SourceText.imports(in: lines)
  }
}

/// Reads a file byte by byte.
///
/// Strings may contain code, and that code may contain strings, so the state is a stack.
private struct SourceReader {
  private enum Mode: Equatable {
    /// Plain code, or code inside `\( )` with the number of its open parentheses.
    case code(parentheses: Int?)
    case string(hashes: Int, isMultiline: Bool)
  }

  private static let newline = UInt8(ascii: "\n")
  private static let quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#")
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  private let text: [UInt8]
  private var place = 0
  private var modes: [Mode] = [.code(parentheses: nil)]
  private var lines: [SourceText.Line] = []
  private var code: [UInt8] = []
  private var comment: SourceText.Comment?

  init(_ text: String) { self.text = Array(text.utf8) }

  mutating func read() -> [SourceText.Line] {
    while place < text.count {
      switch modes.last {
      case .string(let hashes, let isMultiline): readString(hashes, isMultiline)
      case .code(let parentheses): readCode(parentheses)
      case nil: break
      }
    }
    if !code.isEmpty || comment != nil || lines.isEmpty { endLine() }
    return lines
  }

  private mutating func readCode(_ parentheses: Int?) {
    let byte = text[place]
    if byte == SourceReader.slash, follows(SourceReader.slash) { return skipLineComment() }
    if byte == SourceReader.slash, follows(SourceReader.star) { return skipBlockComment() }
    if byte == SourceReader.quote || byte == SourceReader.hash, let hashes = hashesBeforeQuote() {
      return openString(hashes)
    }
    if byte == SourceReader.newline { return endLine() }
    guard let parentheses else { return take() }
    if byte == UInt8(ascii: ")"), parentheses == 0 {
      modes.removeLast()
      place += 1
      return
    }
    let change = byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
    modes[modes.count - 1] = .code(parentheses: parentheses + change)
    take()
  }

  private mutating func readString(_ hashes: Int, _ isMultiline: Bool) {
    let byte = text[place]
    if byte == UInt8(ascii: "\\"), hasHashes(hashes, at: place + 1) {
      readEscape(hashes)
    } else if byte == SourceReader.quote, closes(hashes, isMultiline) {
      place += (isMultiline ? 3 : 1) + hashes
      modes.removeLast()
      code.append(SourceReader.quote)
    } else if byte == SourceReader.newline {
      // A single-line string ends with its line, so that one stray quote cannot hide a whole file.
      if !isMultiline { modes.removeLast() }
      endLine()
    } else {
      place += 1
    }
  }

  private mutating func readEscape(_ hashes: Int) {
    place += 1 + hashes
    guard place < text.count, text[place] != SourceReader.newline else { return }
    if text[place] == UInt8(ascii: "(") {
      code.append(UInt8(ascii: " "))
      modes.append(.code(parentheses: 0))
    }
    place += 1
  }

  private func closes(_ hashes: Int, _ isMultiline: Bool) -> Bool {
    guard isMultiline else { return hasHashes(hashes, at: place + 1) }
    return hasThreeQuotes(at: place) && hasHashes(hashes, at: place + 3)
  }

  /// The number of `#` before a quote at this position; nil if no string starts here.
  private func hashesBeforeQuote() -> Int? {
    var end = place
    while end < text.count, text[end] == SourceReader.hash { end += 1 }
    return end < text.count && text[end] == SourceReader.quote ? end - place : nil
  }

  private mutating func openString(_ hashes: Int) {
    place += hashes
    let isMultiline = hasThreeQuotes(at: place)
    place += isMultiline ? 3 : 1
    code.append(SourceReader.quote)
    modes.append(.string(hashes: hashes, isMultiline: isMultiline))
  }

  private mutating func skipLineComment() {
    let isDocumentation = place + 2 < text.count && text[place + 2] == SourceReader.slash
    comment = isDocumentation ? .documentation : comment ?? .plain
    while place < text.count, text[place] != SourceReader.newline { place += 1 }
  }

  private mutating func skipBlockComment() {
    let isDocumentation = place + 2 < text.count && text[place + 2] == SourceReader.star
    var depth = 0
    repeat {
      comment = isDocumentation ? .documentation : .plain
      if text[place] == SourceReader.slash, follows(SourceReader.star) {
        depth += 1
        place += 2
      } else if text[place] == SourceReader.star, follows(SourceReader.slash) {
        depth -= 1
        place += 2
      } else if text[place] == SourceReader.newline {
        endLine()
      } else {
        place += 1
      }
    } while depth > 0 && place < text.count
  }

  private mutating func take() {
    code.append(text[place])
    place += 1
  }

  private mutating func endLine() {
    lines.append(SourceText.Line(code: String(decoding: code, as: UTF8.self), comment: comment))
    code.removeAll(keepingCapacity: true)
    comment = nil
    place += 1
  }

  private func follows(_ byte: UInt8) -> Bool { place + 1 < text.count && text[place + 1] == byte }

  private func hasHashes(_ count: Int, at start: Int) -> Bool {
    start + count <= text.count
      && text[start..<start + count].allSatisfy { $0 == SourceReader.hash }
  }

  private func hasThreeQuotes(at start: Int) -> Bool {
    start + 3 <= text.count && text[start..<start + 3].allSatisfy { $0 == SourceReader.quote }
  }
}
