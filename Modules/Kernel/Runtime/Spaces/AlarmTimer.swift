import Core
import Loop

/// Sleeps until the next alarm is due, and looks at the clock at least once a minute: a clock
/// that was set, or a machine that slept, must not make an alarm late for long.
@LoopActor
final class AlarmTimer {
  private static let longestSleep: Int64 = 60_000

  private let clock: any WallClock
  private let wake: @LoopActor () async throws -> Instant?
  private var timer: LoopTimer?
  private var isWaking = false
  private var isStopped = false

  init(clock: any WallClock, wake: @escaping @LoopActor () async throws -> Instant?) {
    self.clock = clock
    self.wake = wake
  }

  /// Looks at once whether anything is due, and sleeps until the next alarm.
  func rearm() {
    guard !isWaking, !isStopped else { return }
    isWaking = true
    Task { @LoopActor in
      // A journal that cannot be read now is asked again after the longest sleep.
      let next = try? await wake()
      isWaking = false
      sleep(until: next)
    }
  }

  private func sleep(until next: Instant?) {
    guard !isStopped else { return }
    let wait = next.map { $0.milliseconds - clock.now().milliseconds } ?? AlarmTimer.longestSleep
    let milliseconds = UInt64(max(1, min(wait, AlarmTimer.longestSleep)))
    // Without memory for a timer there is none to do anything about it either; the next append
    // that sets an alarm tries again.
    timer = try? LoopTimer(after: milliseconds) { [weak self] in self?.rearm() }
  }

  func stop() {
    isStopped = true
    timer?.close()
    timer = nil
  }
}
