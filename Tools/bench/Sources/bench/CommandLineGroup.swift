import Foundation
import SQLiteJournal

/// `trellis today` as the user runs it: a process that starts, answers and ends.
enum CommandLineGroup {
  static func run(_ measurement: Measurement) async throws {
    let programs = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    guard let trellis = ProcessInfo.processInfo.environment["TRELLIS"] else {
      print("\ncli: set TRELLIS to a trellis that was built with -c release")
      return
    }
    try await SampleHistory.inFolder { folder in
      try await SampleHistory.fill(try SQLiteJournal(path: folder + "/space.db"))
      setenv("TRELLIS_HOME", folder, 1)
      setenv("TRELLIS_NOW", "2026-09-21T14:13:20Z", 1)
      try await measurement.table(
        "trellis today, 50 habits x 10 years, per run; reach: 3 x floor and 25,000,000 ns",
        [
          Contender("bare Swift, same file, one row", operations: 10) { count in
            seconds {
              for _ in 0..<count { spawn(programs + "/bare-read", folder + "/space.db") }
            }
          },
          Contender("trellis today", operations: 10) { count in
            seconds { for _ in 0..<count { spawn(trellis, "today") } }
          },
        ]
      )
    }
  }

  private static func spawn(_ program: String, _ argument: String) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var child = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { for word in words { free(word) } }
    let code = posix_spawn(&child, program, &actions, nil, &words, environ)
    precondition(code == 0, "\(program) could not be started")
    var status: Int32 = 0
    waitpid(child, &status, 0)
    precondition(status == 0, "\(program) failed")
  }
}
