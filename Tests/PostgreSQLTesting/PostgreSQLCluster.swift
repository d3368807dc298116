import ChildProcesses
import FileSystem
import Glibc
import Locks
import func LoopbackHTTP.unusedPort
import PostgreSQL
import Testing

/// A PostgreSQL server of the tests' own, with its data in a temporary folder.
///
/// It listens to a socket in that folder alone, unless encrypted connections are asked for. When
/// this process has ended, in whatever way, the server is stopped and the folder removed.
public final class PostgreSQLCluster: Sendable {
  /// Where PostgreSQL's programs are; nil if it is not installed, or `WITHOUT_POSTGRESQL` is set.
  static let programs: String? = {
    guard getenv("WITHOUT_POSTGRESQL") == nil else { return nil }
    let versions = (try? FolderListing.names(in: "/usr/lib/postgresql")) ?? []
    let folders = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
      .map { "/usr/lib/postgresql/\($0)/bin" }
    let path = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) }
    return (folders + (path ?? [])).first { access("\($0)/initdb", X_OK) == 0 }
  }()

  public static var isInstalled: Bool { programs != nil }

  /// Whether the server's tests, which use files by default, are to use PostgreSQL.
  public static var isChosen: Bool { getenv("TRELLIS_TEST_POSTGRESQL") != nil }

  /// The server that most tests share.
  public static let shared = Result { try PostgreSQLCluster() }

  public static let absence: Comment =
    "PostgreSQL is not installed (Tools/setup --postgresql does that), or WITHOUT_POSTGRESQL is set"

  /// Where its data and its socket are.
  public let folder: String
  /// The certificate that encrypted connections are made with, which vouches for itself; nil if there
  /// are none.
  public let certificate: String?
  private let port: Int
  private let programs: String
  /// The number of the schema or database that was made last.
  private let lastNumber = SharedLocked(0)

  /// Creates a server and starts it.
  ///
  /// - Parameter isEncrypted: whether it is reached at `localhost` through TLS too.
  public convenience init(isEncrypted: Bool = false) throws {
    try self.init(at: isEncrypted ? unusedPort() : nil) { cluster in
      if let certificate = cluster.certificate { try cluster.certify(certificate) }
      let arguments = ["-U", "trellis", "-A", "trust", "-E", "UTF8", "--no-sync"]
      try cluster.run("initdb", ["-D", cluster.data] + arguments)
    }
  }

  /// Creates a server that follows another one, and starts it.
  public convenience init(following primary: PostgreSQLCluster) throws {
    try self.init(at: nil) { cluster in
      let arguments = ["-h", primary.folder, "-U", "trellis", "-c", "fast", "-R", "--no-sync"]
      try cluster.run("pg_basebackup", ["-D", cluster.data] + arguments)
    }
  }

  private init(at port: Int?, _ make: (PostgreSQLCluster) throws -> Void) throws {
    programs = try #require(Self.programs)
    var template = Array("/tmp/trellis-pg-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(
      decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    self.port = port ?? 5432
    certificate = port == nil ? nil : "\(folder)/server.crt"
    if geteuid() == 0, let user = getpwnam(Self.user) {
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    try guardFolder()
    try make(self)
    try start()
  }

  private var data: String { "\(folder)/data" }

  /// The user under which it runs if this process is privileged: PostgreSQL refuses to be root.
  private static let user = getpwnam("postgres") == nil ? "nobody" : "postgres"

  /// Starts a process that stops the server and removes its folder once this process has ended.
  private func guardFolder() throws {
    let script = """
      trap '' INT HUP TERM
      while [ -d "/proc/$1" ]; do sleep 1; done
      folder=$2
      shift 2
      "$@" -D "$folder/data" -m immediate stop
      rm -rf "$folder"
      """
    let stop = plan("\(programs)/pg_ctl", [])
    var plan = ChildProcess.Plan(
      "/bin/sh",
      ["-c", script, "guard", "\(getpid())", folder, stop.program] + stop.arguments
    )
    plan.output = .discarded
    plan.errors = .discarded
    _ = try ChildProcess(plan)
  }

  private var key: String { "\(folder)/server.key" }

  /// Makes a certificate for `localhost`, and its key.
  private func certify(_ certificate: String) throws {
    let names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    let form = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    let files = ["-keyout", key, "-out", certificate]
    try run("/usr/bin/openssl", ["req", "-x509"] + form + names + files)
  }

  /// Starts the server, and returns when it accepts connections.
  public func start() throws {
    // A commit waits for a standby that does not exist if a session asks for it: see the test of
    // an unconfirmed append.
    let settings = """
      -k \(folder) -c port=\(port) \(transport) -c max_connections=500 -c shared_buffers=64MB \
      -c synchronous_standby_names=nobody -c synchronous_commit=local -c fsync=off
      """
    try run("pg_ctl", ["-D", data, "-w", "-l", "\(folder)/log", "-o", settings, "start"])
  }

  private var transport: String {
    guard let certificate else { return "-c listen_addresses=" }
    return """
      -c listen_addresses=localhost -c ssl=on -c ssl_cert_file=\(certificate) -c ssl_key_file=\(key)
      """
  }

  /// Stops it as a loss of power would: nothing is written, no session is told.
  public func crash() throws { try run("pg_ctl", ["-D", data, "-w", "-m", "immediate", "stop"]) }

  /// Makes a server that follows another one accept writes.
  public func promote() throws { try run("pg_ctl", ["-D", data, "-w", "promote"]) }

  /// Runs one of PostgreSQL's programs, or another one by its path.
  private func run(_ program: String, _ arguments: [String]) throws {
    let path = program.hasPrefix("/") ? program : "\(programs)/\(program)"
    var plan = plan(path, arguments)
    plan.output = .file("\(folder)/tools.log")
    plan.errors = .output
    let exit = try ChildProcess(plan).wait()
    try #require(exit.status == 0, "\(program) failed; see \(folder)/tools.log")
  }

  private func plan(_ program: String, _ arguments: [String]) -> ChildProcess.Plan {
    guard geteuid() == 0 else { return ChildProcess.Plan(program, arguments) }
    return ChildProcess.Plan("/sbin/runuser", ["-u", Self.user, "--", program] + arguments)
  }

  // MARK: Schemas

  /// The connection string of a new schema, without any tables.
  public func newSchema() throws -> String {
    let name = "test_\(nextNumber())"
    try session().execute("CREATE SCHEMA \(name)")
    return "\(address) options=-csearch_path=\(name)"
  }

  /// The connection string of a new database.
  ///
  /// - Parameter original: the connection string of a database whose tables and rows it gets, and to
  ///   which nobody is connected; without one it has no tables.
  public func newDatabase(copying original: String? = nil) throws -> String {
    let name = "test_\(nextNumber())"
    let template = try original.map { " TEMPLATE \(try database(of: $0))" } ?? ""
    try session().execute("CREATE DATABASE \(name)\(template)")
    return "\(place) dbname=\(name)"
  }

  /// Removes a database, and ends the connections to it.
  public func dropDatabase(_ connection: String) throws {
    try session().execute("DROP DATABASE \(try database(of: connection)) WITH (FORCE)")
  }

  /// The number of connections to a database.
  public func countSessions(in connection: String) throws -> Int {
    let count = Statement(
      "count sessions",
      [.text],
      "SELECT count(*) FROM pg_stat_activity WHERE datname = $1"
    )
    let name = try database(of: connection)
    return try session().run(count.with { $0.add(name) }).int(0, 0)
  }

  private func database(of connection: String) throws -> String {
    try end(of: connection, after: "dbname=")
  }

  private func end(of connection: String, after word: String) throws -> String {
    try #require(connection.split(separator: word).last.map(String.init))
  }

  private func nextNumber() -> Int {
    lastNumber.withLock { number in
      number += 1
      return number
    }
  }

  /// Copies the rows of a schema's partitioned tables to the same tables of another schema.
  ///
  /// - Parameters:
  ///   - name: the connection string of the schema.
  ///   - other: that of the other schema, whose tables are empty.
  public func copySpaces(_ name: String, to other: String) throws {
    let (from, to) = (try schema(of: name), try schema(of: other))
    try session().execute(
      """
      DO $$ DECLARE one text; BEGIN
        FOR one IN SELECT relname FROM pg_class
            WHERE relkind = 'p' AND relnamespace = '\(from)'::regnamespace LOOP
          EXECUTE format('INSERT INTO \(to).%I SELECT * FROM \(from).%I', one, one);
        END LOOP;
      END $$
      """
    )
  }

  private func schema(of connection: String) throws -> String {
    try end(of: connection, after: "search_path=")
  }

  /// Saves a schema and those of stores beside it, as an administrator does; returns the file.
  ///
  /// - Parameter connection: the connection string of the schema.
  public func dump(_ connection: String) throws -> String {
    let schema = try schema(of: connection)
    let file = "\(folder)/\(schema).dump"
    let parts = ["-n", schema, "-n", "\(schema)_*"]
    try run("pg_dump", login + ["-Fc", "-f", file] + parts + ["postgres"])
    return file
  }

  /// Restores a saved schema into a new database; returns the connection string of the schema.
  public func restore(_ file: String) throws -> String {
    let schema = try #require(file.split(separator: "/").last?.split(separator: ".").first)
    let database = "restored_\(schema)"
    try run("createdb", login + [database])
    try run("pg_restore", login + ["--exit-on-error", "-d", database, file])
    return "\(place) dbname=\(database) options=-csearch_path=\(schema)"
  }

  private var login: [String] { ["-h", folder, "-p", "\(port)", "-U", "trellis"] }

  /// A connection that belongs to none of the schemas.
  public func session() throws -> Connection {
    try Connection(address, program: "test", timeout: 30_000)
  }

  /// The connection string of the database itself.
  public var address: String { "\(place) dbname=postgres" }

  private var place: String { "host=\(folder) port=\(port) user=trellis" }

  /// A connection string of the database through TLS.
  ///
  /// - Parameter rest: the host, and what is demanded of it.
  public func encryptedAddress(_ rest: String) -> String {
    "port=\(port) user=trellis dbname=postgres \(rest)"
  }
}
