import Core
import Presentation
import SocialContract
import StreaksContract
import Testing

@testable import SocialDrawing

@Suite struct TextTests {
  private let long = "Practising the violin before breakfast, slowly, with a metronome and a smile"

  private func lines(
    _ card: ShareCard,
    _ measure: any TextMeasure,
    dark: Bool = false
  ) -> [TextLine] {
    let look = Samples.look(dark: dark)
    return CardLayout(card, title: card.title, look, measure).shapes.compactMap { shape in
      if case .text(let line) = shape { line } else { nil }
    }
  }

  @Test(arguments: Samples.all.indices, [false, true])
  func `every text is inside the card and can be read on a phone`(card: Int, isCairo: Bool) throws {
    let measure: any TextMeasure = isCairo ? try CairoText(Cairo.shared()) : DejaVuWidths()
    for line in lines(Samples.all[card], measure) {
      let width = measure.width(of: line.text, size: line.size, isBold: line.isBold)
      let left =
        switch line.anchor {
        case .start: line.at.x
        case .middle: line.at.x - width / 2
        case .end: line.at.x - width
        }
      #expect(left >= 24 && left + width <= 516, "\(line.text) from \(left), \(width) wide")
      #expect(line.at.y - line.size >= 12 && line.at.y <= 663, "\(line.text)")
      #expect(line.size >= 17, "\(line.text) would be smaller than 12 where it is 390 wide")
    }
  }

  @Test func `a long title ends with an ellipsis, a short one is whole`() throws {
    for measure in [DejaVuWidths() as any TextMeasure, try CairoText(Cairo.shared())] {
      for card in [Samples.contributions(title: long), Samples.milestone(title: long)] {
        let title = try #require(lines(card, measure).first { $0.text.hasPrefix("Practising") })
        #expect(title.text.hasSuffix("…"))
        #expect(title.text.count > 20)
      }
      #expect(lines(Samples.milestone(title: "Running"), measure).contains { $0.text == "Running" })
    }
  }

  @Test func `texts are legible on their ground, light and dark, in every theme`() {
    for theme in [Theme.standard, Samples.dusk, Samples.ember] {
      for dark in [false, true] {
        let paints = CardColors(Samples.look(dark: dark, theme: theme))
        for ground in [paints.ground, paints.panel] {
          for color in [paints.ink, paints.muted, paints.accent] {
            #expect(color.contrast(with: ground) >= 4.5)
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("Running 🏃‍♀️ daily 🔥", "Running daily"), ("🔥", ""), ("☀️ Yoga", "Yoga"), ("1️⃣ First", "First"),
    ("  a \n b ", "a b"), ("Café – №5 ✓", "Café – №5 ✓"), ("👍🏽 Up", "Up"),
    ("Flag 🇦🇹 day", "Flag day"),
  ])
  func `emoji are left out of titles`(title: String, drawn: String) {
    #expect(TitleText.withoutEmoji(title) == drawn)
  }

  @Test(arguments: [
    ("Running", true), ("Бег и Ελλάδα", true), ("Café", true), ("走る", false), ("جري", false),
    ("ריצה", false), ("दौड़", false), ("Running 走", false), ("🔥", false), ("Run 🔥", true),
  ])
  func `a title whose letters cannot be drawn gives way to general words`(
    title: String,
    isDrawable: Bool
  ) throws {
    #expect(try CardDrawing.canDraw(title: title, as: .png) == isDrawable)
    let card = Samples.milestone(title: title)
    let plain = Samples.milestone()
    let look = Samples.look()
    let isPlain =
      try CardDrawing.draw(card, as: .png, look: look)
      == CardDrawing.draw(plain, as: .png, look: look)
    #expect(isPlain != isDrawable)
  }

  @Test func `in an SVG whoever shows it brings the letters`() throws {
    #expect(try CardDrawing.canDraw(title: "走る", as: .svg))
    #expect(try !CardDrawing.canDraw(title: "🔥", as: .svg))
    let look = Samples.look()
    let svg = try CardDrawing.draw(Samples.milestone(title: "走る <&> \u{7}"), as: .svg, look: look)
    #expect(String(decoding: svg, as: UTF8.self).contains("走る &lt;&amp;&gt;"))
  }

  @Test func `without a title no word of it is in the file`() throws {
    let svg = try CardDrawing.draw(
      Samples.contributions(isOne: true),
      as: .svg,
      look: Samples.look()
    )
    let text = String(decoding: svg, as: UTF8.self)
    #expect(text.contains(">A habit<"))
    #expect(text.contains("<title>A habit: 42 days in a row."))
  }

  @Test func `a name that is a sentence of its own gets no colon`() throws {
    for (title, start) in [("Run!", "<title>Run! "), ("Run", "<title>Run: ")] {
      let card = Samples.milestone(title: title)
      let svg = try CardDrawing.draw(card, as: .svg, look: Samples.look())
      let text = String(decoding: svg, as: UTF8.self)
      #expect(text.contains(start), "\(text)")
    }
  }

  @Test func `large numbers are written as their owner writes them`() throws {
    let card = ShareCard(
      kind: .contributions,
      subject: .allHabits,
      title: nil,
      headline: ShareFigure(.done, 12_345, nil),
      figures: [ShareFigure(.activeDays, 1234, .day)],
      day: Day(number: 20_000)
    )
    func words(_ numbers: NumberStyle) -> [String] {
      let words = CardWords(card, Voice(), numbers)
      return [words.number(card.headline.count), words.small(card.figures[0]).number]
    }
    #expect(words(.comma) == ["12,345", "1,234"])
    #expect(words(.point) == ["12.345", "1.234"])
    #expect(words(.space) == ["12\u{A0}345", "1234"])
  }

  @Test func `one of anything is not many`() throws {
    let sober = lines(Samples.milestone(1, isSober: true), DejaVuWidths()).map(\.text)
    #expect(sober.contains("day sober"))
    let week = lines(Samples.contributions(weeks: 1), DejaVuWidths()).map(\.text)
    #expect(week.contains("done in 1 week"))
  }

  @Test func `a card says how many of its days were added later, and nothing if none was`() throws {
    func text(_ card: ShareCard) throws -> String {
      let bytes = try CardDrawing.draw(card, as: .svg, look: Samples.look(dark: false))
      return String(decoding: bytes, as: UTF8.self)
    }
    for recorded in [RecordedDays(), RecordedDays(done: 30)] {
      #expect(try !text(Samples.contributions(recorded: recorded)).contains("later"))
      #expect(try !text(Samples.milestone(recorded: recorded)).contains("later"))
    }
    let some = RecordedDays(done: 1_230, witnessed: 27)
    let words = "1,203 of 1,230 added or sent later"
    // Once for people who see it, once for those who have it read to them.
    #expect(try text(Samples.contributions(recorded: some)).split(separator: words).count == 3)
    #expect(try text(Samples.milestone(recorded: some)).split(separator: words).count == 3)
  }
}
