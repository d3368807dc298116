import Bus
import Core
import LocalApp
import Loop
import Presentation
import RemindersContract

/// The person's quiet hours, for what could not be shown when it came.
///
/// What modules give keeps to them already; what waited for a desktop, or came from a server, must
/// not appear at night either.
@LoopActor
final class QuietGate {
  /// Milliseconds after which to look again: the hours or the time zone may have changed meanwhile.
  private static let longestWait: Int64 = 900_000

  private let space: LocalSpace
  private var timer: WallTimer?

  init(_ space: LocalSpace, _ bus: Bus) {
    self.space = space
    // Without a timer, what waits comes with the next desktop.
    timer = try? WallTimer { bus.topic().publish(QuietHoursPassed()) }
  }

  /// Whether it is quiet; then a ``QuietHoursPassed`` is published when that may be over.
  ///
  /// Hours that cannot be read hold nothing back.
  func isShut() async -> Bool {
    guard let left = try? await millisecondsLeft(), left > 0 else { return false }
    try? timer?.restart(after: min(left, QuietGate.longestWait))
    return true
  }

  private func millisecondsLeft() async throws -> Int64 {
    let context: any SpaceContext = try await space.pageContext()
    guard let quiet = try await context.ask(AllReminders()).quiet else { return 0 }
    let end = quiet.hold(context.now, in: context.calendar.zone)
    return end.milliseconds - context.now.milliseconds
  }

  func close() {
    timer?.close()
    timer = nil
  }
}
