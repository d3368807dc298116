import Presentation

/// A small picture, whose pixels are half a character high; number signs on ASCII screens.
public struct PixelArt: Sendable {
  private let rows: [[Character]]
  private let styles: [Character: Style]

  /// - Parameters:
  ///   - rows: the pixels from the top. A pixel whose character has no style is empty.
  ///   - styles: the styles by character. A terminal's character has one color, so of two pixels
  ///     above each other, the upper one decides if both are filled.
  public init(_ rows: [String], styles: [Character: Style]) {
    // An even number of rows, so that the picture stands on the ground.
    self.rows = (rows.count.isMultiple(of: 2) ? [] : [[]]) + rows.map(Array.init)
    self.styles = styles
  }

  public func lines(on screen: Screen) -> [Text] {
    stride(from: 0, to: rows.count, by: 2).map { row in
      let (upper, lower) = (rows[row], rows[row + 1])
      return (0..<max(upper.count, lower.count)).reduce(into: Text()) { line, column in
        line += cell(style(upper, column), style(lower, column), screen)
      }
    }
  }

  private func style(_ row: [Character], _ column: Int) -> Style? {
    column < row.count ? styles[row[column]] : nil
  }

  private func cell(_ upper: Style?, _ lower: Style?, _ screen: Screen) -> Text {
    guard let style = upper ?? lower else { return " " }
    let block = upper == nil ? "▄" : lower == nil ? "▀" : "█"
    return Text(screen.sign(block, ascii: "#"), style)
  }
}
