import Presentation
import Terminal
import Testing

/// A picture, a number and words at the head of a view.
struct HeadlineTests {
  private let headline = Headline(
    PixelArt(["#.", "##", "#."], styles: ["#": .warning]),
    LargeNumber(10),
    words: ["10 days", "Read is burning."]
  )

  private func draw(_ width: Int, unicode: Bool = true, plain: Bool = false) -> String {
    Screen(TerminalProfile(width: width, unicode: unicode, plain: plain)).draw(headline)
  }

  @Test func `the words stand beside the number where there is room`() {
    #expect(
      draw(80) == """
               ██    ██████
             ████    ██  ██
        ▄      ██    ██  ██   10 days
        █▀     ██    ██  ██   Read is burning.
             ██████  ██████

        """
    )
  }

  @Test func `on a narrow screen the words follow`() {
    #expect(draw(40).hasSuffix("██████  ██████\n\n10 days\nRead is burning.\n"))
  }

  @Test func `words that would be higher than the picture follow it`() {
    let long = String(repeating: "Read is burning. ", count: 12)
    let headline = Headline(
      PixelArt(["#"], styles: ["#": .warning]),
      LargeNumber(1),
      words: [Text(long)]
    )
    let lines = headline.lines(on: Screen(TerminalProfile(width: 40)))
    #expect(lines[LargeNumber.height].isEmpty)
    #expect(lines.allSatisfy { $0.width <= 40 })
  }

  @Test func `screen readers, files and screens that are too narrow have the words alone`() {
    let words = "10 days\nRead is burning.\n"
    #expect(draw(80, plain: true) == words)
    #expect(Screen(.file).draw(headline) == words)
    let many = Headline(PixelArt([], styles: [:]), LargeNumber(1000), words: ["1000 days"])
    #expect(Screen(TerminalProfile(width: 20)).draw(many) == "1000 days\n")
  }

  @Test func `a screen without Unicode has number signs`() {
    let drawn = draw(80, unicode: false)
    #expect(drawn.contains("##    ######"))
    #expect(drawn.allSatisfy { $0.isASCII })
  }

  @Test func `every digit differs from the others`() {
    let screen = Screen(TerminalProfile())
    let drawn = (0...9).map { LargeNumber($0).lines(on: screen).map(\.content) }
    #expect(Set(drawn).count == 10)
    #expect(drawn.allSatisfy { $0.count == LargeNumber.height })
  }
}
