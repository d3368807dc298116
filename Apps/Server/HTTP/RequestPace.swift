import Accounts
import Core
import HTTPServing
import HTTPTypes
import Locks

/// Limits the requests that one account, or one address without one, sends in a minute.
///
/// They are counted in windows of a minute, so that the state stays small: at most as many senders
/// as there are in one window.
final class RequestPace: Sendable {
  /// The senders that are distinguished in a minute; further ones share a count.
  private static let most = 100_000

  private struct Window {
    var minute: Int64 = 0
    var counts: [String: Int] = [:]
  }

  private let perMinute: Int
  private let clock: any WallClock
  private let window = Locked(Window())

  init(perMinute: Int, clock: any WallClock) {
    self.perMinute = perMinute
    self.clock = clock
  }

  /// Counts a request, whatever its result.
  ///
  /// - Parameter caller: the proven sender; nil for an unknown one, who is identified by the
  ///   address.
  /// - Throws: ``Problem`` 429 for one request too many.
  func admit(_ caller: Caller?, from client: ClientAddress) throws {
    let sender = caller.map { "\($0.account.id)" } ?? client.text
    let now = clock.now().seconds
    let isAdmitted = window.withLock { window in
      if window.minute != now / 60 { window = Window(minute: now / 60) }
      let isKnown = window.counts[sender] != nil || window.counts.count < RequestPace.most
      let key = isKnown ? sender : ""
      window.counts[key, default: 0] += 1
      return window.counts[key, default: 0] <= perMinute
    }
    guard !isAdmitted else { return }
    throw Problem(
      .tooManyRequests,
      "too-many-requests",
      "That was more requests than this server takes in a minute. Nothing was lost: try again a minute later.",
      headers: [.retryAfter: "\(60 - now % 60)"]
    )
  }
}
