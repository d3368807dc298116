import Testing

@testable import SobrietyPresentation

@Suite struct DigitGroupTests {
  @Test(arguments: [
    ("4.50 EUR", "4.50 EUR"), ("1234.50 EUR", "1234.50 EUR"), ("12345.50 EUR", "12 345.50 EUR"),
    ("-1234567.00 EUR", "-1 234 567.00 EUR"), ("100000 JPY", "100 000 JPY"),
    ("3000 kcal", "3000 kcal"),
    ("30000 kcal", "30 000 kcal"), ("no number", "no number"),
  ])
  func `large numbers are in groups of three digits`(text: String, words: String) {
    #expect(text.inGroups(by: " ") == words)
  }
}
