import Bus
import Core
import LocalApp
import Logging
import Loop
import Web

/// What the daemon does for browsers that sign in, while it serves.
@LoopActor
final class SignInServices {
  let access: BrowserAccess
  private let opener: BrowserOpener
  private var subscriptions: [Subscription] = []

  /// - Throws: a ``DomainError`` when the clock is set to nothing.
  init(_ home: Home, _ bus: Bus, _ log: Logger) throws {
    let clock = try Home.clock()
    let desktop = OwnerDesktop(bus)
    let access = BrowserAccess(
      sessions: SessionStore(path: home.browserSessions, clock: clock),
      clock: clock,
      desktop: desktop
    )
    self.access = access
    opener = BrowserOpener(home, access, bus, log)
    subscriptions = [
      desktop.follow(),
      bus.topic(SignInAnswered.self).subscribe("sign-in") { event in
        access.answer(event.number, isAllowed: event.isAllowed)
      },
    ]
  }

  func close() {
    for subscription in subscriptions { subscription.cancel() }
    opener.close()
  }
}
