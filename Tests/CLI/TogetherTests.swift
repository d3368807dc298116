import ChildProcesses
import Driver
import Foundation
import Testing

/// Concurrent programs on one space.
@Suite struct TogetherTests {
  private let morning = "2026-03-10T08:00:00Z"

  @Test func `eight programs writing at once lose nothing and show no error`() throws {
    let person = try Person()
    for number in 0..<8 { try person.ask("add", "Habit \(number)", now: morning) }
    var following = person.plan(["bus", "tail"], now: morning)
    following.output = .discarded
    let tail = try ChildProcess(following)
    defer {
      tail.terminate()
      tail.wait()
    }
    for round in 0..<4 {
      let processes = try (0..<8).map { number in
        var plan = person.plan(
          ["check", "Habit \(number)", "--day", "today", "--note", "round \(round)"],
          now: morning
        )
        (plan.output, plan.errors) = (.discarded, .pipe)
        return try ChildProcess(plan)
      }
      for process in processes {
        #expect(process.readErrors().isEmpty)
        #expect(process.wait().status == 0)
      }
      let today = try person.ask("today", now: morning)
      #expect(today.number("done") == 8)
    }
    let notes = try (0..<8).map {
      try person.ask("day", "Habit \($0)", now: morning).text("note")
    }
    #expect(notes == Array(repeating: "round 3", count: 8))
    #expect(try person.run("verify").status == 0)
  }

  @Test func `of two imports of one file at the same time, each entry is claimed by one`() throws {
    let source = try Person()
    for number in 0..<10 { try source.ask("add", "Habit \(number)", now: morning) }
    let export = source.home.appendingPathComponent("all.json").path
    try source.ask("export", "--out", export, now: morning)
    let harsh = source.home.appendingPathComponent("harsh")
    try FileManager.default.createDirectory(at: harsh, withIntermediateDirectories: true)
    try "Gym: 1\nRun: 1\n".write(
      to: harsh.appendingPathComponent("habits"),
      atomically: true,
      encoding: .utf8
    )
    try "2026-01-01 : Gym : y : : \n".write(
      to: harsh.appendingPathComponent("log"),
      atomically: true,
      encoding: .utf8
    )
    for round in 0..<5 {
      let person = try Person()
      for (file, key) in [(export, "entriesAdded"), (harsh.path, "habitsAdded")] {
        let before = try person.ask("list", now: morning).items().count
        let added = try together(person, 3, ["import", file, "--json"]).map { document in
          document.number(key) ?? document.text(key).flatMap { Int($0) } ?? -1
        }
        let after = try person.ask("list", now: morning).items().count
        #expect(added.reduce(0, +) == after - before, "round \(round): \(added)")
      }
      #expect(try person.run("verify").status == 0)
    }
  }

  /// The documents that several processes print, which run the same command at the same time.
  private func together(
    _ person: Person,
    _ count: Int,
    _ arguments: [String]
  ) throws -> [[String: Any]] {
    let started = try (0..<count).map { _ in
      var plan = person.plan(arguments, now: morning)
      plan.output = .pipe
      return try ChildProcess(plan)
    }
    return try started.map { process in
      let data = Data(process.readOutput())
      #expect(process.wait().status == 0)
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
  }
}
