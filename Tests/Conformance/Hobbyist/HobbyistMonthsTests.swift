import Driver
import Foundation
import Testing

/// A season with Hobbyist.
@Suite struct HobbyistMonthsTests {
  @Test func `H-04, H-06, H-12, H-14 a season of drawing, choir and a journey adds up`() throws {
    let ada = try Life("hobbyist", zone: "Europe/Berlin", at: "2026-02-02T18:00:00Z")
    try ada.ask("add", "Draw", "--color", "teal")
    try ada.ask("add", "Choir", "--every", "weekly")
    var drawn = 0
    for day in 0..<70 {
      if day % 10 != 9 {
        try ada.ask("check", "Draw")
        drawn += 1
      }
      if day % 7 == 3 { try ada.ask("check", "Choir") }
      if day == 30 { try ada.ask("edit", "Draw", "--title", "Ink", "--every", "daily") }
      if day == 30 { try ada.ask("edit", "Ink", "--title", "Draw") }
      if day == 45 { try ada.ask("settings", "time-zone", "Asia/Tokyo") }
      ada.pass(days: 1)
    }
    let streaks = try ada.ask("streaks")
    #expect(streaks.item("Draw").number("best") == 9)
    #expect(streaks.item("Choir").number("current") == 10)
    let history = try ada.ask("history", "--weeks", "12")
    #expect(history.number("total") == drawn + 10)
    #expect(history.items("months").compactMap { $0.number("count") }.reduce(0, +) == drawn + 10)
    try ada.ask("delete", "Choir", "--yes")
    #expect(try ada.ask("history").number("total") == drawn)
    #expect(try ada.ask("verify").flag("intact") == true)
    let other = try Life("hobbyist", zone: "Asia/Tokyo", at: ada.instant)
    let file = ada.file("all.json")
    try ada.ask("export", "--out", file)
    try other.ask("import", file)
    #expect(try other.see("streaks") == ada.see("streaks"))
    #expect(try other.see("history") == ada.see("history"))
  }
}
