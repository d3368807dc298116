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
    let process = person.process(
      ["--quiet", "--return", "--command", command, "/dev/null"],
      now: instant,
      ["TERM": "xterm"]
    )
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let output = String(decoding: data, as: UTF8.self)
    #expect(
      process.terminationStatus == 0,
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
