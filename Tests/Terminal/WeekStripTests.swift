import Commands
import Core
import Presentation
import Terminal
import Testing

@testable import Terminal

struct WeekStripTests {
  /// A Saturday.
  private let today = Day(number: 20_778)

  private var strip: WeekStrip {
    WeekStrip(
      [
        .init(
          "Morning",
          rows: [
            .init(
              "Read 20 pages",
              marks: [.done, .done, .missed, .skipped, .done, .open, .future],
              note: "12 days"
            ),
            .init("冥想 🧘🏽‍♀️", marks: [.protected, .notDue]),
          ]
        ),
        .init("Empty", rows: []),
      ],
      week: today.startOfWeek(from: .monday),
      today: today
    )
  }

  private func draw(_ width: Int, unicode: Bool = true, plain: Bool = false) -> String {
    Screen(TerminalProfile(width: width, unicode: unicode, plain: plain)).draw(strip)
  }

  @Test func `80 columns show notes and mark today`() {
    #expect(
      draw(80) == """
                           Mon    Tue    Wed    Thu    Fri   •Sat    Sun
                            16     17     18     19     20     21     22

        Morning
          Read 20 pages     ✓      ✓      ✗      –      ✓      ○           12 days
          冥想 🧘🏽‍♀️           ◆      ·      ·      ·      ·      ·      ·

          ✓ done   – skipped   ◆ protected   ✗ missed   ○ open   · not due

        """
    )
  }

  @Test func `40 columns keep the days and drop the note`() {
    #expect(
      draw(40) == """
                        Mo Tu We Th Fr Sa Su
                        16 17 18 19 20•21 22

        Morning
          Read 20 pages  ✓  ✓  ✗  –  ✓  ○
          冥想 🧘🏽‍♀️        ◆  ·  ·  ·  ·  ·  ·

          ✓ done   – skipped   ◆ protected
          ✗ missed   ○ open   · not due

        """
    )
  }

  @Test func `without Unicode everything is ASCII`() {
    #expect(
      draw(40, unicode: false) == """
                        Mo Tu We Th Fr Sa Su
                        16 17 18 19 20*21 22

        Morning
          Read 20 pages  x  x  !  -  x  o
          ???? ??        #  .  .  .  .  .  .

          x done   - skipped   # protected
          ! missed   o open   . not due

        """
    )
  }

  @Test func `200 columns spread the week and keep long titles whole`() {
    let title = "Practise the piano sonata in B flat major, slow movement"
    let view = WeekStrip([.init(rows: [.init(Text(title), marks: [])])], week: today, today: today)
    let lines = view.lines(on: Screen(TerminalProfile(width: 200)))
    #expect(lines[2].content.hasPrefix(title))
    #expect(lines[0].width == title.count + 7 * 8)
    let narrow = view.lines(on: Screen(TerminalProfile(width: 40)))
    #expect(narrow[2].content.hasPrefix("Practise the piano"))
    #expect(narrow[2].width == 40)
  }

  @Test func `no line is wider than the screen`() {
    for width in 29...200 {
      let lines = strip.lines(on: Screen(TerminalProfile(width: width)))
      #expect(lines.allSatisfy { $0.width <= width }, "at \(width) columns")
    }
  }

  @Test func `a screen reader hears one sentence a habit`() {
    #expect(
      draw(80, plain: true) == """
        Morning:
        Read 20 pages: Mon done, Tue done, Wed missed, Thu skipped, Fri done, Sat open. 12 days
        冥想 🧘🏽‍♀️: Mon protected, Tue not due.

        """
    )
  }
}
