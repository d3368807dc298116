/// Keeps the one total order of events and its budget, and records failures.
///
/// A plain type without a loop, thread or lock: it belongs to one isolation, such as the loop or a
/// test, and is used by one thread at a time.
public final class Dispatcher {
  @usableFromInline let state = PointerBox(DispatchState())
  let budget: Int

  /// Creates a dispatcher.
  ///
  /// - Parameter budget: the number of further events that one event may cause before the rest are
  ///   dropped.
  public init(budget: Int = 100_000) { self.budget = max(0, budget) }

  deinit { state.value.end() }

  /// Delivers what the handlers published, and what that causes, until nothing waits.
  @usableFromInline
  func finishCascade() {
    var left = budget
    var isReported = false
    while let turn = state.value.takeTurn() {
      let count = min(turn.count, left)
      left -= count
      turn.list.deliverWaiting(count)
      guard count < turn.count else { continue }
      let cut = drop(DispatchState.Turn(list: turn.list, count: turn.count - count))
      // Events published by failure handlers have their own budget; if that is exceeded too, the
      // rest is dropped without another report, since this would never end otherwise.
      if !isReported { report(.cutCascade(cut)) }
      isReported = true
      left = budget
    }
    state.value.flags.subtract(.waiting)
  }

  private func drop(_ first: DispatchState.Turn) -> BusFailure.CutCascade {
    var dropped = 0
    var events: [String] = []
    var subscribers: [String] = []
    var next: DispatchState.Turn? = first
    while let turn = next {
      dropped += turn.count
      if !events.contains(turn.list.eventName) { events.append(turn.list.eventName) }
      for label in turn.list.labels where !subscribers.contains(label) {
        subscribers.append(label)
      }
      turn.list.dropWaiting()
      next = state.value.takeTurn()
    }
    return BusFailure.CutCascade(
      budget: budget,
      dropped: dropped,
      events: events,
      subscribers: subscribers
    )
  }

  // MARK: Failures

  /// Counts and reports a failure outside of a delivery, as if `label` had thrown it on `event`.
  public func report(_ error: any Error, of label: String, on event: String) {
    subscriberThrew(label, event: event, error)
  }

  func subscriberThrew(_ label: String, event: String, _ error: any Error) {
    state.value.failures[label, default: 0] += 1
    report(.threw(subscriber: label, event: event, error: error))
  }

  private func report(_ failure: BusFailure) {
    let observers = state.value.observers
    for observer in observers { observer(failure) }
  }

  /// Calls `body` for every failure from now on, for the lifetime of the dispatcher.
  public func onFailure(_ body: @escaping (BusFailure) -> Void) {
    state.value.observers.append(body)
  }

  /// The number of errors each subscriber has thrown, by its label.
  public var failures: [String: Int] { state.value.failures }

  // MARK: Watching

  /// Whether the traffic is being watched.
  var isWatched: Bool { state.value.flags.contains(.watched) }

  /// Calls `body` with every event just before it is delivered, until the subscriber ends.
  package func watch(_ body: @escaping (BusTraffic) -> Void) -> Subscriber<BusTraffic> {
    let watcher = Subscriber<BusTraffic>("tail", body)
    state.value.watchers.append(watcher)
    state.value.flags.insert(.watched)
    return watcher
  }

  /// Releases watchers that have ended.
  package func removeEndedWatchers() {
    state.value.watchers.removeAll { !$0.isLive }
    if state.value.watchers.isEmpty { state.value.flags.subtract(.watched) }
  }

  func show(_ event: some Sendable, named name: String, to labels: [String]) {
    state.value.watchedEvents += 1
    let traffic = BusTraffic(
      number: state.value.watchedEvents,
      type: name,
      event: event,
      subscribers: labels
    )
    let watchers = state.value.watchers
    for watcher in watchers where watcher.isLive { try? watcher.handler(traffic) }
  }
}
