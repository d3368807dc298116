import Terminal
import Testing

@testable import Terminal

struct TrendTests {
  private let screen = Screen(TerminalProfile())
  private let ascii = Screen(.ascii)
  private let reader = Screen(.screenReader)

  @Test func `a sparkline has eight heights`() {
    let line = Sparkline([0, 1, 2, 3, 4, 5, 6, 7])
    #expect(screen.render(line.text(on: screen)) == "▁▂▃▄▅▆▇█")
    #expect(ascii.render(line.text(on: ascii)) == "_.,-=+*#")
    #expect(line.text(on: reader).content == "from 0 to 7, lowest 0, highest 7")
  }

  @Test func `gaps, flat lines and odd numbers draw`() {
    #expect(Sparkline([nil, 1, .nan, 0]).text(on: screen).content == " █ ▁")
    #expect(Sparkline([0, 0]).text(on: screen).content == "▁▁")
    #expect(Sparkline([3, 3], range: 3...3).text(on: screen).content == "▁▁")
    #expect(Sparkline([-5, 9], range: 0...1).text(on: screen).content == "▁█")
    #expect(Sparkline([]).text(on: screen).content == "")
    #expect(Sparkline([nil]).text(on: reader).content == "no values")
    #expect(
      Sparkline([0.256, -0.5]).text(on: reader).content
        == "from 0.26 to -0.5, lowest -0.5, highest 0.26"
    )
  }

  @Test func `many values are averaged into the width`() {
    #expect(Sparkline([0, 0, 1, 1, nil, nil, 1, 0], width: 4).text(on: screen).content == "▁█ ▅")
  }

  @Test func `a bar shows its share and percentage`() {
    #expect(Bar(0.75, width: 10).text(on: screen).content == "━━━━━━━╸──  75%")
    #expect(Bar(0.75, width: 10).text(on: ascii).content == "########..  75%")
    #expect(Bar(0.75).text(on: reader).content == "75%")
    #expect(Bar(0.5, width: 4, showsPercent: false).text(on: screen).content == "━━──")
  }

  @Test func `only all is 100 percent and only nothing is 0`() {
    #expect(Bar(0.999, width: 4).text(on: screen).content == "━━━╸  99%")
    #expect(Bar(0.001, width: 4).text(on: screen).content == "╸───   1%")
    #expect(Bar(1, width: 4).text(on: screen).content == "━━━━ 100%")
    #expect(Bar(0, width: 4).text(on: screen).content == "────   0%")
    #expect(Bar(.nan, width: 4).text(on: ascii).content == "....   0%")
  }
}
