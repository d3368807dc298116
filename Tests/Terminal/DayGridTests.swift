import Core
import Presentation
import Terminal
import Testing

@testable import Terminal

struct DayGridTests {
  /// A Saturday.
  private let today = Day(number: 20_778)

  private func grid(_ days: Int) -> DayGrid {
    let marks = (0..<days).map { back -> (Day, DayMark) in
      let mark: DayMark =
        switch back {
        case 0: .open
        case 3: .skipped
        case 5: .protected
        case 8: .missed
        default: back % 7 == 6 ? .notDue : .done
        }
      return (today.advanced(by: -back), mark)
    }
    return DayGrid(
      days: marks,
      currentStreak: (1...7).map { today.advanced(by: -$0) },
      today: today
    )
  }

  private func draw(_ days: Int, _ width: Int, unicode: Bool = true, plain: Bool = false) -> String
  {
    Screen(TerminalProfile(width: width, unicode: unicode, plain: plain)).draw(grid(days))
  }

  @Test func `four weeks with the current streak joined by a line`() {
    #expect(
      draw(25, 34) == """
             Mo  Tu  We  Th  Fr  Sa  Su
        Nov          28✓ 29✓ 30✓ 31✓  1·
              2✓  3✓  4✓  5✓  6✓  7✓  8·
              9✓ 10✓ 11✓ 12✓ 13✗─14✓─15·
            ─16◆─17✓─18–─19✓─20✓[21○]22

            ✓ done   – skipped
            ◆ protected   ✗ missed
            ○ open   · not due
            ── current streak   [] today

        """
    )
  }

  @Test func `ASCII shows the same`() {
    #expect(
      draw(12, 40, unicode: false) == """
              Mo   Tu   We   Th   Fr   Sa   Su
        Nov        10x  11x  12x  13!==14x==15.
            ==16#==17x==18-==19x==20x [21o] 22

            x done   - skipped   # protected
            ! missed   o open   . not due
            == current streak   [] today

        """
    )
  }

  @Test func `90 days stand in one block on 40 columns, two on 80, three on 200`() {
    func header(_ width: Int) -> String { String(draw(90, width).prefix { $0 != "\n" }) }
    #expect([40, 80, 200].map { header($0).ranges(of: "Mo").count } == [1, 2, 3])
    #expect(draw(90, 40).split(separator: "\n").count > 13)
    #expect(draw(90, 200).split(separator: "\n").count == 1 + 5 + 1)
  }

  @Test func `no line is wider than the screen`() {
    for width in 24...200 {
      let lines = grid(90).lines(on: Screen(TerminalProfile(width: width)))
      #expect(lines.allSatisfy { $0.width <= width }, "at \(width) columns")
    }
  }

  @Test func `a narrow screen leaves out the numbers`() {
    #expect(draw(12, 24).hasPrefix("     M T W T F S S\nNov    ✓ ✓ ✓ ✗─✓─·\n"))
  }

  @Test func `a streak that began today is marked by brackets alone`() {
    let view = DayGrid(days: [(today, .done)], currentStreak: [today], today: today)
    let drawn = Screen(TerminalProfile(width: 40)).draw(view)
    #expect(drawn.contains("─[21✓]"))
  }

  @Test func `wide signs widen the cells`() {
    var theme = Theme.standard
    theme.glyphs.check = Glyph("🌸", ascii: "x")
    let lines = grid(12).lines(on: Screen(TerminalProfile(width: 60), theme: theme))
    #expect(lines[1].content.hasSuffix("10🌸   11🌸   12🌸   13✗ ───14🌸───15·"))
  }

  @Test func `a screen reader hears one sentence a week and the streak`() {
    #expect(
      draw(8, 40, plain: true) == """
        Week of 2026-11-09: Sat done, Sun not due.
        Week of 2026-11-16: Mon protected, Tue done, Wed skipped, Thu done, Fri done, Sat open.
        The current streak runs from 2026-11-14 to 2026-11-20.

        """
    )
  }
}
