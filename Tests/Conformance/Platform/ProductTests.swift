import Driver
import Foundation
import Testing

/// One codebase, several products.
@Suite struct ProductTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let lacking: [(product: String, modules: [String], commands: [String])] = [
    ("hobbyist", ["sobriety", "gamification"], ["sober", "badges", "score"]),
    (
      "beebloom", ["sobriety", "gamification", "reminders", "telemetry"],
      ["sober", "badges", "remind", "reminders", "inbox", "telemetry"]
    ),
    (
      "sober", ["tracking", "telemetry", "widget"],
      ["add", "today", "check", "week", "widget", "telemetry"]
    ),
    ("streaks", ["sobriety"], ["sober"]),
  ]

  @Test(arguments: lacking)
  func `P-3 a product loads its own modules, and says in a sentence what it lacks`(
    product: String,
    modules: [String],
    commands: [String]
  ) throws {
    let life = try Life(product, at: "2026-03-10T08:00:00Z")
    let loaded = try life.ask("plugins").items()
    #expect(loaded.texts("name").contains("streaks"))
    for item in loaded { #expect(item.text("reason")?.isEmpty == false) }
    for module in modules { #expect(!loaded.texts("name").contains(module), "\(module)") }
    let help = try life.see("--help")
    for command in commands {
      let outcome = try life.person.run([command, "--json"], now: life.instant)
      #expect(outcome.status == 1, "\(command)")
      let error = try outcome.document().part("error")
      #expect(error.text("code") == "not-in-product", "\(command)")
      #expect(error.text("message")?.contains(" has no “\(command)”;") == true)
      #expect(!help.contains("\n  \(command) "), "\(command)")
    }
    let keys = try life.ask("settings").items().texts("key")
    if modules.contains("reminders") { #expect(!keys.contains("reminders")) }
    if modules.contains("telemetry") { #expect(!keys.contains("telemetry")) }
  }

  @Test func `P-3 one space serves another product, which has all of the past`() throws {
    let life = try Life("hobbyist", at: "2026-03-10T08:00:00Z")
    try life.bring([(title: "Read", days: Days.ending("2026-03-10", 31))])
    #expect(try life.refused("badges").contains("Streaks"))
    try life.ask("init", "--product", "streaks")
    #expect(try life.ask("badges").number("total") == 2)
    #expect(try life.ask("streaks").item("Read").number("current") == 31)
    let words = try life.see("init", "--product", "beebloom").asOneLine
    #expect(words.contains("This is BeeBloom now. Everything you entered stays"), "\(words)")
    #expect(try life.ask("today").items().texts("title") == ["Read"])
    #expect(try life.ask("widget").text("message") == "All habits completed today! 🌸")
  }

  @Test(arguments: ["Hobbyist", "BeeBloom", "Sober", "Streaks"])
  func `P-4 a product is one short file`(name: String) throws {
    let file = Self.root.appendingPathComponent("Apps/Products/\(name).swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.split(separator: "\n").count < 80)
    #expect(text.contains("modules: ["))
    #expect(try Life(name.lowercased(), at: "2026-03-10T08:00:00Z").see("--help").contains(name))
  }
}
