import Driver
import Foundation
import Testing

/// Savings, milestones, and the person's reasons.
@Suite struct FiguresTests {
  private func sam(_ days: Int) throws -> Life {
    let sam = try Life("sober", at: "2026-03-10T08:00:00Z")
    for day in Days.ending("2026-03-10", days) { try sam.ask("sober", "mark", "--day", day) }
    return sam
  }

  @Test func `S-24 the calories that were not drunk are one figure`() throws {
    let sam = try sam(14)
    try sam.ask("sober", "settings", "--drinks-per-week", "10", "--calories", "150")
    #expect(try sam.ask("sober").number("calories") == 3000)
    #expect(try sam.see("sober").contains("3000 kcal"))
    try sam.ask("sober", "slip")
    // 13 × 10 / 7 × 150 = 2785.7
    #expect(try sam.ask("sober").number("calories") == 2786)
  }

  @Test(arguments: [
    ("10", "4.50", "EUR", 9000), ("3.5", "2.99", "USD", 2093), ("7", "500", "JPY", 7000),
    ("1", "0.01", "EUR", 2), ("10", "1.250", "KWD", 25_000),
  ])
  func `S-25 the money saved comes from one's own numbers, exactly`(
    drinks: String,
    cost: String,
    currency: String,
    saved: Int
  ) throws {
    let sam = try sam(14)
    try sam.ask(
      "sober",
      "settings",
      "--drinks-per-week",
      drinks,
      "--cost",
      cost,
      "--currency",
      currency
    )
    let state = try sam.ask("sober")
    #expect(state.number("savedMinor") == saved)
    #expect(state.text("currency") == currency)
    #expect(try sam.see("sober").contains(currency))
  }

  @Test func `S-25 before one tells one's numbers nothing is made up`() throws {
    let sam = try sam(3)
    #expect(try sam.ask("sober").number("savedMinor") == 0)
    let text = try sam.see("sober")
    #expect(!text.contains("Saved "))
    #expect(text.contains("trellis sober settings"))
  }

  @Test func `S-25 only sober days count, and new numbers count for all of them`() throws {
    let sam = try sam(7)
    try sam.ask(
      "sober",
      "settings",
      "--drinks-per-week",
      "7",
      "--cost",
      "5",
      "--currency",
      "EUR"
    )
    #expect(try sam.ask("sober").number("savedMinor") == 3500)
    try sam.ask("sober", "slip", "--day", "2026-03-06", "--drinks", "4")
    #expect(try sam.ask("sober").number("savedMinor") == 3000)
    try sam.ask("sober", "settings", "--cost", "6")
    #expect(try sam.ask("sober").number("savedMinor") == 3600)
    #expect(try sam.refused("sober", "settings", "--cost", "a lot").contains("Nothing was changed"))
  }

  @Test func `S-30 seven sober days are a milestone with its day, and stay one`() throws {
    let sam = try Life("sober", at: "2026-03-01T08:00:00Z")
    var words = ""
    for _ in 0..<7 {
      words = try sam.see("sober", "mark")
      sam.pass(days: 1)
    }
    #expect(words.contains("7 days sober"))
    func milestones() throws -> [String] {
      try sam.ask("sober").items("milestones").map {
        "\($0.number("days") ?? 0) \($0.text("day") ?? "")"
      }
    }
    #expect(try milestones().contains("7 2026-03-07"))
    try sam.ask("sober", "slip")
    #expect(try milestones().contains("7 2026-03-07"))
    #expect(try sam.see("sober").contains("7 days, yesterday"))
    sam.pass(days: 20)
    #expect(try sam.see("sober").contains("7 days, on 7 Mar"))
  }

  @Test func `S-30 what is said about health names its source`() throws {
    let sam = try sam(8)
    let health = try sam.ask("sober").items("health")
    #expect(!health.isEmpty)
    for item in health {
      #expect(item.text("words")?.isEmpty == false)
      #expect(item.text("source")?.isEmpty == false)
    }
  }

  @Test func `S-30 the why is kept in one's own words, shown, changed and taken away`() throws {
    let sam = try sam(1)
    #expect(try sam.see("sober", "why").count > 20)
    try sam.ask("sober", "why", "To be there in the mornings")
    #expect(try sam.ask("sober").text("why") == "To be there in the mornings")
    #expect(try sam.see("sober").contains("To be there in the mornings"))
    try sam.ask("sober", "why", "For “M.” & me 🌅")
    #expect(try sam.ask("sober", "why").text("why") == "For “M.” & me 🌅")
    try sam.ask("sober", "why", "")
    #expect(try sam.ask("sober", "why")["why"] is NSNull)
  }
}
