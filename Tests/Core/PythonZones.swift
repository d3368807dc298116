import ChildProcesses
import Core
import Foundation

/// Python's `zoneinfo`, which reads the same files; it is run once for all zones.
enum PythonZones {
  struct Answer: Sendable {
    /// Lines of `zone seconds ours theirs`.
    let disagreements: [String]
    /// The number of instants that were compared.
    let compared: Int
  }

  static let isInstalled: Bool = {
    (try? run("import zoneinfo", argument: ""))?.status == 0
  }()

  static let answer = Result { try ask() }

  private static let script = """
    import array, datetime, sys, zoneinfo
    pairs = array.array("q")
    with open(sys.argv[1] + "/offsets", "rb") as file:
        pairs.frombytes(file.read())
    at = 0
    for line in open(sys.argv[1] + "/zones"):
        name, count = line.split()
        zone = zoneinfo.ZoneInfo(name)
        for index in range(at, at + 2 * int(count), 2):
            moment = datetime.datetime.fromtimestamp(pairs[index], zone)
            offset = int(moment.utcoffset().total_seconds())
            if offset != pairs[index + 1]:
                print(name, pairs[index], pairs[index + 1], offset)
        at += 2 * int(count)
    print(at // 2)
    """

  private static func ask() throws -> Answer {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var list = ""
    var pairs: [Int64] = []
    for name in InstalledZones.names {
      let zone = try Zone(identifier: name)
      let instants = try InstalledZones.instants(of: name)
      list += "\(name) \(instants.count)\n"
      for seconds in instants {
        pairs.append(seconds)
        pairs.append(Int64(zone.utcOffset(at: Instant(seconds: seconds))))
      }
    }
    try Data(list.utf8).write(to: folder.appending(path: "zones"))
    try pairs.withUnsafeBytes { Data($0) }.write(to: folder.appending(path: "offsets"))
    let outcome = try run(script, argument: folder.path)
    var lines = outcome.output.split(separator: "\n").map(String.init)
    guard outcome.status == 0, let compared = lines.popLast().flatMap({ Int($0) }) else {
      throw DomainError("python-failed", "Python ended with \(outcome)")
    }
    return Answer(disagreements: lines, compared: compared)
  }

  private static func run(_ script: String, argument: String) throws -> Outcome {
    let variables = ["PYTHONTZPATH": InstalledZones.folder]
    var plan = ChildProcess.Plan(
      "/usr/bin/env",
      ["python3", "-", argument],
      environment: ProcessInfo.processInfo.environment.merging(variables) { $1 },
      errors: .discarded
    )
    plan.input = .text(script)
    let (exit, output) = try ChildProcess.run(plan)
    return Outcome(status: exit.status, output: output)
  }

  private struct Outcome {
    let status: Int32
    let output: String
  }
}
