import Core
import Engine
import Journals

/// Sends facts to the server.
extension SyncDevice {
  /// Handles own entries that were read.
  public mutating func take(own: [HeldEntry]) {
    switch phase {
    case .comparing(let page): compare(own, with: page)
    case .gathering: push(own)
    case .offering(var offer):
      let decided = own.filter { $0.entry.verdict != nil }.fitting(\.fact)
      offer.number = decided.last?.entry.number
      if !decided.isEmpty {
        phase = .sendingOffer(Array(decided), then: offer)
      } else if offer.isNewOrder {
        follow(offer.epoch)
      } else {
        phase = .pulling
      }
    default: break
    }
  }

  private mutating func push(_ items: [HeldEntry]) {
    let items = Array(items.fitting(\.fact))
    guard let last = items.last else {
      if state.isSettled { return endRound() }
      // Facts with a verdict but no position are pulled. If they still have none afterwards, the
      // server was restored to an earlier moment: of what this device has seen, it lost only these.
      return hasPulledSince ? offerUnplaced() : (phase = .pulling)
    }
    let isMarked =
      mark.map { $0.author == state.author && $0.number >= last.entry.number } ?? false
    phase = isMarked ? .pushing(items) : .marking(items)
  }

  func pushRequest(_ items: [HeldEntry]) -> PushRequest {
    PushRequest(
      author: state.author,
      epoch: state.epoch ?? SyncEpoch(rawValue: 0),
      items: items.map(PushRequest.Item.init)
    )
  }

  mutating func take(_ decisions: [PushDecision], about items: [HeldEntry]) {
    var next = state
    var entries: [SyncEntry] = []
    var decided: [DecidedFact] = []
    for (item, decision) in zip(items, decisions) {
      var entry = item.entry
      entry.verdict = decision.verdict
      entry.isAlias = decision.isAlias
      entry.received = decision.received
      entries.append(entry)
      guard !flaws.contains(.keepsOwnClocks) else { continue }
      decided.append(
        DecidedFact(fact: entry.fact, made: item.fact.stamp.clock, verdict: decision.verdict)
      )
    }
    next.acknowledged = max(next.acknowledged, entries.last?.number ?? 0)
    hasPulledSince = false
    store(next, then: .gathering, decided: decided, entries: entries)
  }

  /// Offers the server own facts that have a verdict but no position, since it has lost them.
  mutating func offerUnplaced() {
    guard let epoch = state.epoch, state.acknowledged > state.placed.number else { return fail() }
    hasPulledSince = false
    phase = .offering(Offer(epoch: epoch, number: state.placed.number, isNewOrder: false))
  }

  // MARK: A server with other data

  /// Begins to follow a server that was restored or replaced.
  ///
  /// It is offered everything held of the earlier order, regardless of the author; then its order
  /// is pulled from the start. Nothing is removed here.
  mutating func replaced(by epoch: SyncEpoch) {
    if flaws.contains(.ignoresEpochs) {
      state.epoch = epoch
      return fail()
    }
    guard state.epoch != nil, !flaws.contains(.offersNothing) else { return follow(epoch) }
    phase = .offering(Offer(epoch: epoch))
  }

  /// Handles entries of the server's order that were read.
  public mutating func take(order: [HeldEntry]) {
    guard case .offering(var offer) = phase else { return }
    let order = Array(order.fitting(\.fact))
    guard let last = order.last?.entry.position else {
      offer.number = state.placed.number
      return phase = .offering(offer)
    }
    offer.position = last
    phase = .sendingOffer(order, then: offer)
  }

  func offerRequest(_ items: [HeldEntry], _ epoch: SyncEpoch) -> OfferRequest {
    OfferRequest(
      author: state.author,
      epoch: epoch,
      items: items.map(OfferRequest.Item.init)
    )
  }

  mutating func follow(_ epoch: SyncEpoch) {
    var next = state
    next.follow(epoch)
    store(next, then: .pulling, drops: .all)
  }
}
