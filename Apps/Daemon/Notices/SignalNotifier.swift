import Bus
import Core
import Engine
import LocalApp
import Logging
import Loop
import Presentation
import Products
import Runtime

/// Shows on the desktop what modules say about signals that are given on this device.
@LoopActor
final class SignalNotifier {
  private let space: LocalSpace
  private let log: Logger
  /// What comes while there is no desktop, such as during the search for it at the start, waits.
  private let notifications: HeldNotifications
  private var subscriptions: [Subscription] = []

  init(
    _ space: LocalSpace,
    _ link: DesktopLink,
    _ gate: QuietGate,
    _ bus: Bus,
    _ log: Logger
  ) {
    self.space = space
    self.log = log
    notifications = HeldNotifications(link, gate, bus, as: "signal notices") { _, error in
      log.debug("a notice waits for a desktop", metadata: ["error": "\(error)"])
    }
    let notices = ProductCatalog.presentations(of: space.product).flatMap { $0.notices }
    for notice in notices { listen(to: notice.signal, notice) }
  }

  private func listen<S: Signal>(to signal: S.Type, _ notice: SignalNotice) {
    subscriptions.append(
      space.observeOwn(S.self, as: "signal notices") { [weak self] signal in
        self?.show(signal, notice)
      }
    )
  }

  private func show(_ signal: any Signal, _ notice: SignalNotice) {
    Task { @LoopActor [weak self, space, log] in
      do {
        guard let words = try await notice.words(of: signal, try await space.pageContext()) else {
          return
        }
        await self?.notifications.show(
          Notification(
            application: space.product.title,
            title: words.title,
            body: words.body,
            actions: [],
            urgency: .normal
          )
        )
      } catch {
        log.debug("a notice has no words", metadata: ["error": "\(error)"])
      }
    }
  }

  func close() {
    for subscription in subscriptions { subscription.cancel() }
    notifications.close()
  }
}
