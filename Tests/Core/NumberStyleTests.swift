import Core
import Testing

@Suite struct NumberStyleTests {
  @Test(arguments: [
    ("4.50 EUR", "4.50 EUR"), ("1234.50 EUR", "1234.50 EUR"), ("12345.50 EUR", "12 345.50 EUR"),
    ("-1234567.00 EUR", "-1 234 567.00 EUR"), ("100000 JPY", "100 000 JPY"),
    ("3000 kcal", "3000 kcal"), ("30000 kcal", "30 000 kcal"), ("no number", "no number"),
  ])
  func `large numbers are in groups of three digits`(text: String, words: String) {
    #expect(NumberStyle.space.words(text, space: " ") == words)
  }

  @Test(arguments: [
    (NumberStyle.space, "12 500.75"), (.spaceComma, "12 500,75"), (.comma, "12,500.75"),
    (.point, "12.500,75"), (.apostrophe, "12’500.75"), (.none, "12500.75"),
  ])
  func `each style has its separators`(style: NumberStyle, words: String) {
    #expect(style.words("12500.75", space: " ") == words)
  }

  @Test func `a separator that is no space stands from four digits on`() {
    #expect(NumberStyle.comma.words("1250 kcal") == "1,250 kcal")
    #expect(NumberStyle.point.words("999.50 EUR") == "999,50 EUR")
    #expect(NumberStyle.spaceComma.words("1250", space: " ") == "1250")
  }

  @Test func `only the first number is written so, and a point that ends a sentence stays`() {
    #expect(NumberStyle.point.words("Saved 1250. In 2000 days.") == "Saved 1.250. In 2000 days.")
  }

  @Test func `no line is broken within a number`() {
    #expect(NumberStyle.space.words("12500") == "12\u{202F}500")
  }

  @Test func `a calendar without a style is one of an earlier version`() throws {
    var calendar = LocalCalendar(zone: .utc)
    let plain = try JSON.encode(calendar)
    #expect(!String(decoding: plain, as: UTF8.self).contains("numbers"))
    #expect(try JSON.decode(LocalCalendar.self, from: plain).numbers == .space)
    calendar.numbers = .point
    #expect(try JSON.decode(LocalCalendar.self, from: JSON.encode(calendar)).numbers == .point)
  }
}
