import Bus
import Logging
import Loop
import Presentation

/// Shows problems of the sync that need the person on the desktop.
@LoopActor
final class SyncNotifier {
  private let product: Product
  private let link: DesktopLink
  private let gate: QuietGate
  private let log: Logger
  private var subscriptions: [Subscription] = []
  /// What came in quiet hours, or while there was no desktop.
  private var held: [SyncNeedsPerson] = []

  private static let mostHeld = 20

  init(
    _ product: Product,
    _ link: DesktopLink,
    _ gate: QuietGate,
    _ bus: Bus,
    _ log: Logger
  ) {
    self.product = product
    self.link = link
    self.gate = gate
    self.log = log
    subscriptions = [
      bus.topic(SyncNeedsPerson.self).subscribe("sync notices") { [weak self] in self?.show([$0]) },
      bus.topic(QuietHoursPassed.self).subscribe("sync notices") { [weak self] _ in
        self?.show([])
      },
      bus.topic(DesktopChanged.self).subscribe("sync notices") { [weak self] event in
        if event.isReady { self?.show([]) }
      },
    ]
  }

  /// Shows what was held back and what is new, unless it is quiet.
  private func show(_ events: [SyncNeedsPerson]) {
    held = (held + events).suffix(SyncNotifier.mostHeld)
    guard !held.isEmpty else { return }
    Task { @LoopActor in
      if await gate.isShut() { return }
      let events = held
      held = []
      for event in events { await show(event) }
    }
  }

  private func show(_ event: SyncNeedsPerson) async {
    let notification = Notification(
      application: product.title,
      title: event.title,
      body: event.words,
      actions: [],
      urgency: .normal
    )
    do {
      _ = try await link.show(notification)
    } catch {
      held.append(event)
      // `trellis sync` says it as well.
      log.notice("\(event.title): \(event.words)")
    }
  }

  func close() { for subscription in subscriptions { subscription.cancel() } }
}
