import Loop

/// Keeps the one total order of a bus and its budget, and records what failed.
@usableFromInline
final class Dispatcher: Sendable {
  @usableFromInline let state = LoopOnly(DispatchState())
  let budget: Int
  @usableFromInline let backlog: Int

  init(budget: Int, backlog: Int) {
    self.budget = max(0, budget)
    self.backlog = backlog
  }

  /// Delivers what the handlers published meanwhile, and what that causes, until nothing waits.
  @LoopActor @usableFromInline
  func finishCascade() {
    var left = budget
    var isReported = false
    while let turn = state.value.takeTurn() {
      let count = min(turn.count, left)
      left -= count
      turn.audience.deliverWaiting(count)
      guard count < turn.count else { continue }
      let cut = drop(DispatchState.Turn(audience: turn.audience, count: turn.count - count))
      // What those who are told publish has a budget of its own; should that run out as well,
      // it is dropped without another report, or this would never end.
      if !isReported { report(.cutCascade(cut)) }
      isReported = true
      left = budget
    }
    state.value.flags.subtract(.waiting)
  }

  @LoopActor
  private func drop(_ first: DispatchState.Turn) -> BusFailure.CutCascade {
    var dropped = 0
    var events: [String] = []
    var subscribers: [String] = []
    var next: DispatchState.Turn? = first
    while let turn = next {
      dropped += turn.count
      if !events.contains(turn.audience.eventName) { events.append(turn.audience.eventName) }
      for label in turn.audience.labels where !subscribers.contains(label) {
        subscribers.append(label)
      }
      turn.audience.dropWaiting()
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

  @LoopActor
  func subscriberThrew(_ label: String, event: String, _ error: any Error) {
    state.value.failures[label, default: 0] += 1
    report(.threw(subscriber: label, event: event, error: error))
  }

  @LoopActor
  private func report(_ failure: BusFailure) {
    let observers = state.value.observers
    for observer in observers { observer(failure) }
  }

  // MARK: Watching

  @LoopActor
  func watch(_ body: @escaping @LoopActor (BusTraffic) -> Void) -> Subscription {
    let watcher = Subscriber<BusTraffic>("tail", body)
    state.value.watchers.append(watcher)
    state.value.flags.insert(.watched)
    return Subscription(watcher) { [self] in
      state.value.watchers.removeAll { !$0.isLive }
      if state.value.watchers.isEmpty { state.value.flags.subtract(.watched) }
    }
  }

  @LoopActor
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
