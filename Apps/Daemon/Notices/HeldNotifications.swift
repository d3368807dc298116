import Bus
import Loop
import Presentation

/// Notifications that wait for a desktop, or for the end of quiet hours.
@LoopActor
final class HeldNotifications {
  /// The greatest number that wait; the oldest give way.
  private static let most = 20

  private let link: DesktopLink
  private let gate: QuietGate
  /// Called with what the desktop did not show, which then waits.
  private let failed: @LoopActor (Notification, any Error) -> Void
  private var held: [Notification] = []
  private var subscriptions: [Subscription] = []

  /// - Parameter name: that of the subscriptions.
  init(
    _ link: DesktopLink,
    _ gate: QuietGate,
    _ bus: Bus,
    as name: String,
    failed: @escaping @LoopActor (Notification, any Error) -> Void
  ) {
    self.link = link
    self.gate = gate
    self.failed = failed
    subscriptions = [
      bus.topic(DesktopChanged.self).subscribe(name) { [weak self] event in
        if event.isReady { self?.showHeld() }
      },
      bus.topic(QuietHoursPassed.self).subscribe(name) { [weak self] _ in self?.showHeld() },
    ]
  }

  /// Shows a notification, also in quiet hours.
  func show(_ notification: Notification) async {
    do {
      _ = try await link.show(notification)
    } catch {
      hold(notification)
      failed(notification, error)
    }
  }

  /// Shows a notification, once it is not quiet.
  func showOutsideQuietHours(_ notification: Notification) {
    hold(notification)
    showHeld()
  }

  private func hold(_ notification: Notification) {
    held = (held + [notification]).suffix(HeldNotifications.most)
  }

  private func showHeld() {
    guard !held.isEmpty else { return }
    Task { @LoopActor in
      if await gate.isShut() { return }
      let notifications = held
      held = []
      for notification in notifications { await show(notification) }
    }
  }

  func close() { for subscription in subscriptions { subscription.cancel() } }
}
