import Presentation

/// A line chart over time.
///
/// Drawn by the server; the text below it describes the curve, and a table holds its values.
public struct LineChart: Sendable {
  private let values: [Double?]
  private let labels: [String]
  private let title: String
  private let summary: String
  private let words: @Sendable (Double) -> String
  private let range: ClosedRange<Double>?

  /// - Parameters:
  ///   - values: nil where no value is known; the line is interrupted there.
  ///   - labels: one for each value, such as dates.
  ///   - summary: a description of the curve: `Rising: from 40 % to 65 % in 30 days.`
  ///   - range: the range of the vertical axis; by default that of the values.
  ///   - words: formats a value for the axis and the table.
  public init(
    values: [Double?],
    labels: [String],
    title: String,
    summary: String,
    range: ClosedRange<Double>? = nil,
    words: @escaping @Sendable (Double) -> String = { Chart.number($0) }
  ) {
    self.values = values
    self.labels = labels
    self.title = title
    self.summary = summary
    self.range = range
    self.words = words
  }

  public var html: HTML {
    """
    <figure class="chart"><figcaption><strong>\(title)</strong> \
    <span class="muted">\(summary)</span></figcaption>\
    <div class="plot" aria-hidden="true"><span class="high">\(words(bounds.upperBound))</span>\
    <span class="low">\(words(bounds.lowerBound))</span>\(drawing)</div>\
    <div class="axis small muted" aria-hidden="true">\(axis)</div>\
    \(HTML.disclosure("Numbers", table))</figure>
    """
  }

  private var bounds: ClosedRange<Double> {
    if let range { return range }
    let known = values.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return 0...1 }
    return min(0, low)...(high > min(0, low) ? high : low + 1)
  }

  private var drawing: HTML {
    """
    <svg viewBox="0 0 100 40" preserveAspectRatio="none">\
    <path class="guide" d="M0 .5H100M0 20H100M0 39.5H100"/>\
    \(each: stretches, { "<path class=\"area\" d=\"\(area($0))\"/>" })\
    \(each: stretches, { "<path class=\"line\" d=\"\(line($0))\"/>" })</svg>
    """
  }

  /// The segments of the line between gaps.
  private var stretches: [[(x: Double, y: Double)]] {
    var all: [[(x: Double, y: Double)]] = [[]]
    let step = 100 / Double(max(1, values.count - 1))
    for (index, value) in values.enumerated() {
      guard let value else {
        all.append([])
        continue
      }
      let share = (value - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound)
      all[all.count - 1].append((Double(index) * step, 39 - 38 * min(1, max(0, share))))
    }
    return all.filter { !$0.isEmpty }
  }

  private func line(_ points: [(x: Double, y: Double)]) -> String {
    let path = points.map { "\(Chart.number($0.x)) \(Chart.number($0.y))" }
    // A single value is drawn as a dot: a line of zero length with round caps.
    return "M" + path.joined(separator: "L") + (path.count == 1 ? "h0" : "")
  }

  private func area(_ points: [(x: Double, y: Double)]) -> String {
    guard let first = points.first, let last = points.last else { return "" }
    return line(points) + "L\(Chart.number(last.x)) 40L\(Chart.number(first.x)) 40Z"
  }

  private var axis: HTML {
    guard let first = labels.first, let last = labels.last else { return "" }
    guard labels.count > 2 else { return "<span>\(first)</span><span>\(last)</span>" }
    return "<span>\(first)</span><span>\(labels[labels.count / 2])</span><span>\(last)</span>"
  }

  private var table: HTML {
    let rows = zip(labels, values).map { label, value -> HTML in
      "<tr><th scope=\"row\">\(label)</th><td>\(value.map(words) ?? "–")</td></tr>"
    }
    return """
      <table class="plain"><caption class="visually-hidden">\(title)</caption>\
      <tbody>\(rows.joined())</tbody></table>
      """
  }
}

/// A bar chart of a few amounts, such as one for each weekday.
public struct BarChart: Sendable {
  /// One amount.
  public struct Bar: Sendable, Equatable {
    public let label: String
    /// The amount, from 0 to 1.
    public let value: Double
    /// The amount in words: `80 %`.
    public let words: String

    public init(_ label: String, _ value: Double, words: String) {
      self.label = label
      self.value = min(1, max(0, value))
      self.words = words
    }
  }

  private let bars: [Bar]
  private let title: String
  private let summary: String

  public init(bars: [Bar], title: String, summary: String) {
    self.bars = bars
    self.title = title
    self.summary = summary
  }

  public init(
    bars: [(label: String, value: Double, words: String)],
    title: String,
    summary: String
  ) {
    self.init(
      bars: bars.map { Bar($0.label, $0.value, words: $0.words) },
      title: title,
      summary: summary
    )
  }

  /// The labels and amounts are text, so that no information is in the drawing alone.
  public var html: HTML {
    """
    <figure class="chart"><figcaption><strong>\(title)</strong> \
    <span class="muted">\(summary)</span></figcaption>\
    <ul class="bars">\(each: bars, column)</ul></figure>
    """
  }

  private func column(_ bar: Bar) -> HTML {
    let height = Chart.number(bar.value * 100)
    let top = Chart.number(100 - bar.value * 100)
    return """
      <li><span class="small">\(bar.words)</span>\
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">\
      <rect y="\(top)" width="10" height="\(height)"/></svg>\
      <span class="small muted">\(bar.label)</span></li>
      """
  }
}

/// Helpers shared by all charts.
public enum Chart {
  /// A number with at most two decimals, for drawings and axes.
  public static func number(_ value: Double) -> String { ShortNumber.hundredths(value) }
}
