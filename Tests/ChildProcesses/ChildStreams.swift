import CSpawn
import Glibc

/// The standard streams of a process that is being started.
struct ChildStreams {
  private var actions = posix_spawn_file_actions_t()
  /// The ends of pipes that only the new process uses.
  private var ends: [Int32] = []

  init() { posix_spawn_file_actions_init(&actions) }

  mutating func close() {
    for end in ends { Glibc.close(end) }
    posix_spawn_file_actions_destroy(&actions)
  }

  mutating func setInput(_ input: ChildProcess.Input) {
    switch input {
    case .nothing:
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    case .text(let text):
      let bytes = Array(text.utf8)
      precondition(bytes.count <= 65_536, "a pipe does not hold more")
      let pipe = makePipe()
      write(pipe.write, bytes, bytes.count)
      Glibc.close(pipe.write)
      ends.append(pipe.read)
      posix_spawn_file_actions_adddup2(&actions, pipe.read, STDIN_FILENO)
    }
  }

  /// Returns where to read from, or -1.
  mutating func setOutput(_ output: ChildProcess.Output, _ stream: Int32) -> Int32 {
    switch output {
    case .inherited: break
    case .discarded: posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
    case .file(let path):
      let flags = O_WRONLY | O_CREAT | O_APPEND
      posix_spawn_file_actions_addopen(&actions, stream, path, flags, 0o600)
    case .output: posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, stream)
    case .pipe:
      let pipe = makePipe()
      ends.append(pipe.write)
      posix_spawn_file_actions_adddup2(&actions, pipe.write, stream)
      return pipe.read
    }
    return -1
  }

  private func makePipe() -> (read: Int32, write: Int32) {
    var pair: [Int32] = [-1, -1]
    let code = pipe2(&pair, O_CLOEXEC)
    precondition(code == 0, "no pipe: \(String(cString: strerror(errno)))")
    return (pair[0], pair[1])
  }

  /// Starts the program; returns an `errno`, or 0.
  mutating func spawn(_ plan: ChildProcess.Plan, _ identifier: inout pid_t) -> Int32 {
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a test have signals blocked, which a new process would inherit.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, ChildStreams.ownSignals)
    let words = copies([plan.program] + plan.arguments)
    defer { for word in words { free(word) } }
    guard let environment = plan.environment else {
      return posix_spawn(&identifier, plan.program, &actions, &attributes, words, environ)
    }
    let variables = copies(environment.map { "\($0)=\($1)" })
    defer { for variable in variables { free(variable) } }
    return posix_spawn(&identifier, plan.program, &actions, &attributes, words, variables)
  }

  /// `POSIX_SPAWN_SETSIGDEF` and `POSIX_SPAWN_SETSIGMASK` of spawn.h.
  private static let ownSignals: Int16 = 0x04 | 0x08

  private func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}
