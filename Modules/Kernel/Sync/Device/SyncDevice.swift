import Core
import Engine
import Journals

/// A device's side of the sync of one space, as a deterministic, synchronous state machine.
///
/// It knows no network, disk, task or clock: its driver does what ``demand`` says and passes on the
/// result. Everything that must survive is in ``state``, which is stored together with its facts;
/// after a crash, or an error of the journal, the driver begins again with what was stored.
///
/// A round pulls what others did, numbers what has no number yet, pushes it, and pulls the
/// positions that the server assigned. A fact without a number was made or imported here, or was
/// numbered in an earlier epoch or under an earlier identity of this device.
public struct SyncDevice: Sendable {
  public internal(set) var state: DeviceState
  /// Whether entries are stored with the tags of the server's order.
  ///
  /// If a fact may have travelled in several forms, they tell in which one it did.
  public var keepsTags = false
  var phase = Phase.beginning
  /// The state and phase that take effect once they are stored.
  var pending: (state: DeviceState, phase: Phase)?
  /// The highest number that is known to have been pushed.
  var mark: AuthorMark?
  /// Whether the whole order was pulled since facts were pushed, so that it has their positions.
  var hasPulledSince = false
  private var backoff = Backoff()
  private var random: SplitMix64
  /// The greatest number of facts that are read or sent at a time.
  public internal(set) var limit: Int
  /// The limit after a round without trouble.
  private let fullLimit: Int
  let flaws: SyncFlaws

  enum Phase {
    case beginning
    case renewing
    /// Keeps the new identity outside of the journal, before it is used.
    case keeping(DeviceID)
    case pulling
    /// Compares own entries on a page with those that are held here.
    case comparing(PullPage)
    case storing(SyncStorage)
    case numbering
    case gathering
    case marking([HeldEntry])
    case pushing([HeldEntry])
    /// Offers the server of a new epoch what it may have lost.
    case offering(Offer)
    case sendingOffer([HeldEntry], then: Offer)
    case resting(milliseconds: Int64)
    /// Waits for nothing, which only a flawed machine does.
    case stuck
  }

  /// What is offered next.
  struct Offer {
    let epoch: SyncEpoch
    /// The position in the earlier order after which to continue.
    var position = 0
    /// Then the own number after which to continue with facts that have a verdict but no position.
    var number: Int?
    /// Whether the server has another order, which is pulled afterwards.
    var isNewOrder = true

    var phase: Phase { .offering(self) }
  }

  /// - Parameters:
  ///   - state: what was stored; nil at first.
  ///   - device: the identity of this installation.
  ///   - mark: what is kept outside of the journal.
  ///   - seed: the seed of the pauses between attempts.
  ///   - limit: the greatest number of facts that are read or sent at a time.
  public init(
    state: DeviceState?,
    device: DeviceID,
    mark: AuthorMark?,
    seed: UInt64,
    limit: Int = SyncLimits.facts
  ) {
    self.init(state: state, device: device, mark: mark, seed: seed, limit: limit, flaws: [])
  }

  package init(
    state: DeviceState?,
    device: DeviceID,
    mark: AuthorMark?,
    seed: UInt64,
    limit: Int,
    flaws: SyncFlaws
  ) {
    self.limit = limit
    fullLimit = limit
    self.state = state ?? DeviceState(author: device)
    self.mark = mark
    self.flaws = flaws
    random = SplitMix64(seed: seed)
    begin(as: device)
  }

  /// Notices a journal that was restored, or copied from another installation.
  private mutating func begin(as device: DeviceID) {
    let isNew = state.author != device
    let highest = isNew ? 0 : state.highest
    let isUsed = mark.map { $0.author == device ? $0.number > highest : !isNew } ?? false
    if isUsed, !flaws.contains(.ignoresMark) {
      phase = .renewing
    } else {
      phase = isNew ? .keeping(device) : .pulling
    }
  }

  /// Continues under another identity.
  private mutating func take(_ device: DeviceID) {
    var next = state
    next.renew(device)
    store(next, then: .pulling, drops: .unplaced)
  }

  // MARK: Demands

  public var demand: SyncDemand {
    switch phase {
    case .beginning, .stuck: .rest(milliseconds: .max)
    case .renewing: .renew
    case .keeping(let device): .keep(AuthorMark(author: device, number: 0))
    case .pulling:
      .send(
        .pull(
          PullRequest(
            author: state.author,
            epoch: state.epoch,
            after: state.cursor,
            limit: limit
          )
        )
      )
    case .comparing(let page): .own(after: state.placed.number, limit: page.items.count)
    case .storing(let storage): .store(storage)
    case .numbering: .rows(after: state.scanned, limit: limit)
    case .gathering: .own(after: state.acknowledged, limit: limit)
    case .marking(let items):
      .keep(AuthorMark(author: state.author, number: items.last?.entry.number ?? 0))
    case .pushing(let items): .send(.push(pushRequest(items)))
    case .offering(let offer):
      if let number = offer.number {
        .own(after: number, limit: limit)
      } else {
        .order(after: offer.position, limit: limit)
      }
    case .sendingOffer(let items, let then): .send(.offer(offerRequest(items, then.epoch)))
    case .resting(let milliseconds): .rest(milliseconds: milliseconds)
    }
  }

  /// Whether a round has ended and nothing is left to do.
  public var isIdle: Bool {
    guard case .resting = phase else { return false }
    return state.isSettled && backoff.failures == 0
  }

  // MARK: Time

  /// The time between two rounds without news, in milliseconds.
  private static let interval: Int64 = 60_000

  /// Begins a round, unless one is running.
  public mutating func wake() {
    guard case .resting = phase else { return }
    phase = .pulling
  }

  /// Reports that there was no answer, or one that does not belong to this protocol.
  ///
  /// The round begins again after a pause (``Backoff``).
  public mutating func fail() {
    let pause = backoff.next(using: &random)
    phase = flaws.contains(.forgetsTimer) ? .stuck : .resting(milliseconds: pause)
  }

  /// Reports that a request is too large for something on the way: less is sent from now on.
  ///
  /// A single fact cannot be split; the round fails then.
  public mutating func split() {
    let sent =
      switch phase {
      case .pushing(let items), .sendingOffer(let items, _): items.count
      default: limit
      }
    guard sent > 1 else { return fail() }
    limit = sent / 2
    switch phase {
    case .pushing: phase = .gathering
    case .sendingOffer(let items, _): phase = again(items)
    default: break
    }
  }

  /// Collects again what was to be offered.
  private func again(_ items: [HeldEntry]) -> Phase {
    guard case .sendingOffer(_, var offer) = phase, let first = items.first?.entry else {
      return phase
    }
    if offer.number == nil {
      offer.position = (first.position ?? 1) - 1
    } else {
      offer.number = first.number - 1
    }
    return offer.phase
  }

  mutating func endRound() {
    backoff.reset()
    limit = fullLimit
    let interval = Self.interval
    phase = .resting(
      milliseconds: .random(in: interval * 3 / 4...interval * 5 / 4, using: &random)
    )
  }

  // MARK: Storing

  /// Stores a new state, with what arrived with it.
  mutating func store(
    _ next: DeviceState,
    then phase: Phase,
    facts: [FactRecord] = [],
    verdicts: [FactID: SyncVerdict] = [:],
    decided: [DecidedFact] = [],
    entries: [SyncEntry] = [],
    drops: SyncChange.Drops = .none,
    isLast: Bool = true
  ) {
    pending = (next, phase)
    let change = SyncChange(
      state: next.bytes,
      drops: drops,
      entries: entries,
      decided: entries.filter { $0.verdict != nil }.map(\.fact)
    )
    self.phase = .storing(
      SyncStorage(
        facts: facts,
        page: SyncPage(verdicts: verdicts, decided: decided, change: change),
        isLast: isLast
      )
    )
  }

  /// Reports that what was to be stored or kept is on disk.
  public mutating func stored() {
    switch phase {
    case .keeping(let device):
      mark = AuthorMark(author: device, number: 0)
      take(device)
    case .marking(let items):
      if let last = items.last {
        mark = AuthorMark(author: state.author, number: last.entry.number)
      }
      phase = .pushing(items)
    default:
      guard let pending else { return }
      (state, phase) = pending
      self.pending = nil
    }
  }

  /// Reports that the installation has another identity now.
  public mutating func renewed(as device: DeviceID) { phase = .keeping(device) }
}
