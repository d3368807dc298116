import Driver
import Foundation
import Testing

/// Sharing a milestone with somebody.
@Suite struct SharingMilestonesTests {
  @Test func `K-8 a milestone is offered to be shared, and shared only when asked`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-09", 6))])
    let words = try kim.see("check", "Read").asOneLine
    #expect(words.contains("trellis share Read --milestone 7"))
    let names = try FileManager.default.contentsOfDirectory(atPath: kim.person.home.path)
    #expect(!names.contains { $0.hasSuffix(".png") || $0.hasSuffix(".svg") })
    let file = kim.file("seven.svg")
    try kim.ask("share", "Read", "--milestone", "7", "--out", file)
    let text = try Picture(file).text
    #expect(text.contains(">7</text>"))
    #expect(!text.contains("Read"))
    kim.pass(days: 1)
    #expect(try !kim.see("check", "Read").contains("trellis share"))
  }

  @Test func `K-8 a milestone that was not reached cannot be shown`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-09", 9))])
    let file = kim.file("thirty.png")
    #expect(try kim.refused("share", "Read", "--milestone", "30", "--out", file).count > 20)
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
