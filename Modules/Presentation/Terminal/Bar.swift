/// A share of a whole as a horizontal bar with its percentage.
public struct Bar: View {
  /// The share, 0...1.
  public var share: Double
  /// The length of the bar in columns, without the percentage.
  public var width: Int
  public var style: Style
  public var showsPercent: Bool

  public init(
    _ share: Double,
    width: Int = 20,
    style: Style = .accent,
    showsPercent: Bool = true
  ) {
    self.share = share.isFinite ? min(1, max(0, share)) : 0
    self.width = max(1, width)
    self.style = style
    self.showsPercent = showsPercent
  }

  /// The rounded percentage; 100 only if nothing is missing, 0 only if there is nothing.
  public var percent: Int {
    if share <= 0 || share >= 1 { return share >= 1 ? 100 : 0 }
    return min(99, max(1, Int((share * 100).rounded())))
  }

  public func lines(on screen: Screen) -> [Text] { [text(on: screen)] }

  public func text(on screen: Screen) -> Text {
    if screen.profile.plain { return Text("\(percent)%") }
    let line = screen.profile.unicode ? drawn : asciiDrawn
    guard showsPercent else { return line }
    return line + Text("\(percent)%".padded(to: 5, .trailing))
  }

  /// The bar in half columns; as in ``percent``, it is full or empty only for all or nothing.
  private var drawn: Text {
    let halves = steps(width * 2)
    let rest = width - halves / 2 - halves % 2
    return Text(repeating: "━", halves / 2, style) + Text(repeating: "╸", halves % 2, style)
      + Text(repeating: "─", rest, .muted)
  }

  private var asciiDrawn: Text {
    let full = steps(width)
    return Text(repeating: "#", full, style) + Text(repeating: ".", width - full, .muted)
  }

  private func steps(_ count: Int) -> Int {
    let rounded = Int((share * Double(count)).rounded())
    if share <= 0 || share >= 1 { return rounded }
    return count == 1 ? rounded : min(count - 1, max(1, rounded))
  }
}
