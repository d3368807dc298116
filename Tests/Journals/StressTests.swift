import ChildProcesses
import Testing

/// Small runs of the stress program; `Tools/kill-loop` runs the long one.
@Suite(.serialized) struct StressTests {
  /// Runs the program that was built beside these tests; returns its output and its status.
  private func stress(_ arguments: [String]) throws -> (String, Int32) {
    let plan = ChildProcess.Plan(program(), arguments)
    let (exit, output) = try ChildProcess.run(plan)
    return (output, exit.status)
  }

  private func program() -> String {
    let tests = linkTarget("/proc/self/exe") ?? ""
    return tests.prefix(through: tests.lastIndex(of: "/") ?? tests.startIndex) + "journal-stress"
  }

  @Test func `a writer killed at random moments loses nothing that was confirmed`() throws {
    try withFolder { folder in
      let (printed, status) = try stress(["kill", "\(folder)/journal.db", "25", "1"])
      #expect(status == 0, "\(printed)")
      #expect(printed.hasPrefix("25 kills, nothing lost"), "\(printed)")
    }
  }

  @Test func `processes that write and checkpoint side by side lose nothing`() throws {
    try withFolder { folder in
      let (printed, status) = try stress(
        ["together", "\(folder)/journal.db", "4", "800"]
      )
      #expect(status == 0, "\(printed)")
      #expect(printed.hasPrefix("4 processes"), "\(printed)")
    }
  }

  @Test func `journals that were let go of leave no thread and no open file`() throws {
    try withFolder { folder in
      let (printed, status) = try stress(["leaks", "\(folder)/journal.db", "15"])
      #expect(status == 0, "\(printed)")
      #expect(printed.hasPrefix("15 journals, nothing of them is left"), "\(printed)")
    }
  }

  @Test func `a full disk is reported and loses nothing that was confirmed`() throws {
    for limit in [400_000, 1_000_000] {
      try withFolder { folder in
        let (printed, status) = try stress(
          ["full", "\(folder)/journal.db", "\(limit)"]
        )
        #expect(status == 0, "\(printed)")
        #expect(printed.hasPrefix("disk full after"), "\(printed)")
      }
    }
  }
}
