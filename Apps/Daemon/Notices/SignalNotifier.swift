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
  private let link: DesktopLink
  private let gate: QuietGate
  private let log: Logger
  private var subscriptions: [Subscription] = []
  /// Signals that came while there was no desktop, such as during the search for it at the start.
  private var waiting: [Notification] = []

  private static let mostWaiting = 20

  init(
    _ space: LocalSpace,
    _ link: DesktopLink,
    _ gate: QuietGate,
    _ bus: Bus,
    _ log: Logger
  ) {
    self.space = space
    self.link = link
    self.gate = gate
    self.log = log
    let notices = ProductCatalog.presentations(of: space.product).flatMap { $0.notices }
    subscriptions = [
      bus.topic(DesktopChanged.self).subscribe("signal notices") { [weak self] event in
        if event.isReady { self?.showWaiting() }
      },
      bus.topic(QuietHoursPassed.self).subscribe("signal notices") { [weak self] _ in
        self?.showWaiting()
      },
    ]
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
        await self?.show(
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

  private func show(_ notification: Notification) async {
    do {
      _ = try await link.show(notification)
    } catch {
      log.debug("a notice waits for a desktop", metadata: ["error": "\(error)"])
      waiting = Array((waiting + [notification]).suffix(Self.mostWaiting))
    }
  }

  private func showWaiting() {
    guard !waiting.isEmpty else { return }
    Task { @LoopActor in
      if await gate.isShut() { return }
      let notifications = waiting
      waiting = []
      for notification in notifications { await show(notification) }
    }
  }

  func close() { for subscription in subscriptions { subscription.cancel() } }
}
