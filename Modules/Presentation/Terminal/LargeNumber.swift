import Presentation

/// A number in digits that are five lines high.
public struct LargeNumber: Sendable {
  public static let height = 5

  private static let digits = [
    ["###", "#.#", "#.#", "#.#", "###"],
    [".#.", "##.", ".#.", ".#.", "###"],
    ["###", "..#", "###", "#..", "###"],
    ["###", "..#", ".##", "..#", "###"],
    ["#.#", "#.#", "###", "..#", "..#"],
    ["###", "#..", "###", "..#", "###"],
    ["###", "#..", "###", "#.#", "###"],
    ["###", "..#", ".#.", ".#.", ".#."],
    ["###", "#.#", "###", "#.#", "###"],
    ["###", "#.#", "###", "..#", "###"],
  ]

  private let figures: [Int]
  private let style: Style

  /// - Parameter number: at least 0.
  public init(_ number: Int, _ style: Style = .bold) {
    figures = String(max(0, number)).compactMap(\.wholeNumberValue)
    self.style = style
  }

  public func lines(on screen: Screen) -> [Text] {
    (0..<Self.height).map { row in
      // A column of a terminal is half as wide as a line is high.
      let parts = figures.map { figure in
        Self.digits[figure][row].map { $0 == "#" ? screen.sign("██", ascii: "##") : "  " }.joined()
      }
      return Text(parts.joined(separator: "  "), style)
    }
  }
}
