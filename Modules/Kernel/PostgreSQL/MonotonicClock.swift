import Glibc

/// A clock that cannot be set.
package enum MonotonicClock {
  /// Milliseconds since some moment in the past.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
