import Commands
import Core
import Presentation
import Terminal
import Testing

@testable import Terminal

struct HeatGridTests {
  /// A Saturday.
  private let today = Day(number: 20_778)

  /// The level of a day is its number modulo 5, so that every cell can be checked.
  private func grid(days: Int, weeks: Int? = nil, start: Weekday = .monday) -> HeatGrid {
    HeatGrid(
      days: (0..<days).map { (today.advanced(by: -$0), today.advanced(by: -$0).number % 5) },
      today: today,
      weekStart: start,
      weeks: weeks
    )
  }

  private func draw(
    _ grid: HeatGrid,
    _ width: Int,
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
    return Screen(profile).draw(grid).split(separator: "\n").map(String.init)
  }

  @Test func `eight weeks, level by level`() {
    #expect(today.description == "2026-11-21")
    #expect(
      draw(grid(days: 54), 80) == [
        "      Oct     Nov",
        "Mon · ░ ▓ · ▒ █ ░ ▓",
        "    · ▒ █ ░ ▓ · ▒ █",
        "Wed ░ ▓ · ▒ █ ░ ▓ ·",
        "    ▒ █ ░ ▓ · ▒ █ ░",
        "Fri ▓ · ▒ █ ░ ▓ · ▒",
        "    █ ░ ▓ · ▒ █ ░ ▓ ◂",
        "    · ▒ █ ░ ▓ · ▒",
        "    less · ░ ▒ ▓ █ more   ◂ today",
      ]
    )
  }

  @Test func `ASCII uses digits`() {
    let lines = draw(grid(days: 20), 80, unicode: false)
    #expect(lines[1] == "Mon 4 1 3")
    #expect(lines.last == "    less . 1 2 3 4 more   < today")
  }

  @Test func `the week may begin on Sunday`() {
    let lines = draw(grid(days: 20, start: .sunday), 80)
    #expect(
      lines == [
        "    Nov", "    · · ▒", "Mon █ ░ ▓", "    · ▒ █", "Wed ░ ▓ ·", "    ▒ █ ░", "Fri ▓ · ▒",
        "    █ ░ ▓ ◂", "    less · ░ ▒ ▓ █ more   ◂ today",
      ]
    )
  }

  @Test func `weeks move together where they would not all fit, so that a year fits 80 columns`() {
    let history = grid(days: 1000)
    #expect(draw(history, 80)[1].count == 4 + 74)
    #expect(draw(history, 200)[1].count == 4 + 143)
    #expect(draw(history, 40)[1].count == 4 + 34)
    #expect(draw(history, 200)[0].contains("2026"))
    #expect(draw(grid(days: 371, weeks: 53), 80)[1].count == 4 + 53)
    #expect(draw(grid(days: 371, weeks: 37), 80)[1].count == 4 + 37 * 2 - 1)
    let screen = Screen(TerminalProfile(width: 80))
    #expect(grid(days: 371, weeks: 53).firstDay(on: screen).description == "2025-11-17")
    #expect(history.firstDay(on: screen).description == "2025-06-23")
    #expect(draw(grid(days: 1000, weeks: 12), 40)[1].count == 4 + 12 * 2 - 1)
  }

  @Test func `no line is wider than the screen`() {
    for width in 20...210 {
      for weeks in [1, 5, 26, 53, 150] {
        let lines = draw(grid(days: 400, weeks: weeks), width)
        // The legend has a fixed length; grids are for 40 columns and more.
        for line in lines.dropLast() { #expect(line.displayWidth <= width) }
        if width >= 40 { #expect((lines.last ?? "").displayWidth <= width) }
      }
    }
  }

  @Test func `color brings squares where the background is known`() {
    let dark = draw(grid(days: 3), 80, color: .truecolor, appearance: .dark)
    #expect(dark[5].contains("\u{1B}[38;2;33;143;101m■\u{1B}[0m"))
    let unknown = draw(grid(days: 3), 80, color: .truecolor)
    #expect(unknown[5].contains("m▒\u{1B}[0m"))
    let sixteen = draw(grid(days: 3), 80, color: .sixteen, appearance: .dark)
    #expect(sixteen[5].contains("\u{1B}[36m▒\u{1B}[0m"))
  }

  @Test func `a screen reader hears one sentence a week`() {
    let view = HeatGrid(
      [.init(today, level: 4, count: 9), .init(today.advanced(by: -4), level: 1)],
      today: today,
      weeks: 2
    )
    #expect(
      Screen(.screenReader).draw(view) == """
        Week of 2026-11-09: nothing.
        Week of 2026-11-16: Mon 0, Tue 1, Wed 0, Thu 0, Fri 0, Sat 9.

        """
    )
  }

  @Test func `levels beyond the scale are kept within it`() {
    let view = HeatGrid(
      days: [(today, 99), (today.advanced(by: -1), -3)],
      today: today,
      weeks: 1
    )
    #expect(draw(view, 80)[5] == "Fri ·")
    #expect(draw(view, 80)[6] == "    █ ◂")
  }
}
