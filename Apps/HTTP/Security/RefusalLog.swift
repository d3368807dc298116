import Core
import HTTPTypes
import Locks

/// The requests that were refused lately, so that the person can see what tried to get in.
///
/// Bounded however many are refused, and without anything personal: neither addresses of pages nor
/// tokens are kept.
public final class RefusalLog: Sendable {
  /// Refusals of one kind.
  public struct Entry: Sendable, Equatable {
    /// The code of the problem, such as `token-needed`.
    public let code: String
    /// What the client calls itself, such as `Firefox on Linux`.
    public let client: String
    public internal(set) var count: Int
    public internal(set) var lastAt: Instant
    /// How many of them are in the program's log.
    fileprivate var logged = 0
    fileprivate var loggedAt: Instant?
  }

  private static let maxEntries = 32
  /// Seconds after which the log hears again of a kind.
  private static let pause: Int64 = 60
  /// Lines in the log within so many seconds, of all kinds together.
  private static let maxLines = 20

  private struct State {
    var entries: [Entry] = []
    /// When the last lines of the log were written.
    var lines: [Instant] = []
  }

  private let clock: any WallClock
  private let state = Locked(State())

  package init(clock: any WallClock) { self.clock = clock }

  /// The kinds of refusals, the last one first.
  public var all: [Entry] { state.withLock { $0.entries }.reversed() }

  /// Whether responses with this status are refusals.
  package static func isRefusal(_ status: HTTPResponse.Status) -> Bool {
    [401, 403, 429].contains(status.code)
  }

  /// Notes a refusal.
  ///
  /// - Returns: how many of its kind are news to the program's log; nil if it is to hear of them
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
      state.lines.removeAll { now.seconds - $0.seconds >= RefusalLog.pause }
      let isDue = entry.loggedAt.map { now.seconds - $0.seconds >= RefusalLog.pause } ?? true
      guard isDue, state.lines.count < RefusalLog.maxLines else { return nil }
      state.lines.append(now)
      defer { (entry.logged, entry.loggedAt) = (entry.count, now) }
      return entry.count - entry.logged
    }
  }
}
