import Glibc
import Journals
import SQLite

/// Translates errors of SQLite and the system into messages for the user.
enum ErrorTranslation {
  /// Runs `body` and translates its errors.
  @inline(__always)
  static func translated<T>(
    _ path: String,
    _ body: () throws(SQLiteError) -> T
  ) throws(JournalError) -> T {
    do { return try body() } catch { throw from(error, path) }
  }

  static func from(_ error: SQLiteError, _ path: String) -> JournalError {
    let detail = "\(path): \(error)"
    switch error.kind {
    case .full: return full(detail)
    case .busy: return busy(detail)
    case .readOnly: return readOnly(path, detail)
    case .damaged: return damaged(path, detail)
    case .notADatabase: return notOurs(path, detail)
    case .unconfirmed: return unconfirmed(detail)
    case .cannotOpen, .io, .constraint, .other:
      return JournalError(
        .unavailable,
        "The journal could not be read or written. Nothing was changed, and everything that was "
          + "confirmed before is safe. Check whether the disk is in order, then try again.",
        detail: detail
      )
    }
  }

  /// The error of a failed system call other than SQLite's.
  static func system(_ number: Int32, _ call: String, _ path: String) -> JournalError {
    let detail = "\(call) \(path): \(String(cString: strerror(number)))"
    switch number {
    case ENOSPC, EDQUOT, EFBIG: return full(detail)
    case EROFS, EACCES, EPERM: return readOnly(path, detail)
    default:
      return JournalError(
        .unavailable,
        "The file \(named(path)) could not be used. Nothing was changed and nothing was lost. Check the "
          + "path, then try again.",
        detail: detail
      )
    }
  }

  /// The file name that the user knows: without suffixes used while it is being written.
  private static func named(_ path: String) -> Substring {
    if path.hasSuffix(".lock") { return path.dropLast(5) }
    // `AtomicFile` writes `NAME.PID.partial`.
    guard let end = path.firstRange(of: ".partial") else { return path[...] }
    let name = path[..<end.lowerBound]
    guard let dot = name.lastIndex(of: "."), Int(name[name.index(after: dot)...]) != nil else {
      return name
    }
    return name[..<dot]
  }

  static func full(_ detail: String) -> JournalError {
    JournalError(
      .full,
      "The disk is full, so this change was not kept. Everything that was confirmed before is "
        + "safe. Free some space, then try again.",
      detail: detail
    )
  }

  /// The error for a disk that failed while a change was being synced.
  static func unconfirmed(_ detail: String) -> JournalError {
    JournalError(
      .unconfirmed,
      "The disk did not confirm this change, so it may or may not be kept. Everything that was confirmed "
        + "before is safe. Check whether the disk is in order, and whether the change is there, before "
        + "you make it again.",
      detail: detail
    )
  }

  static func busy(_ detail: String) -> JournalError {
    JournalError(
      .busy,
      "Another program is writing to the journal and did not finish in time. Nothing was changed "
        + "and nothing was lost. Try again.",
      detail: detail
    )
  }

  static func readOnly(_ path: String, _ detail: String) -> JournalError {
    JournalError(
      .readOnly,
      "The journal \(named(path)) may not be written, so nothing new could be kept. Everything that "
        + "was confirmed before is safe. Check who owns the file and its folder.",
      detail: detail
    )
  }

  static func damaged(_ path: String, _ detail: String) -> JournalError {
    JournalError(
      .damaged,
      "The journal \(path) is damaged. It was left as it is. Restore a backup; the damaged file "
        + "is then kept beside it.",
      detail: detail
    )
  }

  static func notOurs(_ path: String, _ detail: String) -> JournalError {
    JournalError(
      .damaged,
      "The file \(path) is not a journal of this program, or damaged where it begins. It was left "
        + "as it is. Choose another file, or restore a backup; this file is then kept beside it.",
      detail: detail
    )
  }

  static func tooNew(_ path: String, version: Int) -> JournalError {
    JournalError(
      .tooNew,
      "The journal \(path) was written by a newer version of this program. It was left as it is "
        + "and nothing was lost. Install the newer version to use it.",
      detail: "schema version \(version), newest known \(Schema.version)"
    )
  }

  /// The system has no watches left; its own message would name a full disk or open files.
  static func unwatched(_ number: Int32, _ folder: String) -> JournalError {
    JournalError(
      .unavailable,
      "The system cannot tell when other programs write to the journal. Nothing was changed and "
        + "nothing was lost. Close programs that watch many files, then try again.",
      detail: "inotify \(folder): \(String(cString: strerror(number)))"
    )
  }

  static func replaced(_ path: String) -> JournalError {
    JournalError(
      .unavailable,
      "The journal \(path) was replaced or removed while it was in use, so this change was not "
        + "kept. Start the program again to go on with the file that is there now.",
      detail: "another file is at this path"
    )
  }
}
