import Driver
import Foundation
import Testing

/// What is written about sober days beside their marks.
@Suite struct DiaryTests {
  private func sam() throws -> Life {
    let sam = try Life("sober", zone: "Europe/Berlin", at: "2026-03-10T08:00:00Z")
    try sam.ask("sober", "begin", "--last", "2026-02-26")
    return sam
  }

  @Test func `X-11 a day begins with a pledge and ends with a review`() throws {
    let sam = try sam()
    #expect(try sam.ask("sober", "pledge").flag("pledged") == true)
    sam.pass(hours: 11)
    try sam.ask("sober", "review", "hard", "--note", "A long evening")
    let said = try sam.ask("sober", "review")
    #expect(said.flag("pledged") == true)
    #expect(said.text("effort") == "hard")
    #expect(said.text("note") == "A long evening")
    sam.pass(days: 1)
    let next = try sam.ask("sober", "review")
    #expect(next.flag("pledged") == false)
    #expect(next.text("effort") == nil)
    #expect(try sam.ask("sober", "review", "--day", "2026-03-10").text("effort") == "hard")
  }

  @Test func `X-11 what led to a slip is kept with it and counted`() throws {
    let sam = try sam()
    try sam.ask("sober", "slip", "--because", "stress,company", "--note", "After the meeting")
    #expect(try sam.ask("sober", "review").text("slipNote") == "After the meeting")
    try sam.ask("sober", "slip", "--day", "2026-03-05", "--because", "stress")
    let causes = try sam.ask("sober", "causes")["causes"] as? [[String: Any]] ?? []
    #expect(causes.first?.text("trigger") == "stress")
    #expect(causes.first?.number("days") == 2)
    #expect(try sam.refused("sober", "slip", "--day", "2026-03-11").contains("not come yet"))
  }

  @Test func `X-11 a craving is waited out with the reason at hand, and counted`() throws {
    let sam = try sam()
    try sam.ask("sober", "why", "For my mornings")
    #expect(try sam.see("sober", "craving").contains("For my mornings"))
    #expect(try sam.ask("sober", "craving", "--passed").number("passed") == 1)
    #expect(try sam.ask("sober", "craving", "--undo").number("passed") == 0)
    #expect(try sam.ask("sober").number("current") == 12)
  }
}
