import ChildProcesses
import Driver
import Foundation

/// Runs `trellis` in a network namespace without connectivity, and counts attempts to send.
enum Offline {
  struct Outcome {
    /// The commands that failed.
    let failed: [String]
    /// Packets that were sent or had no route, and connection attempts.
    let sent: Int
  }

  /// Whether this machine lets a process create a network namespace.
  static let isPossible = (try? shell("true", environment: [:]))?.status == 0

  /// Runs each of `commands`; nil if there are no namespaces.
  static func run(_ commands: [[String]], in person: Person, now: String) throws -> Outcome? {
    guard isPossible else { return nil }
    let lines = commands.map { command in
      let words = ([Person.binary.path] + command).map(quoted).joined(separator: " ")
      return "\(words) >/dev/null 2>\(quoted(person.home.path))/offline.err </dev/null "
        + "|| { echo FAILED \(quoted(command.joined(separator: " "))); "
        + "cat \(quoted(person.home.path))/offline.err | tr '\\n' ' '; }"
    }
    return try outcome(lines, person.environment(now: now, [:]))
  }

  /// The count when a program does try to reach another host.
  static func attempt(in person: Person) throws -> Int? {
    guard isPossible else { return nil }
    // An address reserved for documentation.
    let lines = ["(echo hello >/dev/tcp/192.0.2.1/80) 2>/dev/null", "true"]
    return try outcome(lines, person.environment(now: nil, [:])).sent
  }

  private static func outcome(_ lines: [String], _ environment: [String: String]) throws -> Outcome
  {
    let script = lines.joined(separator: "\n") + "\ncat /proc/net/snmp /proc/net/snmp6"
    let result = try shell(script, environment: environment)
    let output = result.output.components(separatedBy: "\n")
    let failed = output.filter { $0.hasPrefix("FAILED ") }
    return Outcome(failed: failed, sent: Counters(output).sent)
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  private static func shell(
    _ script: String,
    environment: [String: String]
  ) throws -> (status: Int32, output: String) {
    let plan = ChildProcess.Plan(
      "/usr/bin/env",
      ["unshare", "--map-root-user", "--net", "/bin/bash", "-c", script],
      environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 },
      errors: .discarded
    )
    let (exit, output) = try ChildProcess.run(plan)
    return (exit.status, output)
  }
}

/// The kernel's counters of a namespace's network use.
private struct Counters {
  let sent: Int

  /// Parses `/proc/net/snmp`, a line of names above one of numbers, and `snmp6`, a pair per line.
  init(_ lines: [String]) {
    let wanted: Set = [
      "Ip:OutRequests", "Ip:OutNoRoutes", "Udp:OutDatagrams", "Tcp:ActiveOpens", "Ip6OutRequests",
      "Ip6OutNoRoutes", "Udp6OutDatagrams",
    ]
    var sum = 0
    for (names, numbers) in zip(lines, lines.dropFirst()) {
      let names = names.split(separator: " ")
      let numbers = numbers.split(separator: " ")
      guard names.count > 2, names.count == numbers.count, names[0] == numbers[0] else { continue }
      for (name, number) in zip(names, numbers) where wanted.contains("\(names[0])\(name)") {
        sum += Int(number) ?? 0
      }
    }
    for line in lines {
      let parts = line.split(separator: " ")
      guard parts.count == 2, wanted.contains(String(parts[0])) else { continue }
      sum += Int(parts[1]) ?? 0
    }
    sent = sum
  }
}
