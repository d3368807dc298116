import CSQLite
import Glibc

/// An error of a SQLite call.
public struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// The kinds of error that a caller can handle.
  public enum Kind: Sendable {
    /// Another connection holds the file for longer than the busy timeout.
    case busy
    /// The disk, a quota or the page limit is full.
    case full
    /// The file or its folder cannot be written.
    case readOnly
    /// The file is a database, but its contents are broken.
    case damaged
    /// The file is not a database, or is encrypted.
    case notADatabase
    /// The file does not exist, or cannot be opened.
    case cannotOpen
    /// A constraint of the schema rejects the row.
    case constraint
    /// An I/O error of the disk.
    case io
    /// The disk did not confirm that it has kept what was written.
    case unconfirmed
    case other
  }

  /// The primary result code, such as `SQLITE_BUSY`.
  public let code: Int32
  /// The extended result code, such as `SQLITE_IOERR_FSYNC`; its low byte is ``code``.
  public let extendedCode: Int32
  /// The system's error for a failed read, write or open, such as `ENOSPC`; otherwise 0.
  public let systemError: Int32
  /// SQLite's message.
  public let message: String
  /// The statement that failed; empty if it was not a statement.
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
    // SQLite does not record the system's error when a commit fails; `errno` was cleared before.
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
  /// `SQLITE_IOERR_FSYNC` and `SQLITE_IOERR_DIR_FSYNC`, macros that Swift does not import.
  private static let failedSync = SQLITE_IOERR | (4 << 8)
  private static let failedFolderSync = SQLITE_IOERR | (5 << 8)
  /// `SQLITE_MISUSE`: the library was used incorrectly.
  public static let misuse: Int32 = SQLITE_MISUSE

  public var kind: Kind {
    // Regardless of the system's error: what was written before may be on the disk or not.
    if [SQLiteError.failedSync, SQLiteError.failedFolderSync].contains(extendedCode) {
      return .unconfirmed
    }
    switch systemError {
    // SQLite reports an exceeded quota or file size limit as an I/O error.
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
