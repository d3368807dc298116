import Core
import SobrietyContract
import SobrietyDomain
import TestKit
import Testing
import TrackingContract

@Suite struct SavingsTests {
  /// Whether `saved` is the whole number nearest to the fraction, with halves rounded up.
  private func isNearest(_ saved: Int64, _ days: Int, _ perWeek: Int64, _ each: Int64) -> Bool {
    let exact = Int128(days) * Int128(perWeek) * Int128(each)
    // saved - 1/2 <= exact / 7000 < saved + 1/2, multiplied by 14000.
    let twice = exact * 2
    let low = Int128(saved) * 14_000 - 7000
    return low <= twice && twice < low + 14_000
  }

  @Test(arguments: 0..<200)
  func `savings are the nearest whole unit to the exact fraction`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let days = Int.random(in: 1...40_000, using: &random)
      let perWeek = Int64.random(in: 1...1_000_000, using: &random)
      let each = Int64.random(in: 1...10_000_000, using: &random)
      let saved = Savings.total(
        days: days,
        drinksPerWeek: Amount(thousandths: perWeek),
        each: each
      )
      #expect(isNearest(saved, days, perWeek, each), "\(days) \(perWeek) \(each)")
    }
  }

  @Test(arguments: [
    // 7 days at 10 drinks a week and 4.50 each.
    (7, "10", 450, 4500), (1, "7", 1, 1), (1, "3.5", 1, 1), (1, "3.499", 1, 0), (2, "1.75", 1, 1),
    (1, "1", 100, 14), (30, "14", 650, 39_000), (0, "14", 650, 0), (30, "0", 650, 0),
  ])
  func `worked examples`(days: Int, perWeek: String, each: Int64, saved: Int64) throws {
    let amount = try #require(Amount(perWeek))
    #expect(Savings.total(days: days, drinksPerWeek: amount, each: each) == saved)
  }

  @Test func `numbers beyond all measure stop at the largest`() {
    let most = Amount(thousandths: .max)
    #expect(Savings.total(days: .max, drinksPerWeek: most, each: .max) == .max)
    #expect(Savings.total(days: -1, drinksPerWeek: most, each: 5) == 0)
  }

  @Test(arguments: [
    ("4.50", "EUR", 450), ("4,5", "EUR", 450), ("4", "EUR", 400), ("0.05", "USD", 5),
    ("500", "JPY", 500), ("500.00", "JPY", 500), ("1.234", "KWD", 1234), ("1.5", "KWD", 1500),
    ("4.500", "EUR", 450),
  ])
  func `amounts are read exactly`(text: String, code: String, minor: Int64) throws {
    let currency = try #require(Currency(code))
    #expect(Price(text, currency)?.minor == minor)
  }

  @Test(arguments: [
    ("4.505", "EUR"), ("4.5", "JPY"), ("", "EUR"), (".5", "EUR"), ("-1", "EUR"), ("+1", "EUR"),
    ("1e3", "EUR"), ("1.2.3", "EUR"), ("99999999999", "EUR"), ("٣", "EUR"), ("4.", "EUR"),
  ])
  func `other texts are no amounts`(text: String, code: String) throws {
    #expect(Price(text, try #require(Currency(code))) == nil)
  }

  @Test func `amounts are written with the decimals of their currency`() throws {
    func words(_ minor: Int64, _ code: String) throws -> String {
      Price(minor: minor, currency: try #require(Currency(code))).words
    }
    #expect(try words(450, "EUR") == "4.50 EUR")
    #expect(try words(5, "EUR") == "0.05 EUR")
    #expect(try words(450, "JPY") == "450 JPY")
    #expect(try words(1500, "KWD") == "1.500 KWD")
    #expect(Currency("eur")?.code == "EUR")
    #expect(Currency("EURO") == nil)
    #expect(Currency("XXX") == nil)
  }

  @Test func `all sober days count, not only the current run`() throws {
    let harness = try sober("2026-06-20T12:00:00+02:00")
    for number in [1, 2, 3, 5, 6, 7, 8] { try harness.mark(.sober, "2026-06-0\(number)") }
    #expect(try harness.sobriety().savedMinor == nil)
    let set = try harness.when(
      SetFigures(drinksPerWeek: Amount("10"), cost: "4.50", currency: "eur", calories: 150)
    )
    #expect(set.savedMinor == 4500)
    #expect(set.savedCalories == 1500)
    #expect(set.figures.price?.words == "4.50 EUR")
    try harness.mark(.notSober, "2026-06-04")
    #expect(try harness.sobriety().savedMinor == 4500)
    try harness.mark(.notSober, "2026-06-05")
    #expect(try harness.sobriety().savedMinor == 3857)
  }

  @Test func `figures are set apart from each other, and only when they change`() throws {
    let harness = try sober("2026-06-20T12:00:00+02:00")
    #expect(harness.code { try harness.when(SetFigures(cost: "4.50")) } == "currency-missing")
    try harness.when(SetFigures(currency: "USD"))
    try harness.when(SetFigures(cost: "4.50"))
    #expect(try harness.sobriety().figures.price?.words == "4.50 USD")
    #expect(harness.code { try harness.when(SetFigures(currency: "JPY")) } == "cost-missing")
    #expect(harness.code { try harness.when(SetFigures(currency: "QQQ")) } == "unknown-currency")
    #expect(harness.code { try harness.when(SetFigures(cost: "4.505")) } == "bad-cost")
    #expect(harness.code { try harness.when(SetFigures(calories: -1)) } == "bad-calories")
    let tooMany = SetFigures(drinksPerWeek: Amount("1001"))
    #expect(harness.code { try harness.when(tooMany) } == "bad-drinks-per-week")
    let count = harness.facts.count
    try harness.when(SetFigures(cost: "4.5", currency: "USD"))
    #expect(harness.facts.count == count)
    #expect(try harness.when(SetFigures(calories: 120)).figures.calories == 120)
    #expect(try harness.when(SetFigures(calories: 0)).figures.calories == 0)
    #expect(try harness.sobriety().figures.price?.minor == 450)
  }
}
