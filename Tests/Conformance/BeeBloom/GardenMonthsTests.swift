import Driver
import Foundation
import Testing

/// A season in the garden.
@Suite struct GardenMonthsTests {
  @Test func `B-05, B-09, B-11 weeks with late marks, a journey and a restored backup add up`()
    throws
  {
    let bee = try Life("beebloom", zone: "Europe/Berlin", at: "2026-03-20T20:00:00Z")
    try bee.ask("add", "Lavender", "--group", "Window")
    try bee.ask("add", "Sage", "--group", "Window")
    var kept = 0
    // Every third evening is forgotten, and made up for on the next day.
    for day in 0..<30 {
      if day % 3 == 2 {
        bee.pass(days: 1)
        try bee.ask("check", "Lavender", "--day", "yesterday")
        bee.pass(days: -1)
      } else {
        try bee.ask("check", "Lavender")
      }
      kept += 1
      bee.pass(days: 1)
    }
    #expect(try bee.ask("stats").item("Lavender").number("totalDays") == kept)
    let file = bee.file("garden.db")
    try bee.ask("backup", file)
    let week = try bee.see("week")
    try bee.ask("delete", "Lavender", "--yes")
    #expect(try !bee.see("week").contains("Lavender"))
    try bee.ask("restore", file)
    #expect(try bee.see("week") == week)
    try bee.ask("settings", "time-zone", "Pacific/Auckland")
    try bee.ask("check", "Lavender")
    #expect(try bee.ask("stats").item("Lavender").number("totalDays") == kept + 1)
    #expect(try bee.ask("verify").flag("intact") == true)
  }
}
