import CPostgreSQL
import Glibc

/// Receives each statement that succeeded, with the rows that it returned.
///
/// It is called on the thread that uses the connection.
package typealias StatementObserver = @Sendable (BoundStatement, Rows) -> Void

/// One connection to a PostgreSQL server.
///
/// Deliberately not `Sendable`: only one thread at a time may use it. Its calls block that thread,
/// but never beyond their time limit, also if the network drops everything silently.
public final class Connection {
  let handle: OpaquePointer
  private let wait: SocketWait
  /// The statements that this connection has prepared.
  var prepared: Set<String> = []
  /// Called after each statement that succeeded.
  package var observer: StatementObserver?
  /// Whether the connection can be used for another call.
  public private(set) var isUsable = true

  /// Connects to a server.
  ///
  /// Hosts, TLS and everything else come from the connection string, as libpq defines it, and from
  /// the environment. With `sslmode=verify-full` the server's certificate and name are checked.
  ///
  /// - Parameters:
  ///   - settings: a connection string: `key=value` pairs or a URI.
  ///   - program: the name by which the server's administrator sees the connection.
  ///   - timeout: milliseconds within which each call must be answered.
  public init(
    _ settings: String,
    program: String,
    timeout: Int
  ) throws(PostgreSQLError) {
    let plan = try OpeningPlan(settings)
    handle = try plan.open(program: program)
    wait = SocketWait(timeout: timeout)
    // Messages that are not errors, such as "relation exists, skipping", are dropped.
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    PQsetnonblocking(handle, 1)
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
  }

  deinit { PQfinish(handle) }

  /// The number of the server's process, by which it is named in notifications and in views.
  public var process: Int { Int(PQbackendPID(handle)) }

  /// Whether the connection is encrypted.
  public var isEncrypted: Bool { PQsslInUse(handle) != 0 }

  /// The connection's socket, to be watched while nothing is running.
  public var socket: Int32 { PQsocket(handle) }

  /// Whether a transaction is open, including one that has failed.
  public var isInTransaction: Bool {
    [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(handle))
  }

  /// Reads what the server has sent meanwhile, such as that it closed the connection.
  ///
  /// Does not wait. Afterwards ``isUsable`` says whether the connection is still open.
  public func refresh() {
    while isUsable, wait.isReadable(socket) {
      if PQconsumeInput(handle) == 0 || PQstatus(handle) == CONNECTION_BAD { isUsable = false }
      // Makes the library read the messages that it has received.
      _ = PQisBusy(handle)
    }
  }

  /// Runs one or more statements without parameters, and discards their rows.
  ///
  /// - Parameter isUnlimited: whether it may take longer than the time limit of the connection.
  public func execute(_ sql: String, isUnlimited: Bool = false) throws(PostgreSQLError) {
    guard PQsendQuery(handle, sql) == 1 else { throw broken() }
    let deadline = isUnlimited ? .max : wait.deadline
    var failure: PostgreSQLError?
    while let result = try next(deadline) {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_FATAL_ERROR else { continue }
      failure = failure ?? PostgreSQLError(result)
    }
    if PQstatus(handle) == CONNECTION_BAD { throw broken(failure) }
    if let failure { throw failure }
  }

  /// Rolls back the open transaction, if any.
  public func rollback() throws(PostgreSQLError) {
    if isUsable, isInTransaction { try execute("ROLLBACK") }
  }

  // MARK: Answers

  /// The deadline of a call that begins now, in milliseconds of the monotonic clock.
  var deadline: Int64 { wait.deadline }

  /// The next result; nil at the end of a statement's results.
  func next(_ deadline: Int64) throws(PostgreSQLError) -> OpaquePointer? {
    while PQisBusy(handle) == 1 {
      let flushed = PQflush(handle)
      guard flushed >= 0 else { throw broken() }
      let events = POLLIN | (flushed == 1 ? POLLOUT : 0)
      guard wait.until(socket, events, deadline) else {
        isUsable = false
        throw PostgreSQLError(.timedOut, "no answer within \(wait.timeout) milliseconds")
      }
      if PQconsumeInput(handle) == 0 {
        isUsable = false
        // What the server said before it closed the connection is still to be read.
        break
      }
    }
    return PQgetResult(handle)
  }

  /// The error for a connection that ended, which cannot be used any more.
  ///
  /// - Parameter reason: what the server said before.
  func broken(_ reason: PostgreSQLError? = nil) -> PostgreSQLError {
    isUsable = false
    if let reason, !reason.state.isEmpty { return reason }
    return PostgreSQLError(.lost, handle.lastMessage)
  }
}

extension OpaquePointer {
  /// The library's latest message about a connection, of one line.
  var lastMessage: String {
    guard let text = PQerrorMessage(self) else { return "" }
    return String(cString: text).split(separator: "\n").first.map(String.init) ?? ""
  }
}
