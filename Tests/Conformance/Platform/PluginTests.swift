import Driver
import Foundation
import Testing

/// Plugins that a separate team builds outside of the tree.
@Suite struct PluginTests {
  private static let now = "2026-03-10T08:00:00Z"

  private func device() throws -> Person {
    let person = try Person()
    try person.ask("init", "--product", "streaks", "--time-zone", "UTC", now: Self.now)
    return person
  }

  @Test func `P-6 a plugin is shown, added, used, removed and added again without losing anything`()
    throws
  {
    let ada = try device()
    try ada.add(PluginLibrary.mood)
    let listed = try ada.ask("plugins", now: Self.now).items().first { $0.text("name") == "mood" }
    #expect(listed?.text("reason") == "a plugin that you added")
    try ada.ask("mood", "good", "--note", "Sun", now: Self.now)
    #expect(
      try ada.refusal("mood", "low", "--day", "2026-03-11", now: Self.now) == "mood-in-future"
    )
    #expect(
      try ada.run("call", "mood.days", #"{"from":"2026-03-10","to":"2026-03-10"}"#, now: Self.now)
        .output.contains("Sun")
    )
    try ada.ask("plugins", "remove", "mood", now: Self.now)
    #expect(try ada.run("mood", now: Self.now).status == 64)
    #expect(try ada.run("export", now: Self.now).output.contains("mood.noted"))
    try ada.add(PluginLibrary.mood)
    #expect(try ada.run("mood", now: Self.now).output.contains("Sun"))
  }

  @Test
  func `P-6 what a plugin keeps reaches a device without it, and shows when it arrives there`()
    throws
  {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try Person())
    try laptop.add(PluginLibrary.mood)
    try laptop.join("signup", server)
    try laptop.ask("mood", "great", "--note", "Sea", now: Self.now)
    try laptop.ask("sync", "now")
    try phone.join("login", server)
    #expect(try phone.run("export", now: Self.now).output.contains("mood.noted"))
    #expect(try phone.run("verify", now: Self.now).status == 0)
    try phone.add(PluginLibrary.mood)
    #expect(try phone.run("mood", now: Self.now).output.contains("Sea"))
  }

  @Test func `P-6 habits and a plugin’s own entries are compared over all of the past`() throws {
    let ada = try device()
    try ada.ask("add", "Read", now: "2026-02-20T08:00:00Z")
    for day in 1...10 {
      let now = "2026-03-\(day < 10 ? "0" : "")\(day)T08:00:00Z"
      if day <= 5 { try ada.ask("check", "Read", now: now) }
    }
    try ada.add(PluginLibrary.mood)
    for day in 1...10 {
      try ada.run(
        "mood",
        day <= 5 ? "great" : "low",
        "--day",
        "2026-03-\(day < 10 ? "0" : "")\(day)",
        now: Self.now
      )
    }
    let found = try ada.run("mood", "--habits", now: Self.now).output
    #expect(found.contains("Read") && found.contains("5.0") && found.contains("2.0"), "\(found)")
  }
}
