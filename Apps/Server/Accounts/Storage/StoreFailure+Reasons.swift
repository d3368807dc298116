import FileSystem
import Glibc
import SQLite

/// Translates errors of SQLite and the system into words for a person.
extension StoreFailure {
  /// Translates whatever a call of the file throws.
  static func from(_ error: any Error, _ path: String) -> AccountsError {
    switch error {
    case let error as AccountsError: error
    case let error as SQLiteError: .store(from(error, path))
    case let error as FileError: .store(system(error.code, path))
    default: .store(unavailable("\(path): \(error)"))
    }
  }

  static func from(_ error: SQLiteError, _ path: String) -> StoreFailure {
    let detail = "\(path): \(error)"
    return switch error.kind {
    case .full: full(detail)
    case .busy: locked(detail)
    case .readOnly: readOnly(path, detail)
    case .damaged: damaged(path, detail)
    case .notADatabase: foreign(path, detail)
    case .unconfirmed:
      StoreFailure(
        code: .unconfirmed,
        message: "The disk did not confirm this change, so it may or may not be kept. Everything "
          + "that was confirmed before is safe. Look whether the disk is in order.",
        detail: detail
      )
    case .cannotOpen, .io, .constraint, .other: unavailable(detail)
    }
  }

  /// The failure of a system call, by its `errno`.
  static func system(_ code: Int32, _ path: String) -> StoreFailure {
    let detail = "\(path): \(FileError(code: code))"
    return switch code {
    case ENOSPC, EDQUOT, EFBIG: full(detail)
    case EROFS, EACCES, EPERM: readOnly(path, detail)
    default: unavailable(detail)
    }
  }

  static func full(_ detail: String) -> StoreFailure {
    StoreFailure(
      code: .full,
      message: "The server's disk is full, so this change was not kept. Everything that was "
        + "confirmed before is safe. Try again once there is room.",
      detail: detail
    )
  }

  static func locked(_ detail: String) -> StoreFailure {
    StoreFailure(
      code: .locked,
      message: "Another program is writing to the accounts and did not finish in time. Nothing was "
        + "changed and nothing was lost. Try again.",
      detail: detail
    )
  }

  static func readOnly(_ path: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .readOnly,
      message: "The accounts cannot be written, so nothing new was kept. Everything that was "
        + "confirmed before is safe. Look who owns \(path) and its folder.",
      detail: detail
    )
  }

  static func damaged(_ path: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .damaged,
      message: "The accounts in \(path) are damaged. The file was left as it is. Restore a backup, "
        + "and keep the damaged file.",
      detail: detail
    )
  }

  static func foreign(_ path: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .foreign,
      message: "The file \(path) does not hold accounts of this program, or is damaged where it "
        + "begins. It was left as it is. Choose another file, or restore a backup.",
      detail: detail
    )
  }

  static func foreignLedger(_ path: String) -> StoreFailure {
    StoreFailure(
      code: .foreign,
      message:
        "The file \(path) is no ledger of erasures. It was left as it is. Choose another file, or "
        + "put back the ledger: without it, accounts that were erased could come back.",
      detail: path
    )
  }

  static func tooNew(_ path: String, version: Int) -> StoreFailure {
    StoreFailure(
      code: .tooNew,
      message: "The accounts in \(path) were written by a newer version of this program. The file "
        + "was left as it is. Install the newer version to use it.",
      detail: "schema version \(version), newest known \(AccountsSchema.version)"
    )
  }

  static func stranded(_ path: String) -> StoreFailure {
    StoreFailure(
      code: .damaged,
      message:
        "The file \(path) is missing or empty, but \(path)-wal beside it holds what was written "
        + "last. Nothing was changed. Put the file back, or restore a backup and move \(path)-wal "
        + "away.",
      detail: path
    )
  }

  static func replaced(_ path: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message:
        "The file \(path) was replaced or removed while it was in use, so this change was not "
        + "kept. Start the server again to go on with the file that is there now.",
      detail: "another file is at this path"
    )
  }

  static func unavailable(_ detail: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message: "The accounts could not be read or written, so this change was not kept. Everything "
        + "that was confirmed before is safe. Look whether the disk is in order, then try again.",
      detail: detail
    )
  }
}
