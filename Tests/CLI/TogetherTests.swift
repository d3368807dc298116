import Driver
import Foundation
import Testing

/// Concurrent programs on one space.
@Suite struct TogetherTests {
  private let morning = "2026-03-10T08:00:00Z"

  @Test func `eight programs writing at once lose nothing and show no error`() throws {
    let person = try Person()
    for number in 0..<8 { try person.ask("add", "Habit \(number)", now: morning) }
    let tail = person.process(["bus", "tail"], now: morning)
    tail.standardOutput = FileHandle.nullDevice
    try tail.run()
    defer {
      tail.terminate()
      tail.waitUntilExit()
    }
    for round in 0..<4 {
      let processes = (0..<8).map { number in
        person.process(
          ["check", "Habit \(number)", "--day", "today", "--note", "round \(round)"],
          now: morning
        )
      }
      let errors = try processes.map { process in
        let pipe = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
        return pipe
      }
      for (process, pipe) in zip(processes, errors) {
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(pipe.fileHandleForReading.readDataToEndOfFile().isEmpty)
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
}
