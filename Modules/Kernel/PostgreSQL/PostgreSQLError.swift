import CPostgreSQL

/// Why a call of PostgreSQL failed.
///
/// Its texts never contain the connection string, a password or the value of a parameter.
public struct PostgreSQLError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failures that are handled differently.
  public enum Kind: Sendable {
    /// This system lacks libpq, or has one that is too old.
    case libraryMissing
    /// The connection string cannot be understood.
    case badSettings
    /// No server accepts connections there.
    case unreachable
    /// The server does not offer TLS, or has a certificate that is not accepted, although the
    /// connection string demands it.
    case untrusted
    /// The server rejects the user, or the user lacks a privilege.
    case refused
    /// The connection ended while it was needed.
    case lost
    /// The server did not answer in time; the connection was closed.
    case timedOut
    /// The server is starting, shutting down, or ended the session.
    case ending
    /// The server, such as a standby, only reads.
    case readOnly
    /// Another transaction won; the same one may succeed if it is tried again.
    case conflict
    /// A lock was not granted in time, or the statement was cancelled.
    case locked
    /// The server has too many connections, or too little memory.
    case crowded
    /// The server's disk is full.
    case full
    /// A unique key exists already.
    case unique
    /// A table does not exist.
    case missing
    /// The server could not read or write a file.
    case io
    /// Stored data is damaged.
    case damaged
    case other
  }

  public let kind: Kind
  /// The SQLSTATE, of five characters; empty for an error that did not come from the server.
  public let state: String
  /// The server's or the library's own message.
  public let message: String
  /// The name of the statement that failed; empty if there was none.
  public let statement: String

  public init(_ kind: Kind, state: String = "", _ message: String, statement: String = "") {
    self.kind = kind
    self.state = state
    self.message = message
    self.statement = statement
  }

  /// An error that the server reported.
  ///
  /// Its details are left out, since they may quote rows.
  init(_ result: OpaquePointer, statement: String = "") {
    let state = trellis_pq_state(result).map { String(cString: $0) } ?? ""
    let message = trellis_pq_message(result).map { String(cString: $0) } ?? ""
    self.init(PostgreSQLError.kind(of: state), state: state, message, statement: statement)
  }

  /// What was stored can be read, but cannot be right.
  public static func damaged(_ finding: String) -> PostgreSQLError {
    PostgreSQLError(.damaged, finding)
  }

  /// Source: PostgreSQL's documentation, appendix "PostgreSQL Error Codes".
  static func kind(of state: String) -> Kind {
    switch state {
    // A standby does not support serializable transactions, and nothing else is missing there.
    case "25006", "0A000": .readOnly
    case "40001", "40P01": .conflict
    case "55P03", "57014": .locked
    case "53100": .full
    case "57P01", "57P02", "57P03", "57P04", "57P05", "25P03": .ending
    case "23505": .unique
    case "42P01", "3F000": .missing
    case "42501", "3D000": .refused
    case "XX001", "XX002": .damaged
    default:
      switch state.prefix(2) {
      case "08": .lost
      case "28": .refused
      case "53": .crowded
      case "58": .io
      default: .other
      }
    }
  }

  public var description: String {
    let place = statement.isEmpty ? "" : " in: \(statement)"
    let code = state.isEmpty ? "" : " \(state)"
    return "PostgreSQL error\(code): \(message)\(place)"
  }
}
