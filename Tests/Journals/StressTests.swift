import Glibc
import Testing

/// Small runs of the stress program; `Tools/kill-loop` runs the long one.
@Suite(.serialized) struct StressTests {
  /// Runs the program that was built beside these tests; returns its output and its status.
  private func stress(_ arguments: [String], in folder: String) throws -> (String, Int32) {
    let output = "\(folder)/output"
    let file = open(output, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, file, 1)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      close(file)
    }
    var words = (["journal-stress"] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process = pid_t()
    try #require(posix_spawn(&process, program(), &actions, nil, &words, environ) == 0)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return (String(decoding: try readFile(output), as: UTF8.self), status)
  }

  private func program() -> String {
    let tests = linkTarget("/proc/self/exe") ?? ""
    return tests.prefix(through: tests.lastIndex(of: "/") ?? tests.startIndex) + "journal-stress"
  }

  @Test func `a writer killed at random moments loses nothing that was confirmed`() throws {
    try withFolder { folder in
      let (printed, status) = try stress(["kill", "\(folder)/journal.db", "25", "1"], in: folder)
      #expect(status == 0, "\(printed)")
      #expect(printed.hasPrefix("25 kills, nothing lost"), "\(printed)")
    }
  }

  @Test func `processes that write and checkpoint side by side lose nothing`() throws {
    try withFolder { folder in
      let (printed, status) = try stress(
        ["together", "\(folder)/journal.db", "4", "800"],
        in: folder
      )
      #expect(status == 0, "\(printed)")
      #expect(printed.hasPrefix("4 processes"), "\(printed)")
    }
  }

  @Test func `journals that were let go of leave no thread and no open file`() throws {
    try withFolder { folder in
      let (printed, status) = try stress(["leaks", "\(folder)/journal.db", "15"], in: folder)
      #expect(status == 0, "\(printed)")
      #expect(printed.hasPrefix("15 journals, nothing of them is left"), "\(printed)")
    }
  }

  @Test func `a full disk is reported and loses nothing that was confirmed`() throws {
    for limit in [400_000, 1_000_000] {
      try withFolder { folder in
        let (printed, status) = try stress(
          ["full", "\(folder)/journal.db", "\(limit)"],
          in: folder
        )
        #expect(status == 0, "\(printed)")
        #expect(printed.hasPrefix("disk full after"), "\(printed)")
      }
    }
  }
}
