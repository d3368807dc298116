import Bus
import Loop
import Synchronization
import Web

/// The desktop as the web app sees it: through events of the daemon.
final class OwnerDesktop: SignInDesktop {
  private let bus: Bus
  private let isReady = Atomic(false)

  init(_ bus: Bus) { self.bus = bus }

  var canAsk: Bool { isReady.load(ordering: .relaxed) }

  func ask(_ question: SignInQuestion) { bus.topic().post(SignInAsked(question: question)) }

  func linkWasUsed(_ id: String) { bus.topic().post(SignInLinkUsed(id: id)) }

  /// Follows whether questions can be shown, until the token ends.
  @LoopActor
  func follow() -> Subscription {
    bus.topic(DesktopChanged.self).subscribe("sign-in") { [self] event in
      isReady.store(event.isReady && event.hasButtons, ordering: .relaxed)
    }
  }
}
