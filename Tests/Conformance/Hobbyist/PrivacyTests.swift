import Driver
import Foundation
import Testing

/// What is counted, and what leaves the device.
@Suite struct PrivacyTests {
  private func ada() throws -> Life {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    try ada.ask("profile", "--name", "Ada Secretive")
    try ada.ask("add", "Hidden hobby", "--notes", "hidden notes", "--group", "Hidden group")
    try ada.daily(4) { try ada.ask("check", "Hidden", "--note", "hidden word") }
    return ada
  }

  private func isOn(_ ada: Life) throws -> String? {
    try ada.ask("settings").items().first { $0.text("key") == "telemetry" }?.text("value")
  }

  @Test func `H-22 counting is on from the start, and counts nothing personal`() throws {
    let ada = try ada()
    #expect(try isOn(ada) == "on")
    let shown = try ada.see("telemetry", "show")
    #expect(shown.contains("tracking.set-check"))
    for word in ["Hidden", "hidden", "Ada", "2026-03-0", ada.person.home.path] {
      #expect(!shown.contains(word), "\(word)")
    }
    let id = try #require(try ada.ask("list").item("Hidden hobby").text("id"))
    #expect(!shown.contains(id))
  }

  @Test func `H-22 off holds from the same moment on, and drops what was counted`() throws {
    let ada = try ada()
    try ada.ask("telemetry", "off")
    #expect(try isOn(ada) == "off")
    try ada.ask("check", "Hidden")
    #expect(try !ada.see("telemetry", "show").contains("tracking.set-check"))
    let names = try FileManager.default.contentsOfDirectory(atPath: ada.person.home.path)
    #expect(!names.contains { $0.contains("telemetry") })
    try ada.ask("settings", "telemetry", "on")
    try ada.ask("uncheck", "Hidden")
    #expect(try ada.see("telemetry", "show").contains("tracking.set-check"))
    // The words of every switch.
    try ada.ask("settings", "telemetry", "no")
    #expect(try isOn(ada) == "off")
  }

  @Test func `H-23 the disclosure says what is counted and what never is`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    let document = try ada.ask("telemetry", "disclosure")
    #expect(!document.texts("collected").isEmpty)
    let never = document.texts("never").joined(separator: " ").lowercased()
    for word in ["titles", "notes", "name"] { #expect(never.contains(word), "\(word)") }
    let text = try ada.see("telemetry", "disclosure").asOneLine.lowercased()
    #expect(text.contains("what never is - titles, notes"))
    #expect(text.contains("trellis telemetry off stops the counting"))
  }

  @Test(.enabled(if: Offline.isPossible, "this machine gives no network namespaces"))
  func `H-20 the count of packets sees an attempt to connect`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    let sent = try #require(try Offline.attempt(in: ada.person))
    #expect(sent > 0)
  }

  @Test(
    .enabled(if: Offline.isPossible, "this machine gives no network namespaces"),
    arguments: ["hobbyist", "beebloom", "sober", "streaks"]
  )
  func `H-20, B-01, W-09: a whole product works without a network and sends nothing`(
    product: String
  ) throws {
    let ada = try Life(product, at: "2026-03-02T08:00:00Z")
    let file = ada.file("copy.db")
    var commands = [
      ["profile", "--name", "Ada"], ["settings"], ["settings", "week-start", "sunday"],
      ["plugins"], ["verify"], ["export"], ["backup", file],
    ]
    if product == "sober" {
      commands += [
        ["sober", "mark"], ["sober", "slip", "--day", "yesterday"], ["sober"],
        ["sober", "timer"], ["sober", "calendar"], ["sober", "why", "To wake up clear"],
        ["sober", "settings", "--drinks-per-week", "7", "--cost", "4", "--currency", "EUR"],
      ]
    } else {
      commands += [
        ["add", "Draw"], ["add", "Piano"], ["check", "Draw", "--note", "ink"], ["uncheck", "Draw"],
        ["skip", "Draw"], ["check", "Draw"], ["today"], ["week"], ["history"], ["list"],
        ["calendar", "Draw"], ["day", "Draw", "today"], ["edit", "Draw", "--title", "Ink"],
        ["delete", "Piano", "--yes"],
      ]
    }
    commands += [["streaks"], ["stats"]]
    switch product {
    case "hobbyist", "streaks":
      commands += [
        ["remind", "Ink", "19:00"], ["reminders"], ["inbox"], ["telemetry", "show"],
        ["telemetry", "off"], ["telemetry", "on"],
      ]
    case "beebloom": commands += [["widget"], ["widget", "--format", "json"]]
    default: break
    }
    if product == "streaks" { commands += [["badges"], ["score"], ["score", "--explain", "Ink"]] }
    if product == "sober" || product == "streaks" {
      commands.append(["share", "--out", ada.file("calendar.png")])
    }
    commands.append(["restore", file])
    let offline = try #require(
      try Offline.run(commands, in: ada.person, now: ada.instant)
    )
    #expect(offline.failed.isEmpty, "\(offline.failed)")
    #expect(offline.sent == 0)
  }
}
