import Core
import Pages
import Presentation
import Testing

@Suite struct HTMLTests {
  private static let attack = "\"><script>alert('x')</script>&amp;"

  @Test func `what a person typed never becomes markup`() {
    let html: HTML = "<p title=\"\(Self.attack)\">\(Self.attack)</p>"
    #expect(!html.markup.contains("<script"))
    #expect(!html.markup.contains("'x'"))
    let escaped = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;"
    #expect(html.markup == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func `a piece of a page goes in as it is, once`() {
    let inner: HTML = "<b>\("a & b")</b>"
    let outer: HTML = "<p>\(inner)</p>"
    #expect(outer.markup == "<p><b>a &amp; b</b></p>")
  }

  @Test func `an attribute without a value is left out`() {
    let none: String? = nil
    let html: HTML = "<a\(attribute: "class", none)\(attribute: "title", "\"")>x</a>"
    #expect(html.markup == "<a title=\"&quot;\">x</a>")
  }

  @Test(arguments: ["😀 é 漢字 \u{0301}", "", "a\r\nb", "\u{0}"])
  func `text without signs of markup stays byte for byte`(text: String) {
    let html: HTML = "\(text)"
    #expect(Array(html.markup.utf8) == Array(text.utf8))
  }

  @Test func `an option of a command does not end a line within its dashes`() {
    let html = HTML.commands("trellis sync --code\ntrellis a&b")
    let words = "trellis sync <span>--code\ntrellis</span> a&amp;b"
    #expect(html.markup == "<pre class=\"code\"><code>\(words)</code></pre>")
  }

  @Test func `every component escapes its words`() {
    let attack = Self.attack
    let pieces: [HTML] = [
      .card(attack, "\(attack)"), .header(attack, note: attack),
      .figures([Figure(value: attack, label: attack, note: attack)]),
      .empty(attack, icon: .plus), .link(attack, attack),
      .disclosure(attack, subject: attack, "\(attack)"),
      .bar(share: 0.5, label: attack), .dot(.black, label: attack), .list(["\(attack)"]),
      .field(label: attack, name: attack, value: attack, hint: attack),
      .field(label: attack, name: attack, value: attack, kind: .textarea, hint: attack),
      .field(label: attack, name: "a", attributes: [("placeholder", attack)]),
      .choice(label: attack, name: attack, options: [(attack, attack)], selected: attack),
      .checkbox(label: attack, name: attack, value: attack, hint: attack),
      .radios(legend: attack, name: attack, options: [(attack, attack)]),
      LineChart(values: [1], labels: [attack], title: attack, summary: attack) { _ in attack }.html,
      BarChart(bars: [(attack, 1, attack)], title: attack, summary: attack).html,
    ]
    for piece in pieces {
      #expect(!piece.markup.contains("<script"))
      #expect(!piece.markup.contains("'x'"), "\(piece.markup)")
    }
  }
}
