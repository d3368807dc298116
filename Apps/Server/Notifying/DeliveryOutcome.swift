import Core
import HTTPClient

/// The result of an attempt to send a notice.
package enum DeliveryOutcome: Sendable, Equatable {
  case taken
  /// Temporary: retry, not before an instant if the receiver named one.
  case later(notBefore: Instant?, reason: String)
  /// Permanent: another attempt would be refused as well.
  case refused(reason: String)
  /// The receiver no longer exists, permanently.
  case gone

  /// - Parameter isPush: whether a push service answers, which sends 404 and 410 for a subscription
  ///   that has ended (RFC 8030, section 7.3); for webhooks only 410 means that.
  init(_ response: HTTPResponse, isPush: Bool, at now: Instant) {
    switch response.status {
    case 200..<300: self = .taken
    case 410: self = .gone
    case 404 where isPush: self = .gone
    case 408, 425, 429, 500..<600:
      self = .later(
        notBefore: RetryAfter.instant(response.headers["Retry-After"], at: now),
        reason: "it answered \(response.status)"
      )
    // People repair webhooks, and then expect what came meanwhile.
    case let status where !isPush: self = .later(notBefore: nil, reason: "it answered \(status)")
    case let status: self = .refused(reason: "it answered \(status)")
    }
  }

  init(_ error: HTTPClientError) {
    switch error {
    case .notPublic: self = .refused(reason: "its address is not public")
    case .badAddress, .insecure: self = .refused(reason: "its address cannot be used")
    case .certificate: self = .later(notBefore: nil, reason: "its certificate is not trusted")
    case .timedOut: self = .later(notBefore: nil, reason: "it did not answer in time")
    case .libraryMissing: self = .later(notBefore: nil, reason: "this server lacks libcurl")
    case .tooLarge: self = .later(notBefore: nil, reason: "its answer is too long")
    default: self = .later(notBefore: nil, reason: "it cannot be reached")
    }
  }
}

/// The field `Retry-After`.
enum RetryAfter {
  /// A day: a longer delay is not worth waiting for.
  private static let longest: Int64 = 86_400

  /// The instant after a number of seconds; nil for a date, which push services do not send.
  static func instant(_ value: String?, at now: Instant) -> Instant? {
    guard let value, let seconds = Int64(value), seconds >= 0 else { return nil }
    return now.advanced(bySeconds: min(seconds, longest))
  }
}

/// The backoff between attempts: doubled each time, with some jitter.
///
/// Many messages that failed together therefore do not come back together.
package enum RetryDelay {
  private static let first: Int64 = 15_000
  private static let longest: Int64 = 3_600_000

  /// - Parameters:
  ///   - attempts: the number of failed attempts; at least 1.
  ///   - chance: a random number from 0 to 1.
  package static func milliseconds(after attempts: Int, chance: Double) -> Int64 {
    let doubled = min(longest, first << Int64(min(max(0, attempts - 1), 20)))
    return doubled / 2 + Int64(Double(doubled / 2) * chance)
  }
}
