/// Views side by side if they fit, else one below the other.
public struct Beside: View {
  public var views: [any View]
  /// Columns between two views.
  public var gap: Int

  public init(_ views: [any View], gap: Int = 4) {
    self.views = views
    self.gap = gap
  }

  public func lines(on screen: Screen) -> [Text] {
    let drawn = views.map { $0.lines(on: screen) }
    let widths = drawn.map { $0.map(\.width).max() ?? 0 }
    let total = widths.reduce(0, +) + gap * max(0, widths.count - 1)
    guard total <= screen.width, !screen.profile.plain else {
      return Array(drawn.joined(separator: [""]))
    }
    return (0..<(drawn.map(\.count).max() ?? 0)).map { row in
      var line = Text()
      var column = 0
      for (lines, width) in zip(drawn, widths) {
        if row < lines.count, !lines[row].isEmpty { line = line.padded(to: column) + lines[row] }
        column += width + gap
      }
      return line
    }
  }
}
