import Accounts
import Logging

/// Tells the program's log what happened to accounts, without anything personal.
///
/// Source: OWASP ASVS 5.0, 16.3.
enum SecurityLog {
  static func write(_ event: SecurityEvent, to logger: Logger) {
    var metadata: Logger.Metadata = ["event": "\(event.kind.rawValue)"]
    if let account = event.account { metadata["account"] = "\(account)" }
    if let session = event.session { metadata["session"] = "\(session)" }
    // An erasure that is in no ledger would be undone by a backup, so somebody has to look.
    let level: Logger.Level = event.kind == .erasureUnrecorded ? .error : .notice
    logger.log(level: level, "an account", metadata: metadata)
  }
}
