import Glibc

/// A program that is run to completion within a time limit; its caller's thread is blocked.
enum ChildProgram {
  struct Result: Sendable, Equatable {
    let status: Int32
    /// What it printed on both streams.
    let output: String
  }

  enum Failure: Error, Sendable, Equatable {
    /// There is no such program, or the system cannot start more.
    case notStarted(Int32)
    /// It did not end in time, and was killed.
    case overdue
    case tooMuch
  }

  private static let mostOutput = 8 << 20

  /// Runs a program from `PATH`.
  ///
  /// - Parameters:
  ///   - words: its name and arguments.
  ///   - environment: added to that of this process.
  static func run(
    _ words: [String],
    environment: [String: String] = [:],
    milliseconds: Int = 20_000
  ) throws(Failure) -> Result {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .notStarted(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do throws(Failure) {
      child = try start(words, environment, output: ends[1])
      close(ends[1])
    } catch {
      close(ends[1])
      throw error
    }
    do throws(Failure) {
      let output = try read(ends[0], until: now() + Int64(milliseconds))
      return Result(status: end(child), output: String(decoding: output, as: UTF8.self))
    } catch {
      // The whole group, since it may have started other programs.
      kill(-child, SIGKILL)
      _ = end(child)
      throw error
    }
  }

  private static func start(
    _ words: [String],
    _ environment: [String: String],
    output: Int32
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A process group of its own, with the default signals.
    var none = sigset_t()
    sigemptyset(&none)
    var usual = none
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let arguments = words.map { strdup($0) } + [nil]
    let variables = self.variables(adding: environment).map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var child = pid_t()
    let code = posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
    guard code == 0 else { throw .notStarted(code) }
    return child
  }

  private static func variables(adding more: [String: String]) -> [String] {
    var all: [String] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if more[String(text.prefix { $0 != "=" })] == nil { all.append(text) }
      next += 1
    }
    return all + more.map { "\($0.key)=\($0.value)" }
  }

  private static func read(_ output: Int32, until deadline: Int64) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = deadline - now()
      guard left > 0 else { throw .overdue }
      guard poll(&request, 1, Int32(clamping: left)) > 0 else { continue }
      let count = Glibc.read(output, &piece, piece.count)
      if count == 0 { return bytes }
      guard count > 0 else { continue }
      bytes += piece[..<count]
      guard bytes.count <= mostOutput else { throw .tooMuch }
    }
  }

  /// Waits for a child that has closed its output, and returns how it ended.
  private static func end(_ child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // As in a shell: the exit status, or 128 plus the signal that ended it.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Milliseconds of a monotonic clock.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
