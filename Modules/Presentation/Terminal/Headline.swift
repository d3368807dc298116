import Presentation

/// The head of a view: a picture and a large number, with a few words beside them.
///
/// In files and for screen readers there are only the words.
public struct Headline: View {
  private let art: PixelArt
  private let number: LargeNumber
  private let words: [Text]

  /// Columns between the parts.
  private static let gap = 3
  /// The fewest columns for words beside the number; in less they stand below it.
  private static let leastRoom = 24

  public init(_ art: PixelArt, _ number: LargeNumber, words: [Text]) {
    self.art = art
    self.number = number
    self.words = words
  }

  public func lines(on screen: Screen) -> [Text] {
    let said = words.flatMap { Paragraph($0).lines(on: screen) }
    guard screen.profile.isTerminal, !screen.profile.plain else { return said }
    let drawn = Self.beside(art.lines(on: screen), number.lines(on: screen))
    let width = drawn.map(\.width).max() ?? 0
    guard width <= screen.width else { return said }
    let room = screen.width - width - Self.gap
    let narrow = words.flatMap { $0.wrapped(to: max(1, room)) }
    guard room >= Self.leastRoom, narrow.count <= drawn.count else { return drawn + [""] + said }
    return Self.beside(drawn, narrow)
  }

  /// Puts both side by side, with the shorter one centered beside the taller one.
  private static func beside(_ left: [Text], _ right: [Text]) -> [Text] {
    let width = (left.map(\.width).max() ?? 0) + gap
    let height = max(left.count, right.count)
    return (0..<height).map { row in
      line(left, row, of: height).padded(to: width) + line(right, row, of: height)
    }
  }

  private static func line(_ lines: [Text], _ row: Int, of height: Int) -> Text {
    let index = row - (height - lines.count + 1) / 2
    return lines.indices.contains(index) ? lines[index] : ""
  }
}
