import Driver
import Foundation
import SQLite
import Testing

/// Commands where the system denies what they usually have: streams, files, the right to write.
@Suite struct HostileSystemTests {
  private let morning = "2026-03-01T09:00:00Z"

  private func person() throws -> Person {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    return person
  }

  /// Runs a command through a line of the shell, in which `"$@"` is the command.
  private func run(
    _ line: String,
    _ arguments: [String],
    by person: Person
  ) throws -> Person.Outcome {
    try person.run(arguments, now: morning, wrapper: ["/bin/sh", "-c", line, "sh"])
  }

  @Test(arguments: ["exec \"$@\" >&-", "exec \"$@\" >/dev/full"])
  func `output that cannot be written is reported, and nothing is written elsewhere`(
    _ line: String
  ) throws {
    let person = try person()
    let commands = [
      ["check", "Read"], ["today"], ["today", "--json"], ["export"], ["--help"], ["help", "check"],
      ["check", "--help"], ["--generate-completion-script", "bash"],
    ]
    for command in commands {
      let outcome = try run(line, command, by: person)
      #expect(outcome.status == 1, "\(command)")
      #expect(outcome.error.contains("could not be written"), "\(command): \(outcome.error)")
      #expect(outcome.error.contains("What the command did before is kept"))
    }
    #expect(try person.ask("today", now: morning).item("Read").text("status") == "done")
    #expect(try person.run("verify").status == 0)
    // The next file that is opened would have taken the place of the stream.
    let lock = person.home.appendingPathComponent("space.db.lock")
    #expect(try Data(contentsOf: lock).isEmpty)
  }

  @Test func `a command without standard input and error does its work`() throws {
    let person = try person()
    let outcome = try run("exec \"$@\" 2>&- <&-", ["check", "Read", "--json"], by: person)
    #expect(outcome.status == 0)
    #expect(try run("exec \"$@\" 2>&-", ["check", "Nothing"], by: person).status == 1)
  }

  @Test func `the version is told also where nothing else works`() throws {
    let person = try Person()
    let odd = ["TRELLIS_PRODUCT": "no-such-product"]
    #expect(try person.run(["today"], odd).status == 1)
    let outcome = try person.run(["--version"], odd)
    #expect(outcome.status == 0)
    #expect(outcome.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil, "\(outcome.output)")
    #expect(try run("exec \"$@\" >/dev/full", ["--version"], by: person).status == 1)
  }

  @Test func `too few files are reported before anything is done`() throws {
    let person = try person()
    let outcome = try run("ulimit -n 16; exec \"$@\"", ["check", "Read"], by: person)
    #expect(outcome.status == 1)
    #expect(outcome.error.asOneLine.contains("may open only 16 files here, and needs 32"))
    // A limit that this program may raise itself does not matter.
    #expect(try run("ulimit -S -n 16; exec \"$@\"", ["check", "Read"], by: person).status == 0)
    #expect(try run("ulimit -n 32; exec \"$@\"", ["today"], by: person).status == 0)
  }

  @Test func `what another program holds for long can be read`() throws {
    let person = try person()
    let lock = person.home.appendingPathComponent("space.db.lock").path
    for command in [["today"], ["list"], ["export"], ["verify"]] {
      let held = try person.run(command, now: morning, wrapper: ["/usr/bin/flock", lock])
      #expect(held.status == 0, "\(command): \(held.error)")
      #expect(!held.output.isEmpty)
    }
  }

  @Test func `a row with a number far ahead is reported at once`() throws {
    let person = try person()
    for number in 1...3 { try person.ask("add", "Habit \(number)", now: morning) }
    let database = try Database(
      path: person.home.appendingPathComponent("space.db").path,
      mode: .readWrite
    )
    try database.execute("DELETE FROM snapshots")
    try database.execute("UPDATE facts SET seq = 1000000 WHERE seq = (SELECT max(seq) FROM facts)")
    try database.execute("UPDATE spaces SET head = 1000000")
    let outcome = try person.run("today", now: morning)
    #expect(outcome.status == 1)
    #expect(outcome.error.asOneLine.contains("is missing"))
    for command in ["verify", "doctor", "export"] {
      #expect(try person.run(command, now: morning).status == 1)
    }
    #expect(try person.run("doctor", "--mend").status == 0)
    #expect(try person.ask("list", now: morning).items().count == 4)
  }
}
