/// One line of styled text.
///
/// All input is made printable first (see ``printable(_:)``), so that a title or a note can never
/// send a command to the terminal: only ``Screen`` writes escape sequences.
public struct Text: Sendable, Equatable {
  public struct Span: Sendable, Equatable {
    public let content: String
    public let style: Style
  }

  public private(set) var spans: [Span]

  public init() { spans = [] }

  public init(_ content: String, _ style: Style = .regular) {
    let safe = printable(content)
    spans = safe.isEmpty ? [] : [Span(content: safe, style: style)]
  }

  /// `sign` repeated `count` times; empty if `count` is below 1.
  public init(repeating sign: String, _ count: Int, _ style: Style = .regular) {
    self.init(String(repeating: sign, count: max(0, count)), style)
  }

  /// The width of the text in terminal columns.
  public var width: Int { spans.reduce(0) { $0 + $1.content.displayWidth } }

  public var isEmpty: Bool { spans.isEmpty }

  /// The text without its styles.
  public var content: String { spans.map(\.content).joined() }

  public static func + (a: Text, b: Text) -> Text {
    var sum = a
    sum += b
    return sum
  }

  public static func += (a: inout Text, b: Text) {
    for span in b.spans { a.append(span) }
  }

  private mutating func append(_ span: Span) {
    if let last = spans.last, last.style == span.style {
      spans[spans.count - 1] = Span(content: last.content + span.content, style: last.style)
    } else {
      spans.append(span)
    }
  }

  /// Lines of at most `width` columns of the texts that are not empty, joined by `separator`.
  ///
  /// They are broken between texts alone, so that one that is longer exceeds the width.
  public static func packed(_ texts: [Text], by separator: Text, to width: Int) -> [Text] {
    var lines: [Text] = []
    for text in texts where !text.isEmpty {
      if let last = lines.last, last.width + separator.width + text.width <= width {
        lines[lines.count - 1] = last + separator + text
      } else {
        lines.append(text)
      }
    }
    return lines
  }

  /// The texts that are not empty, joined by `separator`.
  public static func joined(_ texts: [Text], by separator: Text) -> Text {
    var sum = Text()
    for text in texts where !text.isEmpty {
      if !sum.isEmpty { sum += separator }
      sum += text
    }
    return sum
  }

  /// The same text with `traits` added to every span.
  public func with(_ traits: Style.Traits) -> Text {
    var copy = Text()
    copy.spans = spans.map { Span(content: $0.content, style: $0.style.with(traits)) }
    return copy
  }
}

extension Text: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }
}

/// The position of a text in a wider column.
public enum Alignment: Sendable {
  case leading
  case center
  case trailing
}

extension Text {
  /// At most `width` columns, with `ellipsis` at the end if the text was cut and it fits.
  public func truncated(to width: Int, ellipsis: String = "…") -> Text {
    guard self.width > width else { return self }
    let mark = ellipsis.displayWidth <= width ? ellipsis : ""
    let room = max(0, width) - mark.displayWidth
    var kept = Text()
    var used = 0
    var style = spans.first?.style ?? .regular
    cutting: for span in spans {
      style = span.style
      var part = ""
      for character in span.content {
        let columns = character.displayWidth
        if used + columns > room {
          kept += Text(part, style)
          break cutting
        }
        used += columns
        part.append(character)
      }
      kept += Text(part, style)
    }
    return kept.trimmedEnd() + Text(mark, style)
  }

  /// The text padded to `width` columns; unchanged if it is wider.
  public func padded(to width: Int, _ alignment: Alignment = .leading) -> Text {
    let missing = width - self.width
    guard missing > 0 else { return self }
    switch alignment {
    case .leading: return self + Text(repeating: " ", missing)
    case .trailing: return Text(repeating: " ", missing) + self
    case .center:
      return Text(repeating: " ", missing / 2) + self
        + Text(repeating: " ", missing - missing / 2)
    }
  }

  /// The text without trailing spaces.
  public func trimmedEnd() -> Text {
    var copy = self
    while let last = copy.spans.last {
      guard last.content.hasSuffix(" ") else { break }
      copy.spans.removeLast()
      var content = last.content
      while content.hasSuffix(" ") { content.removeLast() }
      if !content.isEmpty { copy.spans.append(Span(content: content, style: last.style)) }
    }
    return copy
  }
}
