import Core
import Glibc
import Logging

/// Writes each message as one line to the standard error stream.
///
/// For systemd's journal a line begins with its priority (sd-daemon(3)), for people with the time; for
/// programs that collect logs it is a JSON object.
package struct LineLogHandler: LogHandler {
  package var metadata: Logger.Metadata = [:]
  package var logLevel: Logger.Level = .info

  private static let isJournal = getenv("JOURNAL_STREAM") != nil
  private static let zone = Zone.system()

  private let isJSON: Bool

  package init(isJSON: Bool = false) { self.isJSON = isJSON }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let line = isJSON ? LineLogHandler.document(event, all) : LineLogHandler.sentence(event, all)
    _ = write(STDERR_FILENO, line, line.count)
  }

  private static func sentence(_ event: LogEvent, _ all: Logger.Metadata) -> [UInt8] {
    let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    // Text from others must not look like a line of the log.
    let text = "\(event.message)\(details)".map { $0.isNewline ? " " : $0 }
    return Array("\(beginning(event.level)) \(String(text))\n".utf8)
  }

  private static func document(_ event: LogEvent, _ all: Logger.Metadata) -> [UInt8] {
    let entry = Entry(
      at: SystemClock().now().rfc3339(in: .utc),
      details: all.mapValues { "\($0)" },
      level: event.level.rawValue,
      message: "\(event.message)"
    )
    return ((try? JSON.encode(entry)) ?? []) + [UInt8(ascii: "\n")]
  }

  private struct Entry: Encodable {
    let at: String
    let details: [String: String]
    let level: String
    let message: String
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
