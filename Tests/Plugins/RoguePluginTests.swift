import Driver
import Foundation
import Testing
import TrellisSDK

/// What becomes of plugins that cannot work or misbehave: they are told of, and everything else works.
@Suite struct RoguePluginTests {
  private static let now = "2026-03-10T08:00:00Z"

  private func person() throws -> Person {
    let person = try Person()
    try person.ask("init", "--product", "streaks", "--time-zone", "UTC", now: Self.now)
    try person.ask("add", "Read", now: Self.now)
    return person
  }

  private func run(_ person: Person, _ mode: String, _ words: String...) throws -> Person.Outcome {
    try run(person, mode, words)
  }

  private func run(_ person: Person, _ mode: String, _ words: [String]) throws -> Person.Outcome {
    // Long enough for a machine that is busy, and no test waits for it but one that loops.
    try person.run(
      words,
      now: Self.now,
      ["ROGUE": mode, "TRELLIS_PLUGIN_PATIENCE": "2000", "SWIFT_BACKTRACE": "enable=no"]
    )
  }

  @Test(arguments: [
    ("trap-loading", "crashed"), ("exit-loading", "ended the program"),
    ("loop-loading", "did not come back"), ("trap-folding", "crashed"),
    ("loop-folding", "did not come back"), ("trap-commanding", "crashed"),
    ("overflow-loading", "crashed"), ("overflow-folding", "crashed"),
    ("overflow-commanding", "crashed"),
  ])
  func `what ends the program is off from then on, and nothing is lost`(
    mode: String,
    reason: String
  ) throws {
    let person = try person()
    try person.add(PluginLibrary.rogue)
    let words = mode.hasSuffix("folding") ? ["check", "Read"] : ["rogue"]
    let outcome = try run(person, mode, words)
    #expect(outcome.status != 0)
    #expect(outcome.error.contains("The plugin rogue \(reason)"))
    #expect(outcome.error.contains("trellis plugins allow rogue"))

    let next = try run(person, mode, "check", "Read")
    #expect(next.status == 0, "\(next.error)")
    #expect(next.error.asOneLine.contains("It \(reason), so it is off."))
    let doctor = try run(person, mode, "plugins", "doctor")
    #expect(doctor.status == 1)
    #expect(doctor.output.asOneLine.contains("off because it \(reason)"))
    #expect(!doctor.output.contains("not added"))

    try #require(try run(person, "", "plugins", "allow", "rogue").status == 0)
    let again = try run(person, "", "rogue")
    #expect(again.output == "1\n")
    #expect(again.error.isEmpty)
  }

  @Test func `what fails again and again is off, and the rest of the program goes on`() throws {
    let person = try person()
    try person.add(PluginLibrary.rogue)
    #expect(try run(person, "throw-folding", "check", "Read").status == 0)
    #expect(try run(person, "throw-folding", "today").error.isEmpty)
    // An import of many days in one run.
    let days = (1...25).map { "2026-02-\($0 < 10 ? "0" : "")\($0) : Run : y : : \n" }.joined()
    let log = person.home.appendingPathComponent("harsh")
    try FileManager.default.createDirectory(at: log, withIntermediateDirectories: true)
    try Data("! Habits\nRun: 1\n".utf8).write(to: log.appendingPathComponent("habits"))
    try Data(days.utf8).write(to: log.appendingPathComponent("log"))
    let imported = try run(person, "throw-folding", "import", log.path, "--from", "harsh")
    #expect(imported.status == 0, "\(imported.error)")
    let next = try run(person, "", "today")
    #expect(next.status == 0)
    #expect(next.error.asOneLine.contains("It failed on 20 entries in one run"))
  }

  @Test func `what cannot read its own entries is off, and the history is not called damaged`()
    throws
  {
    let person = try person()
    try person.add(PluginLibrary.rogue)
    try #require(try run(person, "whim", "rogue").status == 0)
    let doctor = try run(person, "unreadable", "doctor")
    #expect(doctor.status == 0, "\(doctor.output)\(doctor.error)")

    let outcome = try run(person, "unreadable", "check", "Read")
    #expect(outcome.status == 1)
    #expect(outcome.error.asOneLine.hasPrefix("The plugin rogue cannot read what was entered"))
    let next = try run(person, "unreadable", "check", "Read")
    #expect(next.status == 0, "\(next.error)")
    #expect(next.error.asOneLine.contains("with it (rogue.whim), so it is off."))

    try #require(try run(person, "", "plugins", "allow", "rogue").status == 0)
    #expect(try run(person, "", "rogue").output == "1\n")
  }

  @Test func `--safe leaves plugins out, and so does TRELLIS_SAFE`() throws {
    let person = try person()
    try person.add(PluginLibrary.rogue)
    #expect(try run(person, "", "rogue").status == 0)
    #expect(try run(person, "trap-loading", "--safe", "today").status == 0)
    let today = try person.run(
      ["today"],
      now: Self.now,
      ["ROGUE": "trap-loading", "TRELLIS_SAFE": "1"]
    )
    #expect(today.status == 0)
    #expect(try run(person, "", "--safe", "rogue").status == 64)
  }

  @Test func `--safe leaves plugins out of what the program starts by itself, too`() async throws {
    let person = try person()
    try person.add(PluginLibrary.rogue)
    try FileManager.default.removeItem(at: person.home.appendingPathComponent("copies-off"))
    #expect(try run(person, "trap-loading", "--safe", "today").status == 0)
    let copy = person.home.appendingPathComponent("copies/2026-03-10.db").path
    for _ in 0..<600 where !FileManager.default.fileExists(atPath: copy) {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(FileManager.default.fileExists(atPath: copy))
    #expect(try run(person, "", "rogue").status == 0)
  }

  @Test func `what is no plugin for this program is refused before it is added`() throws {
    let person = try person()
    func code(_ path: String) throws -> String {
      try person.refusal("plugins", "add", path, "--yes", now: Self.now)
    }
    #expect(try code(try PluginLibrary.withoutEntry.get().path) == "plugin-no-entry")
    #expect(try code(try PluginLibrary.withForeignFact.get().path) == "plugin-manifest")
    #expect(try code("/no/such/libmood.so") == "plugin-missing")
    let bytes = try Data(contentsOf: try PluginLibrary.rogue.get())
    let renamed = person.home.appendingPathComponent("libother.so")
    try bytes.write(to: renamed)
    #expect(try code(renamed.path) == "plugin-other-name")
    let anonymous = person.home.appendingPathComponent("rogue.so")
    try bytes.write(to: anonymous)
    #expect(try code(anonymous.path) == "plugin-name")
    let asked = try person.refusal(
      "plugins",
      "add",
      try PluginLibrary.rogue.get().path,
      now: Self.now
    )
    #expect(asked == "needs-confirmation")
    #expect(try run(person, "", "rogue").status == 64)
  }

  @Test func `a library in the working folder is added by its name alone`() throws {
    let person = try person()
    let library = try PluginLibrary.rogue.get()
    let added = try person.run(
      ["plugins", "add", library.lastPathComponent, "--yes"],
      now: Self.now,
      wrapper: ["/usr/bin/env", "-C", library.deletingLastPathComponent().path]
    )
    #expect(added.status == 0, "\(added.error)")
    #expect(try run(person, "", "rogue").output == "0\n")
  }

  @Test func `a plugin that prints while it is loaded is added like any other`() throws {
    let person = try person()
    let path = try PluginLibrary.rogue.get().path
    let added = try run(person, "print-loading", "plugins", "add", path, "--yes")
    #expect(added.status == 0, "\(added.error)")
    #expect(added.output.hasPrefix("rogue 0.1.0 is added."))
  }

  @Test func `a plugin with a request that no description can show is refused`() throws {
    let person = try person()
    let code = try person.refusal(
      "plugins",
      "add",
      try PluginLibrary.rogue.get().path,
      "--yes",
      now: Self.now,
      environment: ["ROGUE": "undescribed"]
    )
    #expect(code == "plugin-undescribed")
    try person.add(PluginLibrary.rogue)
    let doctor = try run(person, "undescribed", "plugins", "doctor")
    #expect(doctor.status == 1)
    #expect(doctor.output.asOneLine.contains("Its request rogue.list-days cannot be described"))
  }

  @Test func `a plugin that the product cannot have is added with the reason`() throws {
    let person = try Person()
    try person.ask("init", "--product", "sober", "--time-zone", "UTC", now: Self.now)
    let library = try PluginLibrary.pomodoro.get().path
    let added = try run(person, "", "plugins", "add", library, "--yes")
    #expect(
      added.output.asOneLine.hasPrefix(
        "pomodoro 1.0.0 is added, but is not part of Sober. pomodoro needs tracking"
      )
    )
    #expect(!added.output.contains("Begin with"))
  }

  @Test func `a plugin that is called like a module is refused, wherever it comes from`() throws {
    let person = try person()
    let plugins = person.home.appendingPathComponent("plugins")
    try FileManager.default.createDirectory(
      at: plugins,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    let copy = plugins.appendingPathComponent("libtracking.so")
    try FileManager.default.copyItem(at: try PluginLibrary.rogue.get(), to: copy)
    let mode = ["ROGUE": "named-tracking"]
    let code = try person.refusal(
      "plugins",
      "add",
      copy.path,
      "--yes",
      now: Self.now,
      environment: mode
    )
    #expect(code == "plugin-name-taken")
    // Sober has no habits, so nothing else there is called like that.
    for product in ["streaks", "sober"] {
      let outcome = try person.run(
        ["rogue"],
        now: Self.now,
        mode.merging(["TRELLIS_PRODUCT": product]) { $1 }
      )
      #expect(outcome.status == 64, "\(product)")
    }
    #expect(
      try run(person, "named-tracking", "check", "Read").error.asOneLine.contains(
        "The plugin tracking is not loaded. A part of Trellis is called tracking already"
      )
    )
  }

  @Test func `a plugin of another build, or with its own kernel, does not get in the way`() throws {
    let person = try person()
    let plugins = person.home.appendingPathComponent("plugins")
    try FileManager.default.createDirectory(
      at: plugins,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    var bytes = try Data(contentsOf: try PluginLibrary.rogue.get())
    let place = try #require(bytes.range(of: Data(sdkStamp.utf8)))
    bytes.replaceSubrange(
      place,
      with: Data(sdkStamp.replacingOccurrences(of: "id=", with: "iD=").utf8)
    )
    try bytes.write(to: plugins.appendingPathComponent("librogue.so"))
    let source = person.home.appendingPathComponent("Own.swift")
    try Data(
      """
      final class PluginBox { let stamp = "\(sdkStamp)" }
      @_cdecl("trellis_plugin") public func plugin() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(PluginBox()).toOpaque()
      }
      """.utf8
    ).write(to: source)
    let own = try PluginLibrary.compile("own", [source.path])
    try FileManager.default.copyItem(at: own, to: plugins.appendingPathComponent("libown.so"))

    let outcome = try run(person, "", "check", "Read")
    #expect(outcome.status == 0)
    let words = outcome.error.asOneLine
    #expect(words.contains("The plugin rogue is not loaded.") && words.contains("another Trellis"))
    #expect(
      words.contains("The plugin own is not loaded.") && words.contains("a copy of Trellis’ kernel")
    )
    let absent = try person.ask("plugins", now: Self.now)["absent"] as? [[String: Any]]
    #expect(absent?.compactMap { $0["name"] as? String } == ["own", "rogue"])
  }
}
