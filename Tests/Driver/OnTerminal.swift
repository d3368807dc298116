import ChildProcesses
import Foundation
import Testing

extension Person {
  /// A line for the shell, which runs it on a terminal of its own, not started yet.
  ///
  /// - Parameter terminal: the kind of the terminal.
  public func planOnTerminal(
    _ line: String,
    now: String? = nil,
    terminal: String = "xterm"
  ) -> ChildProcess.Plan {
    var plan = plan(
      ["--quiet", "--flush", "--return", "--command", line, "/dev/null"],
      now: now,
      ["TERM": terminal]
    )
    plan.program = "/usr/bin/script"
    plan.errors = .output
    return plan
  }
}

extension Life {
  /// Runs a command that must succeed on a terminal, and returns its output as one line.
  public func seeOnTerminal(
    _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try seeOnTerminal(arguments, sourceLocation: sourceLocation)
  }

  /// Runs a command that must succeed on a terminal, and returns its output as one line.
  public func seeOnTerminal(
    _ arguments: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let line = ([Person.binary.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let (exit, output) = try ChildProcess.run(person.planOnTerminal(line, now: instant))
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
  public func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
