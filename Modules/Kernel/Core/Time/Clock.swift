import Glibc

/// The source of the current time; only implementations of this read the system's clock.
public protocol WallClock: Sendable {
  func now() -> Instant
}

/// The system's clock.
public struct SystemClock: WallClock {
  public init() {}

  public func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// A clock that stands still, for `TRELLIS_NOW` and tests.
public struct FixedClock: WallClock {
  private let instant: Instant

  public init(_ instant: Instant) { self.instant = instant }

  public func now() -> Instant { instant }
}
