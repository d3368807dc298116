import Journals
import PostgreSQL

/// Translates errors of PostgreSQL into messages for the user.
///
/// Each says whether something was kept, and what to do. Those with the codes `busy` and
/// `unavailable` pass: the same call may succeed later without anybody's help.
enum ErrorTranslation {
  /// True of a write that did not take effect and of a read, which wanted to change nothing.
  private static let unchanged =
    "Nothing was changed, and everything that was confirmed before is safe."

  static func from(_ error: PostgreSQLError) -> JournalError {
    let detail = "\(error)"
    switch error.kind {
    case .lost, .timedOut, .ending, .unreachable: return unreachable(detail)
    case .conflict, .locked: return busy(detail)
    case .crowded:
      return JournalError(
        .busy,
        "The database has as many connections as it can take. \(unchanged) Try again in a moment.",
        detail: detail
      )
    case .readOnly: return readOnly(detail)
    case .full:
      return JournalError(
        .full,
        "The database's disk is full, so this change was not kept. Everything that was confirmed "
          + "before is safe. Free some space there, then try again.",
        detail: detail
      )
    case .damaged: return damaged(detail)
    case .libraryMissing:
      return JournalError(
        .unavailable,
        "This system lacks the library libpq of PostgreSQL 14 or newer, so its database cannot be "
          + "reached. Nothing was changed and nothing was lost. Install it (libpq5 on Debian).",
        detail: detail
      )
    case .badSettings, .refused: return unusable(detail)
    case .untrusted: return untrusted(detail)
    case .missing, .unique, .io, .other: return unclear(detail)
    }
  }

  /// The error for tables that only a later version knows.
  static func tooNew(_ level: Int) -> JournalError {
    JournalError(
      .tooNew,
      "The database was changed by a newer version of this program. It was left as it is and "
        + "nothing was lost. Install the newer version to use it.",
      detail: "level \(level), newest known \(Schema.level)"
    )
  }

  private static func unclear(_ detail: String) -> JournalError {
    JournalError(
      .unavailable,
      "The database could not read or write. \(unchanged) Look at the database's log, then try "
        + "again.",
      detail: detail
    )
  }

  private static func unreachable(_ detail: String) -> JournalError {
    JournalError(
      .unavailable,
      "The database cannot be reached at the moment. \(unchanged) Try again in a moment.",
      detail: detail
    )
  }

  private static func busy(_ detail: String) -> JournalError {
    JournalError(
      .busy,
      "Others are writing to the same place and did not finish in time. Nothing was changed and "
        + "nothing was lost. Try again.",
      detail: detail
    )
  }

  private static func readOnly(_ detail: String) -> JournalError {
    JournalError(
      .readOnly,
      "The database only reads at the moment, as a standby does, so nothing new could be kept. "
        + "Everything that was confirmed before is safe. Try again once a primary has taken over, "
        + "or let the connection string name it.",
      detail: detail
    )
  }

  private static func damaged(_ detail: String) -> JournalError {
    JournalError(
      .damaged,
      "The journal in the database is damaged. It was left as it is. Restore a backup; keep the "
        + "damaged database beside it.",
      detail: detail
    )
  }

  private static func unusable(_ detail: String) -> JournalError {
    JournalError(
      .unavailable,
      "The database does not let this program in. Nothing was changed and nothing was lost. Check "
        + "the connection string, the user and its rights.",
      detail: detail
    )
  }

  private static func untrusted(_ detail: String) -> JournalError {
    JournalError(
      .unavailable,
      "The database could not prove that it is the one that the connection string names, so nothing "
        + "was sent to it. Nothing was changed and nothing was lost. Check the database's certificate, "
        + "`sslrootcert` and the name of the host.",
      detail: detail
    )
  }

  /// The error for a listener of a journal that was released meanwhile.
  static let ended = JournalError(.unavailable, "The journal was closed. Nothing was lost.")

  /// The error for a connection that ended after the end of a transaction was sent.
  static func unconfirmed(_ error: PostgreSQLError) -> JournalError {
    JournalError(
      .unconfirmed,
      "The database did not confirm this change, so it may or may not be kept. Everything that was "
        + "confirmed before is safe. Check whether the change is there before you make it again.",
      detail: "\(error)"
    )
  }
}
