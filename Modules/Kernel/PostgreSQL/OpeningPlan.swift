import CPostgreSQL
import Glibc

/// What a connection string asks for, and how to connect with it.
struct OpeningPlan {
  /// Values for what the connection string leaves open: a server that vanished is noticed.
  private static let defaults = [
    ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
    // Also limits how long one of several hosts is tried.
    ("tcp_user_timeout", "10000"),
  ]
  /// Seconds to try each host, unless the connection string says otherwise.
  private static let secondsPerHost = 10

  private let settings: String
  /// Milliseconds.
  private let patience: Int

  /// - Throws: an error if libpq is missing, or for a connection string that cannot be understood, of
  ///   which it quotes nothing.
  init(_ settings: String) throws(PostgreSQLError) {
    guard pq_load() else {
      throw PostgreSQLError(.libraryMissing, "there is no libpq.so.5 of PostgreSQL 14 or newer")
    }
    self.settings = settings
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(settings, &message)
    defer {
      PQfreemem(message)
      PQconninfoFree(options)
    }
    guard let options else {
      throw PostgreSQLError(.badSettings, "the connection string cannot be understood")
    }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    let hosts = (values["hostaddr"] ?? values["host"] ?? "").count { $0 == "," } + 1
    let seconds = values["connect_timeout"].flatMap { Int($0) } ?? 0
    patience = (seconds > 0 ? seconds : Self.secondsPerHost) * hosts * 1000
  }

  /// Connects; blocks the thread for as long as the connection string allows.
  func open(program: String) throws(PostgreSQLError) -> OpaquePointer {
    // Later values override earlier ones.
    let options =
      Self.defaults + [
        ("fallback_application_name", program), ("dbname", settings), ("client_encoding", "UTF8"),
      ]
    guard let handle = start(options) else {
      throw PostgreSQLError(.crowded, "there is no memory for a connection")
    }
    // The only way to learn the code of an error that occurs while connecting.
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    do throws(PostgreSQLError) {
      try connect(handle)
      return handle
    } catch {
      PQfinish(handle)
      throw error
    }
  }

  private func start(_ options: [(String, String)]) -> OpaquePointer? {
    let keywords = options.map { strdup($0.0) }
    let values = options.map { strdup($0.1) }
    defer { for copy in keywords + values { free(copy) } }
    return PQconnectStartParams(
      keywords.map { UnsafePointer($0) } + [nil],
      values.map { UnsafePointer($0) } + [nil],
      1
    )
  }

  private func connect(_ handle: OpaquePointer) throws(PostgreSQLError) {
    let wait = SocketWait(timeout: patience)
    let deadline = wait.deadline
    var wanted = PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while wanted != PGRES_POLLING_OK {
      guard wanted != PGRES_POLLING_FAILED else { throw Self.failure(handle.lastMessage) }
      let events = wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard wait.until(PQsocket(handle), events, deadline) else {
        throw PostgreSQLError(.unreachable, "no answer within \(patience) milliseconds")
      }
      wanted = PQconnectPoll(handle)
    }
  }

  /// Whether libpq itself refused a server, for which it has words alone and no code.
  ///
  /// They are in English, since no program of ours sets a locale.
  private static func isAboutTLS(_ message: String) -> Bool {
    ["certificate", "SSL was required"].contains { message.contains($0) }
  }

  /// The error for a connection that was not made.
  ///
  /// A server's verbose message reads `…: FATAL:  53300: sorry, too many clients already`, where
  /// the words may be in any language.
  static func failure(_ message: String) -> PostgreSQLError {
    let parts = message.split(separator: ":").map { $0.drop { $0 == " " } }
    let code = parts.first { part in
      part.utf8.count == 5 && part.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
        && part.contains { $0.isNumber }
    }
    guard let code else {
      return PostgreSQLError(isAboutTLS(message) ? .untrusted : .unreachable, message)
    }
    let kind = PostgreSQLError.kind(of: String(code))
    return PostgreSQLError(kind == .other ? .unreachable : kind, state: String(code), message)
  }
}
