import Bus
import Core
import Engine
import LocalApp
import Logging
import Loop
import Presentation
import Products
import Runtime

/// Shows on the desktop what modules say there of signals that are given on this device.
@LoopActor
final class SignalNotifier {
  private let space: LocalSpace
  private let device: DeviceID
  private let link: DesktopLink
  private let log: Logger
  private var subscriptions: [Subscription] = []

  init(_ space: LocalSpace, _ device: DeviceID, _ link: DesktopLink, _ log: Logger) {
    self.space = space
    self.device = device
    self.link = link
    self.log = log
    let notices = ProductCatalog.presentations(of: space.product).flatMap { $0.notices }
    for notice in notices { listen(to: notice.signal, notice) }
  }

  private func listen<S: Signal>(to signal: S.Type, _ notice: SignalNotice) {
    let (id, device) = (space.id, device)
    subscriptions.append(
      space.runtime.observe(S.self, as: "signal notices") { [weak self] committed in
        guard committed.space == id, committed.stamp.device == device else { return }
        self?.show(committed.event, notice)
      }
    )
  }

  private func show(_ signal: any Signal, _ notice: SignalNotice) {
    Task { @LoopActor [space, link, log] in
      do {
        guard let words = try await notice.words(of: signal, try await space.pageContext()) else {
          return
        }
        let notification = Notification(
          application: space.product.title,
          title: words.title,
          body: words.body,
          actions: [],
          urgency: .normal
        )
        _ = try await link.show(notification)
      } catch {
        log.debug(
          "a notice of \(type(of: signal).name) could not appear",
          metadata: ["error": "\(error)"]
        )
      }
    }
  }

  func close() { for subscription in subscriptions { subscription.cancel() } }
}
