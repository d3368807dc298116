import Driver
import Testing

/// History from elsewhere is a gift and no news.
@Suite struct MergedHistoryTests {
  @Test func `X-06 an imported history is summed up once, and celebrated or warned of never`()
    throws
  {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([
      (title: "Read", days: Days.ending("2026-06-10", 40)),
      (title: "Run", days: Days.ending("2026-03-01", 200)),
    ])
    #expect(try kim.ask("streaks").item("Read").number("current") == 40)
    // Badges were earned, and nobody is told of them late.
    #expect(try kim.ask("badges").number("total") == 6)
    #expect(try kim.ask("inbox").items().isEmpty)
    let first = try kim.see("check", "Run")
    #expect(!first.contains("30 days") && !first.contains("100 days"))
    kim.pass(days: 1)
    #expect(try kim.ask("inbox").items().filter { $0.text("kind") == "milestone" }.isEmpty)
    let words = try kim.see("check", "Read")
    #expect(!words.contains("30 days in a row"))
  }
}
