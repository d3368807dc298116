/// Text that is wrapped between words.
public struct Paragraph: View {
  public var text: [Text]
  /// Spaces before every line.
  public var indent: Int
  /// Additional spaces before every line but the first.
  public var hanging: Int
  /// The maximum length of a line; long lines are hard to read even where there is room.
  public var measure: Int

  public init(_ text: Text, indent: Int = 0, hanging: Int = 0, measure: Int = 88) {
    self.text = [text]
    self.indent = indent
    self.hanging = hanging
    self.measure = measure
  }

  /// Creates a paragraph from a person's text, keeping its line breaks.
  public init(
    verbatim words: String,
    style: Style = .regular,
    indent: Int = 0,
    measure: Int = 88
  ) {
    self.init("", indent: indent, measure: measure)
    let broken = words.split(omittingEmptySubsequences: false) { $0.isNewline }
    text = broken.map { Text(String($0), style) }
  }

  public func lines(on screen: Screen) -> [Text] {
    let room = max(1, min(measure, screen.width - indent))
    return text.flatMap { line in
      let wrapped = line.wrapped(to: room, hanging: hanging)
      return wrapped.map { Text(repeating: " ", indent) + $0 }
    }
  }
}

extension Text {
  /// Lines of at most `width` columns, broken at spaces; never empty.
  ///
  /// A word longer than a line is split. Lines after the first begin with `hanging` spaces.
  public func wrapped(to width: Int, hanging: Int = 0) -> [Text] {
    var breaker = LineBreaker(width: max(1, width), hanging: max(0, min(hanging, width - 1)))
    for span in spans {
      for character in span.content { breaker.add(character, span.style) }
    }
    return breaker.finish()
  }
}

/// Fills one line after the other.
private struct LineBreaker {
  private typealias Cell = (character: Character, style: Style, columns: Int)

  private let width: Int
  private let hanging: Int
  private var lines: [Text] = []
  private var cells: [Cell] = []
  private var used = 0
  /// The number of cells that stay on the line if it is broken at the last opportunity.
  private var breakable: Int?

  init(width: Int, hanging: Int) {
    self.width = width
    self.hanging = hanging
  }

  private var room: Int { lines.isEmpty ? width : width - hanging }

  mutating func add(_ character: Character, _ style: Style) {
    let cell = (character, style, character.displayWidth)
    if character == " " {
      if cells.isEmpty, !lines.isEmpty { return }
      cells.append(cell)
      used += 1
      if used <= room + 1 { breakable = cells.count }
      return
    }
    while used + cell.2 > room, !cells.isEmpty { breakLine() }
    cells.append(cell)
    used += cell.2
    // East Asian text may be broken after any character.
    if cell.2 == 2 { breakable = cells.count }
  }

  private mutating func breakLine() {
    let kept = breakable ?? cells.count
    lines.append(line(cells.prefix(kept)))
    cells = Array(cells.dropFirst(kept).drop { $0.character == " " })
    used = cells.reduce(0) { $0 + $1.columns }
    breakable = nil
  }

  private func line(_ cells: ArraySlice<Cell>) -> Text {
    var text = Text(repeating: " ", lines.isEmpty ? 0 : hanging)
    var run = ""
    var style = cells.first?.style ?? .regular
    for cell in cells {
      if cell.style != style {
        text += Text(run, style)
        (run, style) = ("", cell.style)
      }
      run.append(cell.character)
    }
    return (text + Text(run, style)).trimmedEnd()
  }

  mutating func finish() -> [Text] {
    if !cells.isEmpty || lines.isEmpty { lines.append(line(cells[...])) }
    return lines
  }
}
