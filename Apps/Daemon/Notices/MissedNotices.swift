import Core
import LocalApp
import Loop
import RemindersContract
import Runtime

/// Gives the notices that are due and that no alarm gives.
///
/// The time of the next notice is stored as an alarm. One that was computed while the clock was ahead
/// lies far in the future, and without this nothing would be given until then.
@LoopActor
final class MissedNotices {
  /// Milliseconds between two checks; there is another one at once when the clock is set.
  private static let pause: Int64 = 900_000
  /// Milliseconds by which the alarms come first.
  private static let delay: Int64 = 2_000

  private let space: LocalSpace
  private var timer: WallTimer?

  init(_ space: LocalSpace) {
    self.space = space
    timer = try? WallTimer { [weak self] in self?.look() }
    try? timer?.restart(after: MissedNotices.delay)
  }

  private func look() {
    try? timer?.restart(after: MissedNotices.pause)
    // What fails now is tried again with the next check.
    Task { @LoopActor in try? await giveMissed() }
  }

  private func giveMissed() async throws {
    let client = space.runtimeClient
    guard let next = try await client.ask(NextNotice()).at else { return }
    let now = try Home.clock().now()
    let left = next.milliseconds - now.milliseconds
    guard left > 0 else {
      // With what it gives, it also sets the alarm anew.
      try await client.send(GiveDueNotices())
      return
    }
    try timer?.restart(after: min(left + MissedNotices.delay, MissedNotices.pause))
  }

  func close() {
    timer?.close()
    timer = nil
  }
}
