import Core
import Glibc
import Logging

/// Writes each message as one line to the standard error stream.
///
/// For systemd's journal a line begins with its priority (sd-daemon(3)), for people with the time.
struct LineLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info

  private static let isJournal = getenv("JOURNAL_STREAM") != nil
  private static let zone = Zone.system()

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    // Text from others must not look like a line of the log.
    let text = "\(event.message)\(details)".map { $0.isNewline ? " " : $0 }
    let line = Array("\(LineLog.beginning(event.level)) \(String(text))\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }

  private static func beginning(_ level: Logger.Level) -> String {
    guard !isJournal else { return "<\(priority(level))>" }
    return "\(SystemClock().now().rfc3339(in: zone)) \(level)"
  }

  /// Source: syslog(3).
  private static func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
