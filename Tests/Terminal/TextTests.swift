import Terminal
import Testing

@testable import Terminal

struct TextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Müsli", 5), ("e\u{301}", 1), ("冥想", 4), ("ｆｕ", 4), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("🔥", 2), ("🛡️", 2), ("🛡", 1), ("❤️", 2), ("1️⃣", 2),
    ("🇦🇹", 2), ("👩‍👩‍👧‍👦", 2), ("🧘🏽‍♀️", 2), ("👍🏿", 2), ("✓", 1), ("■", 1), ("…", 1), ("नमस्ते", 4),
    ("𠀀", 2), ("か\u{3099}", 2), ("a\u{200B}b", 2), ("\u{7}a", 1), ("ｱ", 1),
  ])
  func `width counts columns, not characters`(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `cut text ends in an ellipsis and never exceeds the width`() {
    #expect("Meditation".truncated(to: 10) == "Meditation")
    #expect("Meditation".truncated(to: 6) == "Medit…")
    #expect("Meditation".truncated(to: 6, ellipsis: "...") == "Med...")
    #expect("Read a book".truncated(to: 6) == "Read…")
    #expect("冥想冥想".truncated(to: 6) == "冥想…")
    #expect("冥想冥想".truncated(to: 4) == "冥…")
    #expect("🧘🏽‍♀️🧘🏽‍♀️".truncated(to: 3) == "🧘🏽‍♀️…")
    #expect("Meditation".truncated(to: 2, ellipsis: "...") == "Me")
    #expect("Meditation".truncated(to: 0) == "")
  }

  @Test func `padding fills up to columns`() {
    #expect("冥想".padded(to: 6) == "冥想  ")
    #expect("12".padded(to: 5, .trailing) == "   12")
    #expect("ab".padded(to: 5, .center) == " ab  ")
    #expect("long".padded(to: 2) == "long")
  }

  @Test func `cutting keeps styles`() {
    let text = Text("Read ", .accent) + Text("20 pages", .bold)
    #expect(text.truncated(to: 8) == Text("Read ", .accent) + Text("20…", .bold))
  }

  @Test func `joining leaves out what is empty`() {
    #expect(Text.joined(["a", "", "b"], by: ", ").content == "a, b")
  }

  @Test(arguments: [
    ("Read  12 days", "Read  12 days"),
    ("קריאה", "קריאה\u{200E}"),
    ("● קריאה  12 days", "● קריאה\u{200E}  12 days"),
    ("اقرأ 20 صفحة  3", "اقرأ 20 صفحة\u{200E}  3"),
    ("קריאה at night  3", "קריאה at night  3"),
    ("早起き  3", "早起き  3"),
  ])
  func `a title from right to left keeps to its column`(_ text: String, _ shown: String) {
    #expect(keepingColumns(text) == shown)
    #expect(Screen(TerminalProfile(width: 80)).render(Text(text)) == shown)
    #expect(Screen(TerminalProfile(isTerminal: false)).render(Text(text)) == text)
    #expect(Screen(TerminalProfile(plain: true)).render(Text(text)) == text)
  }

  // MARK: Injection

  @Test(arguments: [
    ("\u{1B}[2J\u{1B}]0;owned\u{7}", "^[[2J^[]0;owned^G"),
    ("a\u{9B}31mb\u{9D}", "a<9B>31mb<9D>"),
    ("one\ntwo\r\nthree\tfour", "one two three four"),
    ("back\u{8}\u{7F}", "back^H^?"),
    ("user\u{202E}gpj.exe\u{2066}\u{FEFF}\u{200E}", "usergpj.exe"),
    ("line\u{2028}break\u{85}x", "line break x"),
    ("nul\u{0}", "nul^@"),
    ("👩‍👩‍👧 naïve 冥想", "👩‍👩‍👧 naïve 冥想"),
  ])
  func `nothing a person wrote can command the terminal`(_ input: String, _ shown: String) {
    #expect(printable(input) == shown)
    #expect(Text(input, .bold).content == shown)
  }

  @Test func `no control character reaches any screen through any component`() {
    var evil = ""
    for value in UInt32(0)...0x9F { Unicode.Scalar(value).map { evil.unicodeScalars.append($0) } }
    for unicode in [true, false] {
      for plain in [true, false] {
        let screen = Screen(TerminalProfile(width: 40, unicode: unicode, plain: plain))
        let table = Table([.init(evil, fit: .wraps), .init("B")], rows: [[Text(evil), "x"]])
        let drawn = screen.draw(table) + screen.draw(Paragraph(verbatim: evil))
        #expect(
          drawn.unicodeScalars.allSatisfy {
            $0 == "\n" || $0.properties.generalCategory != .control
          }
        )
      }
    }
  }

  @Test func `a terminal without UTF-8 gets ASCII of the same width`() {
    let screen = Screen(.ascii)
    for (text, shown) in [
      ("Müsli – “ça va”…", "Musli - \"ca va\"."), ("冥想", "????"), ("e\u{301}", "e"),
      ("🧘🏽‍♀️!", "??!"), ("Kō", "K?"),
      ("All lit 🔥!", "All lit * !"), ("→ 🛡️", "> []"),
    ] {
      let drawn = screen.render(Text(text))
      #expect(drawn == shown)
      #expect(drawn.displayWidth == text.displayWidth)
    }
    let file = Screen(TerminalProfile(unicode: false, isTerminal: false))
    #expect(file.render(Text("Müsli")) == "Müsli")
    let chosen = Screen(TerminalProfile(unicode: false, isTerminal: false, isASCIIOnly: true))
    #expect(chosen.render(Text("Müsli — “yes”")) == "Musli - \"yes\"")
  }

  // MARK: Wrapping

  @Test func `paragraphs break between words`() {
    let screen = Screen(TerminalProfile(width: 20))
    let text: Text = "Nothing is lost when a day goes by"
    #expect(
      screen.draw(Paragraph(text)) == """
        Nothing is lost when
        a day goes by

        """
    )
    #expect(
      screen.draw(Paragraph(text, indent: 2, hanging: 2)) == """
          Nothing is lost
            when a day goes
            by

        """
    )
  }

  @Test func `words longer than a line and East Asian text break inside`() {
    #expect(Text("abcdefgh ij").wrapped(to: 4).map(\.content) == ["abcd", "efgh", "ij"])
    #expect(Text("冥想冥想冥").wrapped(to: 5).map(\.content) == ["冥想", "冥想", "冥"])
    #expect(Text("").wrapped(to: 5).map(\.content) == [""])
    #expect(Text("ab   cd").wrapped(to: 3).map(\.content) == ["ab", "cd"])
  }

  @Test func `a list is broken between its parts alone`() {
    let months: [Text] = ["Jun 5", "", "Jul 6", "Aug 7"]
    func lines(_ width: Int) -> [String] {
      Text.packed(months, by: " · ", to: width).map(\.content)
    }
    #expect(lines(21) == ["Jun 5 · Jul 6 · Aug 7"])
    #expect(lines(20) == ["Jun 5 · Jul 6", "Aug 7"])
    #expect(lines(4) == ["Jun 5", "Jul 6", "Aug 7"])
  }

  @Test func `a person's own line breaks are kept`() {
    let screen = Screen(TerminalProfile(width: 40))
    #expect(screen.draw(Paragraph(verbatim: "one\n\ntwo", indent: 2)) == "  one\n\n  two\n")
  }

  @Test func `wrapping never exceeds the width`() {
    let words = "a bb ccc dddd 冥想 eeeee ffffff 🧘🏽‍♀️ ggggggg hhhhhhhh"
    for width in 2...30 {
      for line in Text(words).wrapped(to: width) { #expect(line.width <= width) }
    }
  }
}
