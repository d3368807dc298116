import Core
import HTTPTypes
import Locks

/// The recently refused requests, so that the person can see what tried to get in.
///
/// The log is bounded however many are refused, and contains nothing personal: neither addresses of
/// pages nor tokens are kept.
public final class RefusalLog: Sendable {
  /// Refusals of one kind.
  public struct Entry: Sendable, Equatable {
    /// The code of the problem, such as `token-needed`.
    public let code: String
    /// The client's own name, such as `Firefox on Linux`.
    public let client: String
    public internal(set) var count: Int
    public internal(set) var lastAt: Instant
    /// How many of them are in the program's log.
    fileprivate var logged = 0
    fileprivate var loggedAt: Instant?
  }

  private static let maxEntries = 32
  /// Seconds until a kind is logged again.
  private static let pause: Int64 = 60
  /// The maximum number of lines of all kinds within that time.
  private static let maxLines = 20

  private struct State {
    var entries: [Entry] = []
    /// When the last lines of the log were written.
    var lines: [Instant] = []
  }

  private let clock: any WallClock
  private let state = Locked(State())

  package init(clock: any WallClock) { self.clock = clock }

  /// The kinds of refusals, the latest first.
  public var all: [Entry] { state.withLock { $0.entries }.reversed() }

  /// Whether responses with this status are refusals.
  package static func isRefusal(_ status: HTTPResponse.Status) -> Bool {
    [401, 403, 429].contains(status.code)
  }

  /// Records a refusal.
  ///
  /// - Returns: how many of its kind the program's log does not have yet; nil if it is logged
  ///   later.
  package func note(_ code: String, client: String) -> Int? {
    let now = clock.now()
    return state.withLock { state in
      let place = state.entries.firstIndex { $0.code == code && $0.client == client }
      var entry =
        place.map { state.entries.remove(at: $0) }
        ?? Entry(code: code, client: client, count: 0, lastAt: now)
      entry.count += 1
      entry.lastAt = now
      defer { state.entries = state.entries.suffix(RefusalLog.maxEntries - 1) + [entry] }
      state.lines.removeAll { !$0.isWithin(seconds: RefusalLog.pause, before: now) }
      let wasLogged = entry.loggedAt?.isWithin(seconds: RefusalLog.pause, before: now) ?? false
      guard !wasLogged, state.lines.count < RefusalLog.maxLines else { return nil }
      state.lines.append(now)
      defer { (entry.logged, entry.loggedAt) = (entry.count, now) }
      return entry.count - entry.logged
    }
  }
}
