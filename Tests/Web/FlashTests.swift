import Pages
import Testing

@testable import HTTPServing
@testable import Web

@Suite struct FlashTests {
  @Test(arguments: ["a", "äöü", "a\u{0300}", "👩‍👩‍👧‍👦"])
  func `a message of any length arrives, cut if need be`(part: String) throws {
    let flash = Flash(secrets: Secrets(token: "", secret: World.secret))
    for count in [1, 100, 1000, 10_000] {
      // One letter with that many marks, or that many letters.
      let text =
        part.unicodeScalars.count == 2
        ? "a" + String(repeating: "\u{0300}", count: count)
        : String(repeating: part, count: count)
      let field = flash.field(for: Message(.done, text))
      #expect(field.utf8.count < 4096)
      let value = try #require(field.split(separator: ";").first).dropFirst(
        "\(Flash.cookie)=".count
      )
      let arrived = try #require(flash.message(in: [Flash.cookie: String(value)])).text
      let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
      #expect(arrived == text || (count > 1 && arrived == beginning + "…"))
    }
  }
}
