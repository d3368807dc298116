import Driver
import Foundation
import Testing

/// Input that no person types on purpose is answered in words.
@Suite struct OddInputTests {
  @Test func `an import of a device or of an endless file ends at once`() throws {
    let person = try Person()
    try person.ask("add", "Read")
    let sparse = person.home.appendingPathComponent("sparse").path
    #expect(FileManager.default.createFile(atPath: sparse, contents: nil))
    #expect(truncate(sparse, 8 << 30) == 0)
    for file in ["/dev/zero", "/dev/urandom", sparse] {
      for source in [[], ["--from", "trellis"]] {
        let refusal = try person.run(["import", file] + source, now: nil)
        #expect(refusal.status == 1, "\(file)")
        #expect(refusal.error.asOneLine.lowercased().contains("nothing was"))
      }
    }
  }

  @Test func `what a pipe gives is imported, from every program`() throws {
    let source = try Person()
    try source.ask("add", "Read")
    let archive = source.home.appendingPathComponent("all.json").path
    try source.ask("export", "--out", archive)
    let beaver = source.home.appendingPathComponent("beaver.json").path
    let text = """
      {"user_email": "a@example.org", "exported_at": "2026-01-01 00:00:00", "habits": [
      {"name": "Run", "id": "a1", "records": [{"day": "2026-01-01", "done": true}]}]}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: beaver))
    let person = try Person()
    for file in [archive, beaver] {
      let piped = ["/bin/sh", "-c", "cat '\(file)' | \"$@\"", "sh"]
      let outcome = try person.run(["import", "/dev/stdin"], wrapper: piped)
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    #expect(try person.ask("list").items().texts("title") == ["Read", "Run"])
  }

  @Test(arguments: ["hobbyist\r\n", "  streaks \n", "", "\n"])
  func `the chosen product is found whatever ends its line`(_ line: String) throws {
    let person = try Person()
    try person.ask("add", "Read")
    try line.write(
      to: person.home.appendingPathComponent("product"),
      atomically: true,
      encoding: .utf8
    )
    #expect(try person.run("today").status == 0)
  }

  @Test func `titles that cannot be shown are refused and nothing is saved`() throws {
    let person = try Person()
    for title in ["\u{200B}", "a\u{1B}[2Jb", "a" + String(repeating: "\u{301}", count: 5000)] {
      let refusal = try person.run("add", title)
      #expect(refusal.status == 1)
      #expect(refusal.error.asOneLine.contains("Nothing was saved"))
    }
    #expect(try person.ask("today").items().isEmpty)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `a folder of another user is not opened`() throws {
    let person = try Person()
    chown(person.home.path, 65_534, 65_534)
    for command in [["today"], ["add", "Walk"], ["init", "--product", "sober"]] {
      let outcome = try person.run(command)
      #expect(outcome.status == 1)
      #expect(outcome.error.asOneLine.contains("belongs to another user"))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: person.home.path)
    #expect(files == ["copies-off"], "what the person has set")
  }
}
