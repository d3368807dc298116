/// A Swift file line by line, with code told apart from comments and the text of strings.
public struct SourceText: Sendable {
  public let path: String
  public let lines: [Line]

  /// One line of a file.
  public struct Line: Sendable, Equatable {
    /// Without comments, and with strings empty; what is interpolated into them stays.
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
  }
}

/// Reads a file character by character. Strings may hold code, and that code strings again, so
/// what is being read is a stack.
private struct SourceReader {
  private enum Mode: Equatable {
    /// Plain code, or code inside `\( )` with the number of parentheses open in it.
    case code(parentheses: Int?)
    case string(hashes: Int, isMultiline: Bool)
  }

  private let text: [Character]
  private var place = 0
  private var modes: [Mode] = [.code(parentheses: nil)]
  private var lines: [SourceText.Line] = []
  private var line = SourceText.Line()

  init(_ text: String) { self.text = Array(text) }

  mutating func read() -> [SourceText.Line] {
    while place < text.count {
      switch modes.last {
      case .string(let hashes, let isMultiline): readString(hashes, isMultiline)
      case .code(let parentheses): readCode(parentheses)
      case nil: break
      }
    }
    if line != SourceText.Line() || lines.isEmpty { lines.append(line) }
    return lines
  }

  private mutating func readCode(_ parentheses: Int?) {
    let character = text[place]
    if starts(with: "//") { return skipLineComment() }
    if starts(with: "/*") { return skipBlockComment() }
    if character == "\"" || character == "#", let hashes = hashesBeforeQuote() {
      return openString(hashes)
    }
    if character == "\n" || character == "\r\n" { return endLine() }
    guard let parentheses else { return take() }
    if character == ")", parentheses == 0 {
      modes.removeLast()
      place += 1
      return
    }
    let change = character == "(" ? 1 : character == ")" ? -1 : 0
    modes[modes.count - 1] = .code(parentheses: parentheses + change)
    take()
  }

  private mutating func readString(_ hashes: Int, _ isMultiline: Bool) {
    let hashMarks = String(repeating: "#", count: hashes)
    if starts(with: "\\" + hashMarks + "(") {
      place += 2 + hashes
      line.code += " "
      modes.append(.code(parentheses: 0))
    } else if starts(with: "\\" + hashMarks) {
      place += 1 + hashes
      // What is escaped is passed over, but a line end is still the end of a line.
      if place < text.count, !text[place].isNewline { place += 1 }
    } else if starts(with: (isMultiline ? "\"\"\"" : "\"") + hashMarks) {
      place += (isMultiline ? 3 : 1) + hashes
      modes.removeLast()
      line.code += "\""
    } else if text[place].isNewline {
      // A string on one line ends with it, so that one stray quote cannot hide a whole file.
      if !isMultiline { modes.removeLast() }
      endLine()
    } else {
      place += 1
    }
  }

  /// How many `#` stand here before a quote; nil when no string begins here.
  private func hashesBeforeQuote() -> Int? {
    var end = place
    while end < text.count, text[end] == "#" { end += 1 }
    return end < text.count && text[end] == "\"" ? end - place : nil
  }

  private mutating func openString(_ hashes: Int) {
    place += hashes
    let isMultiline = starts(with: "\"\"\"")
    place += isMultiline ? 3 : 1
    line.code += "\""
    modes.append(.string(hashes: hashes, isMultiline: isMultiline))
  }

  private mutating func skipLineComment() {
    line.comment = starts(with: "///") ? .documentation : line.comment ?? .plain
    while place < text.count, !text[place].isNewline { place += 1 }
  }

  private mutating func skipBlockComment() {
    let kind: SourceText.Comment = starts(with: "/**") ? .documentation : .plain
    var depth = 0
    repeat {
      line.comment = kind
      if starts(with: "/*") {
        depth += 1
        place += 2
      } else if starts(with: "*/") {
        depth -= 1
        place += 2
      } else if text[place].isNewline {
        endLine()
      } else {
        place += 1
      }
    } while depth > 0 && place < text.count
  }

  private mutating func take() {
    line.code.append(text[place])
    place += 1
  }

  private mutating func endLine() {
    lines.append(line)
    line = SourceText.Line()
    place += 1
  }

  private func starts(with word: String) -> Bool {
    var at = place
    for character in word {
      guard at < text.count, text[at] == character else { return false }
      at += 1
    }
    return true
  }
}
