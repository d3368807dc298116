import CUV
import Glibc

/// Calls back on the loop when the system's clock reaches a time, until closed or released.
///
/// Other timers count the time that the machine is awake. This one follows the wall clock: it is on
/// time after the machine slept, and calls early when the clock was set, so that the callback
/// checks the time again.
///
/// Source: timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`.
@LoopActor
public final class WallTimer {
  private let descriptor: Descriptor
  private let poll: LoopPoll

  /// Creates a timer that is not running.
  ///
  /// - Throws: `UVError` if the system has no more descriptors.
  public init(_ body: @escaping @LoopActor () -> Void) throws(UVError) {
    let descriptor = try Descriptor()
    self.descriptor = descriptor
    poll = try LoopPoll(descriptor.number, for: .readable) { _ in
      // Retained by the callback, so that the descriptor stays open while it is polled.
      if descriptor.drain() { body() }
    }
  }

  /// Restarts the timer: calls once after `milliseconds` on the wall clock.
  public func restart(after milliseconds: Int64) throws(UVError) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let nanoseconds = Int64(now.tv_nsec) + max(0, milliseconds) % 1000 * 1_000_000
    let seconds = Int64(now.tv_sec) + max(0, milliseconds) / 1000 + nanoseconds / 1_000_000_000
    try descriptor.set(
      timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds % 1_000_000_000))
    )
  }

  /// Stops the timer; `restart` is possible.
  public func stop() { try? descriptor.set(timespec()) }

  /// Closes the timer for good.
  public func close() { poll.close() }
}

/// The descriptor of the system's timer.
private final class Descriptor: Sendable {
  let number: Int32

  init() throws(UVError) {
    let flags = Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)
    number = timerfd_create(CLOCK_REALTIME, flags)
    guard number >= 0 else { throw UVError(code: -errno, operation: "make a timer") }
  }

  deinit { Glibc.close(number) }

  /// Sets the timer; a time of zero stops it.
  func set(_ time: timespec) throws(UVError) {
    var setting = itimerspec(it_interval: timespec(), it_value: time)
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    // With ECANCELED, which reports that the clock has been set meanwhile, the timer is running
    // too.
    guard timerfd_settime(number, flags, &setting, nil) < 0, errno != ECANCELED else { return }
    throw UVError(code: -errno, operation: "start a timer")
  }

  /// Reads the expiration; false if there was none.
  func drain() -> Bool {
    var count: UInt64 = 0
    return read(number, &count, MemoryLayout<UInt64>.size) > 0 || errno == ECANCELED
  }
}
