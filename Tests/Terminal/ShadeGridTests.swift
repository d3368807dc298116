import Core
import Presentation
import Terminal
import Testing

@testable import Terminal

@Suite struct ShadeGridTests {
  /// Saturday, 2026-11-21.
  private let today = Day(number: 20_778)
  private let words = ShadeWords(
    shades: "days in a row",
    broken: "not sober",
    none: "not marked",
    day: "sober, day"
  )

  /// Sober since 28 October except for 3 November, nothing before.
  private func grid(weeks: Int = 5, start: Weekday = .monday, today: Day? = nil) -> ShadeGrid {
    let days = (0..<25).map { back -> (Day, ShadeCell) in
      let day = self.today.advanced(by: -back)
      let slip = Day(number: 20_760)
      if day == slip { return (day, .broken) }
      return (day, .shade(day > slip ? slip.distance(to: day) : day.number - 20_753))
    }
    return ShadeGrid(
      days: days,
      today: today ?? self.today,
      weekStart: start,
      weeks: weeks,
      words: words
    )
  }

  private func draw(
    _ view: some View,
    _ width: Int = 80,
    color: ColorDepth = .none,
    unicode: Bool = true,
    appearance: Appearance = .unknown
  ) -> [String] {
    let profile = TerminalProfile(
      width: width,
      color: color,
      unicode: unicode,
      appearance: appearance
    )
    return Screen(profile).draw(view).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test func `the year is said where it changes, and at the top of a grid from an earlier one`() {
    let lines = draw(grid(weeks: 60))
    #expect(lines[1].hasPrefix("Sep 2025"))
    #expect(lines.contains { $0.hasPrefix("Jan 2026") })
    #expect(lines.count { $0.contains("202") } == 2)
    #expect(draw(grid(weeks: 60), 30).contains { $0.hasPrefix("2026") })
    #expect(!draw(grid()).contains { $0.contains("2026") })
  }

  @Test func `weeks are rows without gaps between months`() {
    #expect(
      draw(grid()) == [
        "         Mon Tue Wed Thu Fri Sat Sun",
        "Oct 19     ·   ·   ·   ·   ·   ·   ·",
        "    26     ·   ·   1   2   3   4   5",
        "Nov  2     6   ✗   1   2   3   4   5",
        "     9     6   7   8   9  10  10  10",
        "    16    10  10  10  10  10[ 10]",
        "",
        " 1  4  7 10 days in a row    ✗ not sober    · not marked   [] today",
        "",
      ]
    )
  }

  @Test func `today at the end of a week is bracketed too`() {
    let lines = draw(grid(start: .sunday))
    #expect(lines[0] == "         Sun Mon Tue Wed Thu Fri Sat")
    #expect(lines[5] == "    15    10  10  10  10  10  10[ 10]")
    let sunday = draw(grid(today: Day(number: 20_779)))
    #expect(sunday[5].hasSuffix("10[  ·]"))
  }

  @Test func `ASCII has digits and letters only`() {
    let lines = draw(grid(), unicode: false)
    #expect(lines[3] == "Nov  2     6   !   1   2   3   4   5")
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func `a narrow screen gets narrow days`() {
    let lines = draw(grid(), 24)
    #expect(lines[0] == "     M T W T F S S")
    #expect(lines[4] == "     6 7 8 9 X X X")
    #expect(lines[5] == "     X X X X X[X]")
    #expect(lines.prefix(6).allSatisfy { $0.count <= 24 })
  }

  @Test func `a legend that is too long for a narrow screen is broken between words`() {
    let lines = draw(grid(), 20)
    #expect(lines.contains("1 4 7 X days in a"))
    #expect(lines.contains("  row"))
    #expect(lines.allSatisfy { $0.count <= 20 })
  }

  @Test func `with colors for it days are squares of ten different shades`() {
    let lines = draw(grid(), color: .truecolor, appearance: .dark)
    let row = lines[3] + lines[4]
    #expect(row.contains("██"))
    let colors = (1...10).map {
      Screen(TerminalProfile(color: .truecolor, appearance: .dark))
        .render(
          ShadeCell.shade($0).text(
            on: Screen(.init(color: .truecolor, appearance: .dark)),
            columns: 2
          )
        )
    }
    #expect(Set(colors).count == 10)
  }

  @Test func `screen readers get sentences`() {
    let screen = Screen(.screenReader)
    let lines = grid(weeks: 3).lines(on: screen).map(\.content)
    #expect(
      lines[0]
        == "Week of 2026-11-02: Mon sober, day 6; Tue not sober; Wed sober, day 1; "
        + "Thu sober, day 2; Fri sober, day 3; Sat sober, day 4; Sun sober, day 5."
    )
    #expect(grid(weeks: 9).lines(on: screen)[0].content == "Week of 2026-09-21: not marked.")
  }

  @Test func `a strip ends with today and fits the screen`() {
    let cells: [ShadeCell] = [.none, .broken] + (1...12).map { .shade($0) }
    let strip = ShadeStrip(cells, words: words)
    #expect(draw(strip)[0] == "  ·  ✗  1  2  3  4  5  6  7  8  9 10 10[10]")
    #expect(draw(strip, 20)[0] == "  7  8  9 10 10[10]")
  }
}
