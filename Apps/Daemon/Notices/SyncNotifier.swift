import Bus
import Logging
import Loop
import Presentation

/// Shows problems of the sync that need the person on the desktop.
@LoopActor
final class SyncNotifier {
  private let product: Product
  private let notifications: HeldNotifications
  private var subscription: Subscription?

  init(
    _ product: Product,
    _ link: DesktopLink,
    _ gate: QuietGate,
    _ bus: Bus,
    _ log: Logger
  ) {
    self.product = product
    // `trellis sync` says it as well.
    notifications = HeldNotifications(link, gate, bus, as: "sync notices") { notification, _ in
      log.notice("\(notification.title): \(notification.body)")
    }
    subscription = bus.topic(SyncNeedsPerson.self).subscribe("sync notices") { [weak self] event in
      self?.show(event)
    }
  }

  private func show(_ event: SyncNeedsPerson) {
    notifications.showOutsideQuietHours(
      Notification(
        application: product.title,
        title: event.title,
        body: event.words,
        actions: [],
        urgency: .normal
      )
    )
  }

  func close() {
    subscription?.cancel()
    notifications.close()
  }
}
