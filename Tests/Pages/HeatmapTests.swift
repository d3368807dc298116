import Core
import Pages
import Presentation
import Testing

@Suite struct HeatmapTests {
  /// A Saturday.
  private let today = Day(number: 20_778)

  private func grid(_ count: Int, from weekStart: Weekday = .monday) -> String {
    let days = (0..<count).map { index in
      HeatmapDay(today.advanced(by: -index), level: index % 5, words: "\(index) done")
    }
    return HeatmapGrid(days: days, weekStart: weekStart, today: today) { "/day/\($0)" }.html.markup
  }

  @Test func `every day says its date and what happened`() {
    let markup = grid(20)
    for index in 0..<20 {
      let day = today.advanced(by: -index)
      #expect(markup.contains("<span>\(day.words): \(index) done</span>"))
      #expect(markup.contains("href=\"/day/\(day)\""))
    }
  }

  @Test(arguments: [Weekday.monday, .sunday, .saturday])
  func `there are seven rows, from the first day of the week on`(weekStart: Weekday) {
    let markup = grid(400, from: weekStart)
    #expect(markup.components(of: "<tr>") == 8)
    let first = markup.range(of: "scope=\"row\"").map { markup[$0.upperBound...].prefix(160) } ?? ""
    #expect(first.contains(weekStart.name))
  }

  @Test func `months stand over their weeks, all of them together as wide as the grid`() {
    let markup = grid(400)
    let head = markup.range(of: "</thead>").map { markup[..<$0.lowerBound] } ?? ""
    let spans = head.split(separator: "colspan=\"").dropFirst().compactMap {
      $0.split(separator: "\"").first.flatMap { Int($0) }
    }
    let lone = String(head).components(of: "<td></td>") - 1
    let weeks = markup.components(of: "<td") - String(head).components(of: "<td")
    #expect((spans.reduce(0, +) + lone) * 7 == weeks)
  }

  @Test func `a year is drawn in few bytes, with every day once and today marked`() {
    let levels = (0..<371).map { (day: today.advanced(by: -$0), level: ($0 / 3) % 5) }
    let markup = ContributionGraph(levels: levels, weekStart: .monday, today: today).html.markup
    #expect(markup.utf8.count < 8000)
    // Each run of days is a line, 14 units for a day.
    let runs = markup.split(separator: "v").dropFirst().compactMap { piece in
      Int(piece.prefix { $0.isNumber })
    }
    #expect(runs.reduce(0, +) == 371 * 14)
    #expect(markup.components(of: "graph-today") == 1)
    #expect(markup.contains("aria-hidden=\"true\""))
  }

  @Test func `the name of a month is shown where all weeks from it on are`() throws {
    let levels = (0..<371).map { (day: today.advanced(by: -$0), level: 1) }
    let markup = ContributionGraph(levels: levels, weekStart: .monday, today: today).html.markup
    let names = markup.split(separator: "<text class=\"graph-").dropFirst()
    #expect(names.count >= 11)
    let width = try #require(markup.split(separator: "<svg viewBox=\"0 0 ").last)
    let end = try #require(Int(width.prefix { $0.isNumber }))
    for name in names {
      let numbers = name.split(separator: "\"", maxSplits: 3)
      let (part, x) = (try #require(Int(numbers[0])), try #require(Int(numbers[2])))
      let rule = ContributionGraph.rules.split(separator: "\n").first { line in
        line.hasSuffix("{.graph-\(part){display:none}}")
      }
      let ratio = try #require(rule).split(separator: ":")[1]
      // Below this width the name is hidden; from it on it has space.
      #expect(try #require(Int(ratio.prefix { $0.isNumber })) >= end - x)
    }
  }

  @Test func `today is marked and days without anything are empty`() {
    let markup = grid(3)
    #expect(markup.components(of: "aria-current=\"date\"") == 1)
    #expect(markup.contains("<td></td>"))
  }

  @Test func `levels outside of the range take the nearest`() {
    #expect(HeatmapDay(today, level: 9, words: "").level == 4)
    #expect(HeatmapDay(today, level: -1, words: "").level == 0)
  }

  @Test func `a calendar of nothing is still a table`() {
    let markup = HeatmapGrid(days: [], weekStart: .monday, today: today).html.markup
    #expect(markup.contains("<table"))
    #expect(markup.contains("<caption"))
  }

  @Test func `the legend explains the levels in words`() {
    let markup = grid(1)
    #expect(markup.contains("Less") && markup.contains("More"))
    for level in 0...4 { #expect(markup.contains("<i data-level=\"\(level)\">")) }
  }
}

extension String {
  /// The number of occurrences of `text`.
  func components(of text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let found = rest.range(of: text) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }

  /// The first occurrence of `text`.
  func range(of text: String) -> Range<Index>? { self[...].range(of: text) }
}

extension Substring {
  func range(of text: String) -> Range<Index>? {
    ranges(of: text).first
  }
}
