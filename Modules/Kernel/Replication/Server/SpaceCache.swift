import Core
import Journals
import Locks
import Sync

/// What a server knows of a space without reading it.
struct KnownSpace: Sendable {
  /// The state as it is stored; what is read is compared with it.
  var bytes: [UInt8]
  var state: ServerState
  /// The storage that its facts use; nil until it is counted, and after an erasure.
  var usage: SpaceUsage?
  /// The facts of this hour.
  var rate = HourlyCount()
}

/// Counts within an hour.
struct HourlyCount: Sendable {
  private var hour: Int64 = 0
  private var count = 0

  /// Adds to the count; returns it if it thereby reaches `limit`.
  mutating func add(_ number: Int, at now: Instant, reaching limit: Int) -> Int? {
    let current = now.milliseconds / 3_600_000
    if current != hour { (hour, count) = (current, 0) }
    defer { count += number }
    return count < limit && count + number >= limit ? count + number : nil
  }
}

/// The spaces that were used most recently.
final class SpaceCache: Sendable {
  private struct State {
    var spaces: [SpaceID: (known: KnownSpace, use: UInt64)] = [:]
    var uses: UInt64 = 0

    /// Drops an eighth of them, so that this is not needed for every space.
    mutating func dropOldest() {
      let oldest = spaces.sorted { $0.value.use < $1.value.use }.prefix(spaces.count / 8 + 1)
      for space in oldest { spaces[space.key] = nil }
    }
  }

  private let state = Locked(State())
  private let limit: Int

  /// - Parameter limit: the greatest number of spaces.
  init(limit: Int) { self.limit = max(limit, 1) }

  subscript(space: SpaceID) -> KnownSpace? {
    get {
      state.withLock { state in
        state.uses += 1
        state.spaces[space]?.use = state.uses
        return state.spaces[space]?.known
      }
    }
    set {
      state.withLock { state in
        state.uses += 1
        state.spaces[space] = newValue.map { ($0, state.uses) }
        if state.spaces.count > limit { state.dropOldest() }
      }
    }
  }

  var count: Int { state.withLock { $0.spaces.count } }
}
