import Locks

/// The callers of the latest requests, as long as nothing is written to the tables.
///
/// A device that synchronizes sends many requests, and each has to be authenticated. A session that
/// ends, a role or a suspension is a write, after which all callers are read again; so what is
/// known here is never older than the tables.
final class RecentCallers: Sendable {
  /// The number of callers after which all are forgotten.
  private static let most = 10_000

  private struct State {
    var version: Int64?
    var callers: [[UInt8]: Caller] = [:]
  }

  private let state = Locked(State())

  /// The caller with a token of this hash; nil if it is not known at this version of the tables.
  func caller(with hash: [UInt8], at version: Int64?) -> Caller? {
    guard let version else { return nil }
    return state.withLock { $0.version == version ? $0.callers[hash] : nil }
  }

  /// Notes a caller that was read after the tables had this version.
  func note(_ caller: Caller, with hash: [UInt8], at version: Int64?) {
    guard let version else { return }
    state.withLock { state in
      if state.version != version || state.callers.count >= RecentCallers.most {
        state = State(version: version)
      }
      state.callers[hash] = caller
    }
  }
}
