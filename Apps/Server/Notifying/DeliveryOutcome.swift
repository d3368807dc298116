import Core
import HTTPClient

/// What came of an attempt to send a notice.
package enum DeliveryOutcome: Sendable, Equatable {
  case taken
  /// To be tried once more, not before an instant if the receiver named one.
  case later(notBefore: Instant?, reason: String)
  /// Refused as it is: another attempt would be refused as well.
  case refused(reason: String)
  /// The receiver is there no more, and will not be again.
  case gone

  /// - Parameter isPush: whether a push service answers, which says 404 and 410 of a subscription that
  ///   has ended (RFC 8030, section 7.3); of webhooks only 410 says it.
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
    // People mend webhooks, and then expect what came meanwhile.
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
  /// A day: what is later than that is not worth waiting for.
  private static let longest: Int64 = 86_400

  /// The instant that a number of seconds means; nil for a date, which push services do not send.
  static func instant(_ value: String?, at now: Instant) -> Instant? {
    guard let value, let seconds = Int64(value), seconds >= 0 else { return nil }
    return now.advanced(bySeconds: min(seconds, longest))
  }
}

/// How long to wait between attempts: twice as long each time, and a little at random, so that many
/// messages that failed together do not come back together.
package enum Backoff {
  private static let first: Int64 = 15_000
  private static let longest: Int64 = 3_600_000

  /// - Parameters:
  ///   - attempts: how many have failed; at least 1.
  ///   - chance: from 0 to 1.
  package static func milliseconds(after attempts: Int, chance: Double) -> Int64 {
    let doubled = min(longest, first << Int64(min(max(0, attempts - 1), 20)))
    return doubled / 2 + Int64(Double(doubled / 2) * chance)
  }
}
