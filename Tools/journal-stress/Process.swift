import Glibc

/// A copy of this program that runs with other arguments and prints to a file.
struct Process {
  private let id: pid_t
  private let output: String

  /// Starts this program with its output going to the file `output`.
  ///
  /// Not to a pipe, on which it would have to wait for this process.
  init(_ arguments: [String], output: String) throws {
    let file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure("cannot write \(output): error \(errno)") }
    defer { close(file) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, file, 1)
    let words = ["journal-stress"] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    var started = pid_t()
    let result = posix_spawn(&started, "/proc/self/exe", &actions, nil, &pointers, environ)
    posix_spawn_file_actions_destroy(&actions)
    guard result == 0 else { throw Failure("cannot start a process: error \(result)") }
    id = started
    self.output = output
  }

  /// Ends it as a loss of power would: it cannot react.
  func kill() { Glibc.kill(id, SIGKILL) }

  /// Waits for its end; nil if a signal ended it, otherwise the exit status.
  func wait() -> Int32? {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  /// Its output, to be read after it has ended.
  func printed() throws -> [String] {
    defer { unlink(output) }
    return try wholeLines(of: output).map(String.init)
  }
}

/// All lines of a file that were written completely.
func wholeLines(of path: String) throws -> [Substring] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw Failure("cannot read \(path): error \(errno)") }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while case let count = read(file, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
  let text = String(decoding: bytes, as: UTF8.self)
  // A kill has cut off what follows the last line feed.
  return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
}

/// Why a run failed.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
