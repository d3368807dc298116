import Accounts
import Logging

/// Writes events about accounts to the program's log, without anything personal.
///
/// Source: OWASP ASVS 5.0, 16.3.
enum SecurityLog {
  static func write(_ event: SecurityEvent, to logger: Logger) {
    var metadata: Logger.Metadata = ["event": "\(event.kind.rawValue)"]
    if let account = event.account { metadata["account"] = "\(account)" }
    if let session = event.session { metadata["session"] = "\(session)" }
    // An erasure that is not in a ledger would be undone by a backup, so somebody must check.
    let level: Logger.Level = event.kind == .erasureUnrecorded ? .error : .notice
    logger.log(level: level, "an account", metadata: metadata)
  }
}
