import Glibc
import Journals
import PostgreSQL

/// A connection that is made again when it is lost; used by one thread at a time.
///
/// A call that finds no server waits until it has been away for as long as the settings allow. From
/// then on calls fail at once between the attempts, so that callers do not queue up behind a server
/// that is down.
package final class Link {
  private let settings: PostgreSQLSettings
  private let program: String
  /// Milliseconds to wait for what another node has locked.
  private let locks: Int
  private var connection: Connection?
  /// Whether the latest call lost its connection while it was using it.
  private(set) var wasLost = false

  /// Microseconds between two looks whether a server is there again.
  private static let pause: UInt32 = 10_000
  /// Milliseconds that a transaction may be idle between two trips to the server.
  ///
  /// Nothing here takes that long; a node that stalls holds up everybody whose entries it has locked.
  private static let longestIdleTime = 1000

  /// - Parameters:
  ///   - program: the name under which the server's administrator sees the connection.
  ///   - locks: milliseconds to wait for locks; as the settings say if nil.
  package init(
    _ settings: PostgreSQLSettings,
    program: String,
    locks: Int? = nil
  ) {
    self.settings = settings
    self.program = program
    self.locks = locks ?? settings.patience
  }

  /// Runs `body` on the connection, and translates its errors.
  func use<T>(_ body: (Connection) throws(PostgreSQLError) -> T) throws(JournalError) -> T {
    do throws(PostgreSQLError) { return try attempt(body) } catch {
      throw ErrorTranslation.from(error)
    }
  }

  /// Runs `body`, which sends a whole transaction at once, and translates its errors.
  ///
  /// If the connection is lost meanwhile, the transaction may have taken effect.
  func commit<T>(_ body: (Connection) throws(PostgreSQLError) -> T) throws(JournalError) -> T {
    do throws(PostgreSQLError) { return try attempt(body) } catch {
      if wasLost, !error.endedEarly { throw ErrorTranslation.unconfirmed(error) }
      throw ErrorTranslation.from(error)
    }
  }

  /// Runs `body` on the connection.
  ///
  /// After an error no transaction is open, and a connection that does not work is closed.
  package func attempt<T>(
    _ body: (Connection) throws(PostgreSQLError) -> T
  ) throws(PostgreSQLError) -> T {
    wasLost = false
    let connection = try open()
    do throws(PostgreSQLError) { return try body(connection) } catch {
      wasLost = !connection.isUsable
      do throws(PostgreSQLError) { try connection.rollback() } catch { close() }
      // A server that only reads may have been replaced by another one, which the connection
      // string finds.
      if !connection.isUsable || error.kind == .readOnly { close() }
      throw error
    }
  }

  func close() { connection = nil }

  /// The connection if it is open and works.
  var current: Connection? {
    connection?.refresh()
    return connection.flatMap { $0.isUsable ? $0 : nil }
  }

  /// The socket of the connection if that is open; looks at nothing that has arrived on it.
  var socket: Int32? { connection.flatMap { $0.isUsable ? $0.socket : nil } }

  /// The connection, made now if it was lost.
  func open() throws(PostgreSQLError) -> Connection {
    if let current { return current }
    close()
    while true {
      switch settings.outage.turn(at: MonotonicClock.now, patience: settings.patience) {
      case .connect: if let made = try connect() { return made }
      case .wait: break
      case .fail(let error): throw error
      }
      usleep(Link.pause)
    }
  }

  /// Makes the connection, in a single attempt.
  ///
  /// - Returns: nil if another attempt may succeed, and there is time for it.
  private func connect() throws(PostgreSQLError) -> Connection? {
    do throws(PostgreSQLError) {
      let made = try Connection(settings.connection, program: program, timeout: settings.timeout)
      made.observer = settings.observer
      try made.execute(session)
      connection = made
      settings.outage.end()
      return made
    } catch {
      let age = settings.outage.note(error, at: MonotonicClock.now)
      guard error.isPassing, age < settings.patience else { throw error }
      return nil
    }
  }

  /// The settings of each session.
  ///
  /// What was confirmed must survive a loss of power, so commits wait for the disk also where the
  /// server's default is not to. A node that stalls in the middle of a transaction loses its locks
  /// before those who wait for them give up.
  ///
  /// Plans are made once: for a table of many partitions PostgreSQL would plan each call anew, which
  /// took as long as all the rest of an append, although the key alone decides how to find a row. So
  /// a plan must not depend on how few rows there were when it was made.
  private var session: String {
    """
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    SET lock_timeout = \(locks);
    SET idle_in_transaction_session_timeout = \(max(min(locks / 2, Link.longestIdleTime), 1));
    \(settings.waitsForDisk ? Self.waitForDisk : "SET synchronous_commit = off;")
    \(settings.presence.map { "SELECT pg_advisory_lock_shared(\($0));" } ?? "")
    \(settings.namespace.map { Self.choose($0) } ?? "")
    """
  }

  private static let waitForDisk = """
    SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') = 'off';
    """

  private static func choose(_ namespace: String) -> String {
    precondition(namespace.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    return """
      SELECT set_config('search_path',
        quote_ident(coalesce(current_schema(), 'public') || '_\(namespace)'), false);
      """
  }
}

extension PostgreSQLError {
  /// Whether the transaction certainly did not take effect, although the connection was closed.
  ///
  /// The server closes a session with this code when it was idle in a transaction for too long.
  package var endedEarly: Bool { state == "25P03" }

  /// Whether a new attempt to connect may succeed without anybody's help.
  fileprivate var isPassing: Bool {
    switch kind {
    case .unreachable, .lost, .timedOut, .ending, .crowded: true
    default: false
    }
  }
}
