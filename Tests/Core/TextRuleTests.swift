import Core
import Testing

/// Texts that nobody could read are refused, and all others are kept.
@Suite struct TextRuleTests {
  @Test(arguments: [
    "Read", "Über-Läufe", "読書", "قراءة كتاب", "👩‍👩‍👧‍👦 call", "e\u{301}", "नमस्ते", "A\u{200D}B", "",
    "שלום\u{200F}!",
  ])
  func `texts in any script are kept`(_ text: String) throws {
    #expect(try TextRule.line.checked("  \(text) ", "The title") == text)
    #expect(try TextRule.lines.checked(text, "The notes") == text)
  }

  @Test(arguments: [
    ("a\u{0}b", "U+0000"), ("a\u{1B}[31mred", "U+001B"), ("a\u{9B}31m", "U+009B"),
    ("a\u{7F}b", "U+007F"), ("one\ntwo", "U+000A"), ("one\ttwo", "U+0009"),
  ])
  func `control characters are refused by name`(_ text: String, _ code: String) {
    let error = #expect(throws: DomainError.self) { try TextRule.line.checked(text, "The title") }
    #expect(error?.code == "text-unprintable")
    #expect(error?.message.contains("The title contains a control character (\(code))") == true)
  }

  @Test func `notes have lines and tabs, and no other controls`() throws {
    #expect(try TextRule.lines.checked("one\r\n\ttwo", "The notes") == "one\r\n\ttwo")
    #expect(throws: DomainError.self) { try TextRule.lines.checked("a\u{7}b", "The notes") }
  }

  @Test(arguments: ["\u{200B}", "\u{2060}\u{FEFF}", "\u{3164}", "\u{AD}", "\u{202E}\u{200D}"])
  func `a text in which nothing can be seen is refused`(_ text: String) {
    let error = #expect(throws: DomainError.self) { try TextRule.line.checked(text, "The title") }
    #expect(error?.message.contains("no character that can be seen") == true)
  }

  @Test func `many bytes in one character are refused`() {
    let tower = "a" + String(repeating: "\u{301}", count: 5000)
    #expect(tower.count == 1)
    #expect(throws: DomainError.self) { try TextRule.line.checked(tower, "The title") }
  }

  @Test(arguments: [
    ("Re\u{202E}ad\u{200B}", "Read"), ("Ru\u{7}n\u{1B}[2J", "Run[2J"), (" one\ttwo\n", "one two"),
    ("\u{FEFF}Über-\u{AD}Läufe", "Über-Läufe"), ("\u{200B}\u{0}", ""), ("", ""),
    ("👩‍👩‍👧‍👦 call", "👩‍👩‍👧‍👦 call"),
    (
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    ),
    ("A\u{200D}B", "A\u{200D}B"), ("שלום\u{200F}!", "שלום\u{200F}!"), ("❤\u{FE0F}", "❤\u{FE0F}"),
  ])
  func `a text of another program is cleaned and can then be kept`(
    _ text: String,
    _ clean: String
  ) throws {
    #expect(TextRule.line.cleaned(text) == clean)
    #expect(try TextRule.line.checked(clean, "The title") == clean)
  }

  @Test func `cleaned notes keep their lines, and marks that are stacked are cut`() throws {
    #expect(TextRule.lines.cleaned("one\r\n\ttwo\u{7}\u{202E}") == "one\r\n\ttwo")
    let tower = TextRule.line.cleaned("a" + String(repeating: "\u{301}", count: 5000))
    #expect(tower.unicodeScalars.count == 16)
    #expect(try TextRule.line.checked(tower, "The title") == tower)
  }
}
