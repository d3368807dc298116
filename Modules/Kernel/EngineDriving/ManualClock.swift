import Core
import Synchronization

/// A clock that a test sets.
public final class ManualClock: WallClock {
  private let milliseconds: Atomic<Int64>

  public init(_ now: Instant) { milliseconds = Atomic(now.milliseconds) }

  public func now() -> Instant {
    Instant(milliseconds: milliseconds.load(ordering: .relaxed))
  }

  public func set(_ now: Instant) { milliseconds.store(now.milliseconds, ordering: .relaxed) }
}
