import Bus
import Logging
import Loop
import Presentation

/// Shows problems of the sync that need the person on the desktop.
@LoopActor
final class SyncNotifier {
  private let product: Product
  private let link: DesktopLink
  private let log: Logger
  private var subscription: Subscription?

  init(_ product: Product, _ link: DesktopLink, _ bus: Bus, _ log: Logger) {
    self.product = product
    self.link = link
    self.log = log
    subscription = bus.topic(SyncNeedsPerson.self).subscribe("sync notices") { [weak self] event in
      self?.show(event)
    }
  }

  private func show(_ event: SyncNeedsPerson) {
    let notification = Notification(
      application: product.title,
      title: event.title,
      body: event.words,
      actions: [],
      urgency: .normal
    )
    Task { [link, log] in
      do {
        _ = try await link.show(notification)
      } catch {
        // `trellis sync` says it as well.
        log.notice("\(event.title): \(event.words)")
      }
    }
  }

  func close() { subscription?.cancel() }
}
