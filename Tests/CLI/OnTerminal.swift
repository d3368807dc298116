import ChildProcesses
import Driver
import Foundation
import Testing

extension Life {
  /// Runs a command that must succeed on a terminal, and returns its output as one line.
  func seeOnTerminal(
    _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try seeOnTerminal(arguments, sourceLocation: sourceLocation)
  }

  func seeOnTerminal(
    _ arguments: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let command = ([Person.binary.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    var plan = person.plan(
      ["--quiet", "--return", "--command", command, "/dev/null"],
      now: instant,
      ["TERM": "xterm"]
    )
    plan.program = "/usr/bin/script"
    plan.errors = .output
    let (exit, output) = try ChildProcess.run(plan)
    #expect(
      exit.status == 0,
      "\(arguments): \(output)",
      sourceLocation: sourceLocation
    )
    return output.withoutColors.asOneLine
  }
}

extension String {
  /// The text without color escape sequences.
  fileprivate var withoutColors: String {
    replacingOccurrences(of: "\u{1B}\\[[0-9;]*m", with: "", options: .regularExpression)
  }

  /// The number of occurrences of `part`.
  func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
