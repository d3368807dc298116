import Core
import Testing

@Suite struct EscapingTests {
  /// What joins a scalar in one character: a combining mark after it, a prepending letter before it.
  @Test(arguments: ["#", "#\u{301}", "\u{D4E}#", "\u{D4E}#\u{338}"])
  func `a scalar is replaced whatever character it is in`(_ text: String) {
    let escaped = "a\(text)b".replacingScalars { $0 == "#" ? "\\#" : nil }
    let expected = Array("a\(text)b".unicodeScalars).flatMap { $0 == "#" ? ["\\", $0] : [$0] }
    #expect(Array(escaped.unicodeScalars) == expected)
  }

  @Test func `a text without such scalars stays, and one may vanish`() {
    #expect("e\u{301} 👩‍🌾".replacingScalars { _ in nil } == "e\u{301} 👩‍🌾")
    #expect("a-b".replacingScalars { $0 == "-" ? "" : nil } == "ab")
  }
}
