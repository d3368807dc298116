import EventDispatch
import Loop

/// Keeps a subscription alive; it ends with `cancel()` or when the token is released.
public final class Subscription: Sendable {
  private let life: SubscriberLife
  private let tidy: @LoopActor @Sendable () -> Void

  init(_ life: SubscriberLife, tidy: @escaping @LoopActor @Sendable () -> Void) {
    self.life = life
    self.tidy = tidy
  }

  deinit { cancel() }

  /// Ends the subscription from any thread; no call of the handler begins after this returns.
  ///
  /// A call that is already running on the loop is not interrupted.
  public func cancel() {
    guard life.end() else { return }
    // The memory is freed when the loop next empties the inbox, which never happens during a
    // delivery.
    LoopActor.loop.submit(tidy)
  }
}
