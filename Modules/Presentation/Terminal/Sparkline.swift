import Presentation

/// A word-sized chart of a trend.
public struct Sparkline: View {
  /// Oldest first; nil where there is no value.
  public var values: [Double?]
  /// The values of the lowest and highest symbol; nil for 0 to the largest value.
  public var range: ClosedRange<Double>?
  /// The maximum number of columns; more values are averaged.
  public var width: Int
  public var style: Style

  public init(
    _ values: [Double?],
    range: ClosedRange<Double>? = nil,
    width: Int = 30,
    style: Style = .accent
  ) {
    self.values = values
    self.range = range
    self.width = max(1, width)
    self.style = style
  }

  public func lines(on screen: Screen) -> [Text] { [text(on: screen)] }

  public func text(on screen: Screen) -> Text {
    if screen.profile.plain { return sentence }
    let steps = screen.profile.unicode ? Array("▁▂▃▄▅▆▇█") : Array("_.,-=+*#")
    let shown = averaged
    let range = range ?? 0...max(shown.compactMap { $0 }.max() ?? 0, .leastNonzeroMagnitude)
    let span = range.upperBound - range.lowerBound
    var line = ""
    for value in shown {
      guard let value, value.isFinite else {
        line.append(" ")
        continue
      }
      let share = span > 0 ? min(1, max(0, (value - range.lowerBound) / span)) : 0
      line.append(steps[Int((share * 7).rounded())])
    }
    return Text(line, style)
  }

  private var averaged: [Double?] {
    guard values.count > width else { return values }
    return (0..<width).map { index in
      let part = values[(index * values.count / width)..<((index + 1) * values.count / width)]
      let known = part.compactMap { $0 }
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
  }

  private var sentence: Text {
    let known = values.compactMap { $0 }
    guard let first = known.first, let last = known.last, let low = known.min(),
      let high = known.max()
    else { return "no values" }
    let words = [first, last, low, high].map(ShortNumber.hundredths)
    return Text("from \(words[0]) to \(words[1]), lowest \(words[2]), highest \(words[3])")
  }
}
