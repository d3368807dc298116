import Loop

/// Keeps a subscription alive; it ends by `cancel()` or when the token is dropped.
public final class Subscription: Sendable {
  // Weak, so that a handler's captures go when it ends, even if its token is kept.
  private weak let subscriber: (any Endable)?
  private let tidy: @LoopActor @Sendable () -> Void

  init(_ subscriber: any Endable, tidy: @escaping @LoopActor @Sendable () -> Void) {
    self.subscriber = subscriber
    self.tidy = tidy
  }

  deinit { cancel() }

  /// Ends the subscription, from any thread: no call of the handler begins after this.
  ///
  /// A call that is already running on the loop is not interrupted.
  public func cancel() {
    guard let subscriber, subscriber.end() else { return }
    // Its memory goes when the loop next looks at the inbox, which is never during a delivery.
    LoopActor.loop.submit(tidy)
  }
}
