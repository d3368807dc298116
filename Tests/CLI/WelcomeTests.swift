import ChildProcesses
import Driver
import Foundation
import Testing

/// The first questions, on a terminal.
@Suite struct WelcomeTests {
  private func words(_ person: Person, answering answers: String...) throws -> String {
    var plan = person.planOnTerminal(
      "'\(Person.binary.path)'",
      now: "2026-03-10T08:00:00Z",
      terminal: "dumb"
    )
    plan.input = .text(answers.map { "\($0)\n" }.joined())
    let (exit, output) = try ChildProcess.run(plan)
    #expect(exit.status == 0, "\(output)")
    return output.asOneLine
  }

  @Test func `an answer that means nothing is asked for again`() throws {
    let person = try Person()
    let long = String(repeating: "x", count: 101)
    let words = try words(person, answering: "9", "Streaks", long, "Ada", "Don't smoke", "n")
    #expect(words.contains("“9” is none of them."))
    #expect(words.contains("A name may have up to 100 characters."))
    #expect(words.contains("trellis check 'Don'\\''t smoke'"))
    #expect(try person.ask("init").text("product") == "streaks")
    #expect(try person.ask("profile").text("displayName") == "Ada")
  }
}
