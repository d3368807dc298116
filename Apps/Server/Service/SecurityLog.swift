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
    logger.log(level: level(of: event.kind), "an account", metadata: metadata)
  }

  private static func level(of kind: SecurityEvent.Kind) -> Logger.Level {
    switch kind {
    case .signInFailed, .attemptsRefused, .deviceDenied: .notice
    case .erasureUnrecorded: .error
    default: .notice
    }
  }
}
