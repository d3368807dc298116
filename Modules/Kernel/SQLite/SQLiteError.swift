import CSQLite
import Glibc

/// What SQLite answered when it could not do as asked.
public struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// The kinds of trouble that a caller can do something about.
  public enum Kind: Sendable {
    /// Another connection holds the file for longer than the busy timeout.
    case busy
    /// The disk, a quota or the page limit is full.
    case full
    /// The file or its folder may not be written.
    case readOnly
    /// It is a database, but its contents are broken.
    case damaged
    /// It is something else than a database, or encrypted.
    case notADatabase
    /// There is no such file, or it may not be opened.
    case cannotOpen
    /// A rule of the schema refuses the row.
    case constraint
    /// The disk failed.
    case io
    case other
  }

  /// The primary result code, such as `SQLITE_BUSY`.
  public let code: Int32
  /// The extended result code, such as `SQLITE_IOERR_FSYNC`; its low byte is ``code``.
  public let extendedCode: Int32
  /// What the system said when reading, writing or opening failed, such as `ENOSPC`; otherwise 0.
  public let systemError: Int32
  /// SQLite's own words.
  public let message: String
  /// The statement that failed; empty when it was not a statement.
  public let sql: String

  public init(extendedCode: Int32, message: String, sql: String = "", systemError: Int32 = 0) {
    code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.systemError = systemError
    self.message = message
    self.sql = sql
  }

  /// The error that `handle` reports for its latest call, which returned `result`.
  init(_ result: Int32, _ handle: OpaquePointer?, sql: String = "") {
    // When a commit fails SQLite does not note the system's error; `errno` was cleared before.
    let seen = errno
    let latest = handle.map { sqlite3_extended_errcode($0) } ?? result
    let text = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)
    let noted = handle.map { sqlite3_system_errno($0) } ?? 0
    let concernsFile = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(result & 0xFF)
    self.init(
      extendedCode: latest & 0xFF == result & 0xFF ? latest : result,
      message: text.map { String(cString: $0) } ?? "error \(result)",
      sql: sql,
      systemError: concernsFile ? (noted == 0 ? seen : noted) : 0
    )
  }

  /// `SQLITE_CORRUPT`: the file's contents are broken.
  public static let damagedCode: Int32 = SQLITE_CORRUPT
  /// `SQLITE_MISUSE`: the library cannot be used like this.
  public static let misuse: Int32 = SQLITE_MISUSE

  public var kind: Kind {
    switch systemError {
    // A quota or a limit on file sizes is to SQLite a failure of the disk.
    case ENOSPC, EDQUOT, EFBIG: return .full
    case EROFS, EACCES, EPERM: return .readOnly
    default: break
    }
    return switch code {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_CORRUPT: .damaged
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_IOERR: .io
    default: .other
    }
  }

  public var description: String {
    let place = sql.isEmpty ? "" : " in: \(sql)"
    let system = systemError == 0 ? "" : ", system error \(systemError)"
    return "SQLite error \(extendedCode)\(system): \(message)\(place)"
  }
}
