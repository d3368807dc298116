import Core
import Loop

/// Sleeps until the next alarm is due on the clock on the wall: a clock that was set, or a machine
/// that slept, does not make an alarm late.
@LoopActor
final class AlarmTimer {
  /// Alarms that other programs set are heard of when the space is read again; should that sign
  /// be lost, they are found after this long.
  private static let longestSleep: Int64 = 3_600_000
  /// After a journal could not be read.
  private static let pause: Int64 = 60_000
  /// What is due but was not woken must not keep the loop busy.
  private static let shortestSleep: Int64 = 20

  private let clock: any WallClock
  private let wake: @LoopActor () async throws -> Instant?
  private var timer: WallTimer?
  private var isWaking = false
  /// Whether an alarm was set while others were being woken.
  private var isOutdated = false
  private var isStopped = false

  init(clock: any WallClock, wake: @escaping @LoopActor () async throws -> Instant?) {
    self.clock = clock
    self.wake = wake
  }

  /// Looks at once whether anything is due, and sleeps until the next alarm.
  func rearm() {
    guard !isStopped else { return }
    guard !isWaking else {
      isOutdated = true
      return
    }
    isWaking = true
    Task { @LoopActor in
      var wait = AlarmTimer.pause
      repeat {
        isOutdated = false
        wait = (try? await wake()).map(milliseconds(until:)) ?? AlarmTimer.pause
      } while isOutdated && !isStopped
      isWaking = false
      sleep(wait)
    }
  }

  private func milliseconds(until next: Instant?) -> Int64 {
    guard let next else { return AlarmTimer.longestSleep }
    let (wait, isTooLong) = next.milliseconds
      .subtractingReportingOverflow(clock.now().milliseconds)
    guard !isTooLong else { return AlarmTimer.longestSleep }
    return max(AlarmTimer.shortestSleep, min(wait, AlarmTimer.longestSleep))
  }

  private func sleep(_ milliseconds: Int64) {
    guard !isStopped else { return }
    // Without a descriptor for a timer there is none to do anything about it either; the next append
    // that sets an alarm tries again.
    if timer == nil { timer = try? WallTimer { [weak self] in self?.rearm() } }
    try? timer?.restart(after: milliseconds)
  }

  func stop() {
    isStopped = true
    timer?.close()
    timer = nil
  }
}
