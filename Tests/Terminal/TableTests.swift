import Terminal
import Testing

@testable import Terminal

struct TableTests {
  private let table = Table(
    [
      .init("Habit", fit: .truncates, minimumWidth: 10), .init("Streak", .trailing),
      .init("Note", fit: .wraps, minimumWidth: 12, isOptional: true),
    ],
    rows: [
      ["Read twenty pages of a novel", "12", "before breakfast, with tea"], ["冥想 🧘🏽‍♀️", "365"],
    ]
  )

  private func draw(_ width: Int, unicode: Bool = true, plain: Bool = false) -> String {
    Screen(TerminalProfile(width: width, unicode: unicode, plain: plain)).draw(table)
  }

  @Test func `80 columns hold every column at its full width`() {
    #expect(
      draw(80) == """
        Habit                          Streak   Note
        ────────────────────────────   ──────   ──────────────────────────
        Read twenty pages of a novel       12   before breakfast, with tea
        冥想 🧘🏽‍♀️                           365

        """
    )
  }

  @Test func `40 columns cut the title and wrap the note`() {
    #expect(
      draw(40) == """
        Habit            Streak  Note
        ───────────────  ──────  ───────────────
        Read twenty pa…      12  before
                                 breakfast, with
                                 tea
        冥想 🧘🏽‍♀️             365

        """
    )
  }

  @Test func `30 columns leave out the optional column`() {
    #expect(
      draw(30) == """
        Habit                   Streak
        ──────────────────────  ──────
        Read twenty pages of…       12
        冥想 🧘🏽‍♀️                    365

        """
    )
  }

  @Test func `200 columns give more air`() {
    #expect(draw(200).hasPrefix("Habit                           Streak    Note\n"))
  }

  @Test func `ASCII has its own rule and ellipsis`() {
    #expect(
      draw(30, unicode: false) == """
        Habit                   Streak
        ----------------------  ------
        Read twenty pages o...      12
        ???? ??                    365

        """
    )
  }

  @Test func `a screen reader hears sentences`() {
    #expect(
      draw(40, plain: true) == """
        Read twenty pages of a novel: Streak 12, Note before breakfast, with tea
        冥想 🧘🏽‍♀️: Streak 365

        """
    )
  }

  @Test func `no line exceeds any usual width`() {
    for width in 20...120 {
      let lines = table.lines(on: Screen(TerminalProfile(width: width)))
      #expect(lines.allSatisfy { $0.width <= width }, "at \(width) columns")
    }
  }

  @Test func `numbers are the last to be cut`() {
    let numbers = Table(
      [.init("Habit", fit: .truncates), .init("This month", .trailing)],
      rows: [["A very long title indeed", "1234567890"]]
    )
    #expect(
      Screen(TerminalProfile(width: 20)).draw(numbers).hasSuffix("A very…   1234567890\n")
    )
  }
}
