import Core
import Loop

/// Sleeps until the next alarm is due on the wall clock.
///
/// Neither setting the clock nor sleep of the machine thus makes an alarm late.
@LoopActor
final class AlarmClock {
  /// The longest sleep in milliseconds.
  ///
  /// Alarms that other programs set are noticed when the space is read again; if that notification
  /// is lost, they are found after this long.
  private static let longestSleep: Int64 = 3_600_000
  /// Milliseconds until the next attempt after the journal could not be read.
  private static let pause: Int64 = 60_000
  /// Milliseconds between two checks.
  ///
  /// Neither an alarm that is due and could not be handled nor a program that sets alarms all the
  /// time thus keeps the loop busy.
  private static let rest: Int64 = 50

  private enum Phase { case sleeping, waking, resting, stopped }

  private let clock: any WallClock
  private let wake: @LoopActor () async throws -> Instant?
  private var timer: WallTimer?
  private var phase = Phase.sleeping
  /// The time of the next alarm, according to the latest check.
  private var next: Instant?
  /// Whether an alarm was set since the latest check began.
  private var isOutdated = false

  init(clock: any WallClock, wake: @escaping @LoopActor () async throws -> Instant?) {
    self.clock = clock
    self.wake = wake
  }

  /// Checks for due alarms, at once or right after a pause, and sleeps until the next alarm.
  func rearm() {
    guard phase == .sleeping else {
      isOutdated = true
      return
    }
    phase = .waking
    isOutdated = false
    Task { @LoopActor in
      do {
        next = try await wake()
      } catch { next = clock.now().advanced(byMilliseconds: AlarmClock.pause) }
      guard phase == .waking else { return }
      phase = sleep(AlarmClock.rest) ? .resting : .sleeping
    }
  }

  private func timeIsUp() {
    guard phase == .resting else { return rearm() }
    phase = .sleeping
    let wait = waitForNext
    if isOutdated || wait <= 0 { return rearm() }
    _ = sleep(wait)
  }

  private var waitForNext: Int64 {
    guard let next else { return AlarmClock.longestSleep }
    let (wait, isTooLong) = next.milliseconds
      .subtractingReportingOverflow(clock.now().milliseconds)
    return isTooLong ? AlarmClock.longestSleep : min(wait, AlarmClock.longestSleep)
  }

  /// Starts the timer; false if the system has no descriptor for it.
  ///
  /// Then the next append that sets an alarm tries again.
  private func sleep(_ milliseconds: Int64) -> Bool {
    if timer == nil { timer = try? WallTimer { [weak self] in self?.timeIsUp() } }
    return (try? timer?.restart(after: milliseconds)) != nil
  }

  func stop() {
    phase = .stopped
    timer?.close()
    timer = nil
  }
}
