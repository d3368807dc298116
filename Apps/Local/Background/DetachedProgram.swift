import Core
import FileSystem
import Glibc

/// A process that outlives the program that started it.
struct DetachedProgram {
  private let identifier: pid_t

  /// - Parameters:
  ///   - program: the path of the program.
  ///   - output: the file to which its output is appended.
  /// - Throws: a ``DomainError`` when it cannot be started.
  init(_ program: String, _ arguments: [String], output: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A new session, so that closing this terminal does not end it.
    posix_spawnattr_setflags(&attributes, DetachedProgram.newSession)
    DetachedProgram.keepFilesToOneself()
    let texts = ([program] + arguments).map { strdup($0) }
    defer { for text in texts { free(text) } }
    var identifier = pid_t()
    let code = posix_spawn(&identifier, program, &actions, &attributes, texts + [nil], environ)
    guard code == 0 else { throw DetachedProgram.missing(program, code) }
    self.identifier = identifier
  }

  /// `POSIX_SPAWN_SETSID` of spawn.h.
  private static let newSession: Int16 = 0x80

  var hasEnded: Bool {
    var status: Int32 = 0
    return waitpid(identifier, &status, WNOHANG) == identifier
  }

  /// Marks inherited files as close-on-exec.
  ///
  /// Otherwise the new program would keep them open, and another process may be waiting for their
  /// end.
  private static func keepFilesToOneself() {
    for name in (try? FolderListing.names(in: "/proc/self/fd")) ?? [] {
      if let file = Int32(name), file > STDERR_FILENO { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    }
  }

  /// The path of trellisd, beside this program or in `PATH`.
  ///
  /// - Throws: a ``DomainError`` when it is not installed.
  static func daemon() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    let folders =
      [PathParts(own).folder]
      + (Home.variable("PATH") ?? "").split(separator: ":").map(String.init)
    for folder in folders where access(folder + "/trellisd", X_OK) == 0 {
      return folder + "/trellisd"
    }
    throw missing("trellisd", ENOENT)
  }

  private static func missing(_ program: String, _ error: Int32) -> DomainError {
    DomainError(
      "no-trellisd",
      "\(program) could not be started (\(String(cString: strerror(error)))). Everything else works "
        + "without it; to have it, install Trellis with  Tools/install"
    )
  }
}
