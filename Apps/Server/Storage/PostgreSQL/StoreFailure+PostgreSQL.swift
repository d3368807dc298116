import PostgreSQL

/// Translates errors of PostgreSQL into messages for a person.
///
/// None quotes the connection string, in which a password may be.
extension StoreFailure {
  private static let safe = "Everything that was confirmed before is safe."
  /// True of a write that did not take effect and of a read, which wanted to change nothing.
  private static let unchanged =
    "Nothing was changed, and everything that was confirmed before is safe."

  /// Translates any error of a call of the database.
  ///
  /// - Parameter content: what is kept there, as the subject of a sentence.
  static func from<Failure: StoreError>(_ error: any Error, _ content: String) -> Failure {
    if let error = error as? Failure { return error }
    return .store(from(database: error, content))
  }

  /// Translates any error of a call of the database that is none of the caller's own.
  static func from(database error: any Error, _ content: String) -> StoreFailure {
    switch error {
    case let error as StoreFailure: error
    case let error as PostgreSQLError: from(error, content)
    case let error as UnconfirmedCommit: unconfirmed(error, content)
    default: unclear(content, "\(error)")
    }
  }

  private static func from(_ error: PostgreSQLError, _ content: String) -> StoreFailure {
    let detail = "\(error)"
    return switch error.kind {
    case .lost, .timedOut, .ending, .unreachable: unreachable(content, detail)
    case .conflict, .locked: contested(content, detail)
    case .crowded: crowded(content, detail)
    case .readOnly: onlyReadable(content, detail)
    case .full: databaseFull(detail)
    case .damaged: damagedTables(content, detail)
    case .badSettings, .refused: refused(content, detail)
    case .untrusted: untrusted(content, detail)
    case .libraryMissing: withoutLibrary(content, detail)
    case .missing, .unique, .io, .other: unclear(content, detail)
    }
  }

  private static func unreachable(_ content: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message:
        "The \(content) cannot be reached at the moment, because their database does not answer. "
        + "\(unchanged) Try again in a moment.",
      detail: detail,
      isPassing: true
    )
  }

  private static func contested(_ content: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .locked,
      message:
        "Others are writing to the same \(content) and did not finish in time. Nothing was changed "
        + "and nothing was lost. Try again.",
      detail: detail,
      isPassing: true
    )
  }

  private static func crowded(_ content: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message:
        "The database of the \(content) has as many connections as it can take. \(unchanged) Try "
        + "again in a moment.",
      detail: detail,
      isPassing: true
    )
  }

  private static func onlyReadable(_ content: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .readOnly,
      message:
        "The database of the \(content) only reads at the moment, as a standby does, so nothing "
        + "new was kept. \(safe) Try again once a primary has taken over, or let the connection "
        + "string name it.",
      detail: detail,
      isPassing: true
    )
  }

  private static func databaseFull(_ detail: String) -> StoreFailure {
    StoreFailure(
      code: .full,
      message:
        "The database's disk is full, so this change was not kept. \(safe) Free some space there, "
        + "then try again.",
      detail: detail
    )
  }

  private static func damagedTables(_ content: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .damaged,
      message:
        "The \(content) in the database are damaged. They were left as they are. Restore a backup, "
        + "and keep the damaged database.",
      detail: detail
    )
  }

  private static func refused(_ content: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message:
        "The database of the \(content) does not let this program in. Nothing was changed and "
        + "nothing was lost. Check the connection string, the user and its rights.",
      detail: detail
    )
  }

  private static func untrusted(_ content: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message:
        "The database of the \(content) could not prove that it is the one that the connection string "
        + "names, so nothing was sent to it. Nothing was changed and nothing was lost. Check the "
        + "database's certificate, `sslrootcert` and the name of the host.",
      detail: detail
    )
  }

  private static func withoutLibrary(_ content: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message:
        "This system lacks the library libpq of PostgreSQL 14 or newer, so the database of the "
        + "\(content) cannot be reached. Nothing was changed and nothing was lost. Install it "
        + "(libpq5 on Debian).",
      detail: detail
    )
  }

  private static func unclear(_ content: String, _ detail: String) -> StoreFailure {
    StoreFailure(
      code: .unavailable,
      message:
        "The database of the \(content) could not read or write. \(unchanged) Look at the "
        + "database's log, then try again.",
      detail: detail
    )
  }

  private static func unconfirmed(_ error: UnconfirmedCommit, _ content: String) -> StoreFailure {
    StoreFailure(
      code: .unconfirmed,
      message:
        "The database of the \(content) did not confirm this change, so it may or may not be kept. "
        + "\(safe) Check whether the change is there before you make it again.",
      detail: "\(error.reason)"
    )
  }

  static func tooNew(_ content: String, version: Int, known: Int) -> StoreFailure {
    StoreFailure(
      code: .tooNew,
      message:
        "The \(content) in the database were written by a newer version of this program. They were "
        + "left as they are and nothing was lost. Install the newer version to use them.",
      detail: "schema version \(version), newest known \(known)"
    )
  }
}
