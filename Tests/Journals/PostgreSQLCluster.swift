import ChildProcesses
import Glibc
import Locks
import PostgreSQL
import PostgreSQLJournal
import Testing

/// A PostgreSQL server of the tests' own, with its data in a temporary folder.
///
/// It listens to a socket in that folder alone. When this process has ended, in whatever way, the
/// server is stopped and the folder removed.
final class PostgreSQLCluster: Sendable {
  /// Where PostgreSQL's programs are; nil if it is not installed.
  static let programs: String? = {
    let folders = filesIn("/usr/lib/postgresql").sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
      .map { "/usr/lib/postgresql/\($0)/bin" }
    let path = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) }
    return (folders + (path ?? [])).first { access("\($0)/initdb", X_OK) == 0 }
  }()

  static var isInstalled: Bool { programs != nil }

  /// The server that most tests share.
  static let shared = Result { try PostgreSQLCluster() }

  static let absence: Comment =
    "PostgreSQL is not installed; Tools/setup --postgresql installs it"

  private let folder: String
  private let programs: String
  private let nextJournal = SharedLocked(0)

  /// Creates a server and starts it.
  init() throws {
    programs = try #require(Self.programs)
    var template = Array("/tmp/trellis-pg-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(
      decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    if geteuid() == 0, let user = getpwnam(Self.user) {
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    try guardFolder()
    try run("initdb", ["-D", data, "-U", "trellis", "-A", "trust", "-E", "UTF8", "--no-sync"])
    try start()
  }

  private var data: String { "\(folder)/data" }

  /// The user under which it runs if this process is privileged: PostgreSQL refuses to be root.
  private static let user = getpwnam("postgres") == nil ? "nobody" : "postgres"

  /// Starts a process that stops the server and removes its folder once this process has ended.
  private func guardFolder() throws {
    let script = """
      trap '' INT HUP TERM
      while kill -0 "$1" 2>/dev/null; do sleep 1; done
      "$2/pg_ctl" -D "$3/data" -m immediate stop
      rm -rf "$3"
      """
    var plan = plan("bash", ["-c", script, "guard", "\(getpid())", programs, folder])
    plan.output = .discarded
    plan.errors = .discarded
    _ = try ChildProcess(plan)
  }

  /// Starts the server, and returns when it accepts connections.
  func start() throws {
    // A commit waits for a standby that does not exist if a session asks for it: see the test of
    // an unconfirmed append.
    let settings = """
      -k \(folder) -c listen_addresses= -c max_connections=500 -c shared_buffers=64MB \
      -c synchronous_standby_names=nobody -c synchronous_commit=local
      """
    try run("pg_ctl", ["-D", data, "-w", "-l", "\(folder)/log", "-o", settings, "start"])
  }

  /// Stops it as a loss of power would: nothing is written, no session is told.
  func crash() throws { try run("pg_ctl", ["-D", data, "-w", "-m", "immediate", "stop"]) }

  private func run(_ program: String, _ arguments: [String]) throws {
    var plan = plan("\(programs)/\(program)", arguments)
    plan.output = .file("\(folder)/tools.log")
    plan.errors = .output
    let exit = try ChildProcess(plan).wait()
    try #require(exit.status == 0, "\(program) failed; see \(folder)/tools.log")
  }

  private func plan(_ program: String, _ arguments: [String]) -> ChildProcess.Plan {
    let path = program.hasPrefix("/") ? program : "/bin/\(program)"
    guard geteuid() == 0 else { return ChildProcess.Plan(path, arguments) }
    return ChildProcess.Plan("/sbin/runuser", ["-u", Self.user, "--", path] + arguments)
  }

  // MARK: Journals

  /// The connection string of a new schema, without any tables.
  func newSchema() throws -> String {
    let number = nextJournal.withLock { number in
      number += 1
      return number
    }
    try session().execute("CREATE SCHEMA journal_\(number)")
    return "\(address) options=-csearch_path=journal_\(number)"
  }

  /// A connection that belongs to no journal.
  func session() throws -> Connection {
    try Connection(address, program: "test", timeout: 30_000)
  }

  private var address: String { "host=\(folder) user=trellis dbname=postgres" }
}

/// Runs `body` with the settings of a new schema on the server that the tests share.
///
/// Cancels the test where PostgreSQL is not installed.
func withPostgreSQL<T>(_ body: (PostgreSQLSettings) async throws -> T) async throws -> T {
  guard PostgreSQLCluster.isInstalled else { try Test.cancel(PostgreSQLCluster.absence) }
  return try await body(
    PostgreSQLSettings(connection: PostgreSQLCluster.shared.get().newSchema())
  )
}
