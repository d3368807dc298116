import Core
import Journals

/// Opening a space, and taking in what other processes wrote: the driver reads the journal, page by
/// page, and the engine folds.
extension SpaceEngine {
  /// The space is about to be read.
  ///
  /// - Returns: how far a snapshot may reach that it is opened from: no further than the world was
  ///   told, so that everything behind it is told on the way.
  public func beginOpening() -> Int {
    phase = .reading
    pastAlarms = Batch()
    // Whatever others wrote until now is read on the way.
    refreshRequestedAt = nil
    return announced ?? .max
  }

  /// Takes the states from a snapshot, or begins anew with none.
  public func restore(from snapshot: Snapshot?) {
    payloadBytes = 0
    sinceSnapshot = 0
    if let snapshot, let states = SnapshotCoding.read(snapshot.bytes, modules.modules) {
      reset(boxes: states.boxes, folded: snapshot.sequence, clock: states.clock)
      snapshotBytes = snapshot.bytes.count
      arePastAlarmsKept = true
    } else {
      reset(boxes: modules.modules.map { $0.makeState() }, folded: 0, clock: .init(rawValue: 0))
      snapshotBytes = 0
    }
  }

  /// Folds the next page of the journal.
  ///
  /// - Returns: whether there is more to read, after ``folded``.
  public func read(_ page: FactPage) -> Bool {
    let told = announced ?? .max
    let now = environment.clock.now()
    for entry in page.entries {
      folded += 1
      sinceSnapshot += 1
      origin = folded > told ? .refreshed : .replayed
      guard let fact = entry.fact, let channel = modules.factChannel(of: fact) else { continue }
      fold(fact, in: channel, at: entry.stamp)
    }
    origin = .live
    payloadBytes += page.payloadBytes
    if let own = page.ownClock { clock.observe(own) }
    if let foreign = page.foreignClock { clock.observe(foreign: foreign, now: now) }
    return !page.entries.isEmpty && folded < page.head
  }

  /// Everything was read: what waited is run.
  public func finishReading() {
    phase = .ready
    finishPastAlarms()
    let news = open.outbox
    open.outbox = []
    isBusy = true
    announce()
    for tell in news { tell() }
    isBusy = false
    runWaiting()
  }

  /// The journal could not be read: whoever waits is told, and the next request tries again, or the
  /// next sign of others, be it one that came meanwhile.
  public func failReading(_ error: any Error) {
    phase = .closed
    origin = .live
    open = Batch()
    pastAlarms = Batch()
    let waited = waiting
    waiting = []
    for operation in waited { operation.fail(error) }
  }

  /// Of the alarms that the past asks for, those that stand at its end are to be kept.
  private func finishPastAlarms() {
    let standing = pastAlarms.alarms.filter { $0.at != nil }
    pastAlarms = Batch()
    pastAlarms.prepend(standing)
    if standing.isEmpty { arePastAlarmsKept = true }
  }

  // MARK: Other writers

  /// Others wrote: begins to read what, unless a batch is under way whose fate will tell.
  ///
  /// - Returns: whether the driver has to read pages after ``folded`` now.
  public func beginRefreshing() -> Bool {
    guard phase == .ready, isIdle else {
      refreshRequestedAt = batchesTaken
      return false
    }
    refreshRequestedAt = nil
    phase = .reading
    return true
  }

  /// Whether a sign of others still waits to be looked into, now that nothing is under way.
  public var isRefreshDue: Bool { refreshRequestedAt != nil && phase == .ready && isIdle }
}
