import Core
import Locks

/// The latest polls of the devices that wait for their code to be approved.
///
/// Source: RFC 8628, section 3.5: a device that polls too soon must wait five seconds longer from
/// then on.
final class DevicePolls: Sendable {
  private struct Poll {
    var at: Instant
    var interval: Int64
  }

  /// Seconds.
  private static let penalty: Int64 = 5
  private static let most = 4096

  private let polls = Locked<[[UInt8]: Poll]>([:])
  private let interval: Int64

  /// - Parameter interval: the polling interval in seconds.
  init(interval: Int64) { self.interval = interval }

  /// Records a poll of a device whose code is known.
  ///
  /// - Throws: ``AccountsError/slowDown(interval:)``.
  func ask(_ code: [UInt8], at now: Instant) throws(AccountsError) {
    let first = interval
    let slower: Int64? = polls.withLock { polls in
      // Codes are few and short-lived, so old ones are removed at once.
      if polls[code] == nil, polls.count >= DevicePolls.most { polls = [:] }
      let last = polls[code]
      var interval = last?.interval ?? first
      let isTooSoon = last?.at.isWithin(seconds: interval, before: now) ?? false
      if isTooSoon { interval += DevicePolls.penalty }
      polls[code] = Poll(at: now, interval: interval)
      return isTooSoon ? interval : nil
    }
    if let slower { throw .slowDown(interval: slower) }
  }

  func forget(_ code: [UInt8]) { polls.withLock { $0[code] = nil } }
}
