import FileSystem
import Glibc
import SQLite

/// The contents and the location of a file, for error messages.
package struct StoreName: Sendable {
  /// The contents, as the subject of a sentence: `accounts`.
  let content: String
  let path: String

  package init(_ content: String, _ path: String) {
    self.content = content
    self.path = path
  }
}

/// Translates errors of SQLite and the system into messages for a person.
extension StoreFailure {
  /// Translates any error of a call of the file.
  static func from<Failure: StoreError>(_ error: any Error, _ name: StoreName) -> Failure {
    switch error {
    case let error as Failure: error
    case let error as StoreFailure: .store(error)
    case let error as SQLiteError: .store(from(error, name))
    case let error as FileError: .store(system(error.code, name))
    default: .store(unavailable(name, "\(name.path): \(error)"))
    }
  }

  static func from(_ error: SQLiteError, _ name: StoreName) -> StoreFailure {
    let detail = "\(name.path): \(error)"
    return switch error.kind {
    case .full: full(detail)
    case .busy: locked(name, detail)
    case .readOnly: readOnly(name, detail)
    case .damaged: damaged(name, detail)
    case .notADatabase: foreign(name, detail)
    case .unconfirmed: unconfirmed(detail)
    case .cannotOpen, .io, .constraint, .other: unavailable(name, detail)
    }
  }

  /// The failure of a system call, by its `errno`.
  package static func system(_ code: Int32, _ name: StoreName) -> StoreFailure {
    let detail = "\(name.path): \(FileError(code: code))"
    return switch code {
    case ENOSPC, EDQUOT, EFBIG: full(detail)
    case EROFS, EACCES, EPERM: readOnly(name, detail)
    default: unavailable(name, detail)
    }
  }

  package static func full(_ detail: String) -> StoreFailure {
    StoreFailure(
      code: .full,
      message: "The server's disk is full, so this change was not kept. Everything that was "
        + "confirmed before is safe. Try again once there is room.",
      detail: detail
    )
  }

  private static func unconfirmed(_ detail: String) -> StoreFailure {
    StoreFailure(
      code: .unconfirmed,
      message: "The disk did not confirm this change, so it may or may not be kept. Everything "
        + "that was confirmed before is safe. Check whether the disk is in order.",
      detail: detail
    )
  }

  package static func locked(_ name: StoreName, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .locked,
      message:
        "Another program is writing to the \(name.content) and did not finish in time. Nothing "
        + "was changed and nothing was lost. Try again.",
      detail: detail
    )
  }

  package static func readOnly(_ name: StoreName, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .readOnly,
      message:
        "The \(name.content) cannot be written, so nothing new was kept. Everything that "
        + "was confirmed before is safe. Check who owns \(name.path) and its folder.",
      detail: detail
    )
  }

  package static func damaged(_ name: StoreName, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .damaged,
      message:
        "The \(name.content) in \(name.path) are damaged. The file was left as it is. "
        + "Restore a backup, and keep the damaged file.",
      detail: detail
    )
  }

  package static func foreign(_ name: StoreName, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .foreign,
      message: "The file \(name.path) does not hold \(name.content) of this program, or is damaged "
        + "where it begins. It was left as it is. Choose another file, or restore a backup.",
      detail: detail
    )
  }

  package static func tooNew(_ name: StoreName, version: Int, known: Int) -> StoreFailure {
    StoreFailure(
      code: .tooNew,
      message:
        "The \(name.content) in \(name.path) were written by a newer version of this program. "
        + "The file was left as it is. Install the newer version to use it.",
      detail: "schema version \(version), newest known \(known)"
    )
  }

  package static func stranded(_ path: String) -> StoreFailure {
    StoreFailure(
      code: .damaged,
      message:
        "The file \(path) is missing or empty, but \(path)-wal beside it holds what was written "
        + "last. Nothing was changed. Put the file back, or restore a backup and move \(path)-wal "
        + "away.",
      detail: path
    )
  }

  package static func replaced(_ path: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message:
        "The file \(path) was replaced or removed while it was in use, so this change was not "
        + "kept. Start the server again to go on with the file that is there now.",
      detail: "another file is at this path"
    )
  }

  package static func unavailable(_ name: StoreName, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message:
        "The \(name.content) could not be read or written. Nothing was changed, and everything "
        + "that was confirmed before is safe. Check whether the disk is in order, then try again.",
      detail: detail
    )
  }
}
