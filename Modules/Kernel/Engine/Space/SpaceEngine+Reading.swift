import Core
import Journals

/// Opening a space, and reading what other processes wrote.
///
/// The driver reads the journal page by page, and the engine folds.
extension SpaceEngine {
  /// Begins to open the space.
  ///
  /// The driver then restores a snapshot (``restore(from:amendments:)``), unless ``mayReadOn``.
  ///
  /// - Returns: the last row that a snapshot may cover. It is no later than what observers know, so
  ///   that everything after it is published while reading.
  public func beginOpening() -> Int {
    phase = .reading
    if !mayReadOn { pastAlarms = Batch() }
    // Reading from here covers everything that others have written until now.
    refreshRequestedAt = nil
    return announced ?? .max
  }

  /// Restores the states from a snapshot, or starts with empty states without one.
  ///
  /// - Parameter amendments: those of the whole journal, since one may come after what it amends.
  public func restore(from snapshot: Snapshot?, amendments: [Amendment.Row]) {
    mayReadOn = false
    payloadBytes = 0
    sinceSnapshot = 0
    isPartial = false
    self.amendments = Amendment.verdicts(of: amendments)
    amendedThrough = amendments.last?.sequence ?? 0
    (amendedNext, mustFoldAnew) = (nil, false)
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
    for decoded in page.facts {
      folded += 1
      sinceSnapshot += SpaceEngine.share(of: decoded.record)
      origin = folded > told ? .refreshed : .replayed
      take(decoded)
    }
    origin = .live
    payloadBytes += page.payloadBytes
    if amendments.isEmpty {
      if let own = page.ownClock { clock.observe(own) }
      if let foreign = page.foreignClock { clock.observe(foreign: foreign, now: now) }
    } else {
      for stamp in page.facts.compactMap({ stamp(of: $0.record) }) { observe(stamp, now: now) }
    }
    return !page.facts.isEmpty && folded < page.head
  }

  /// Whether the journal may lack an alarm for what was read.
  ///
  /// Other processes have set the alarms for what they wrote, but not those of modules that they
  /// do not have.
  public var mayLackAlarms: Bool { pastAlarms.alarms.contains { isLacking($0, []) } }

  /// Ends reading and runs the waiting operations.
  ///
  /// - Parameter kept: the alarms of the space that the journal has, if it may lack some
  ///   (``mayLackAlarms``).
  public func finishReading(_ kept: Set<Alarm> = []) {
    mayReadOn = false
    if amendedNext != nil { mustFoldAnew = true }
    guard !foldsAnew() else { return }
    phase = .ready
    finishPastAlarms(kept)
    let news = open.outbox
    open.outbox = []
    isBusy = true
    announce()
    for publish in news { publish() }
    isBusy = false
    runWaiting()
  }

  /// Reports that the journal could not be read.
  ///
  /// The waiting operations fail. The next request or notification of a write tries again; so does
  /// a notification that arrived in the meantime.
  public func failReading(_ error: any Error) {
    (phase, mayReadOn) = (.closed, false)
    origin = .live
    open = Batch()
    pastAlarms = Batch()
    let waited = waiting
    waiting = []
    for operation in waited { operation.fail(error) }
  }

  /// Keeps those alarms of the past that are still set at its end and that the journal lacks.
  private func finishPastAlarms(_ kept: Set<Alarm>) {
    let standing = pastAlarms.alarms.filter { isLacking($0, kept) }
    pastAlarms = Batch()
    pastAlarms.prepend(standing)
    if standing.isEmpty { arePastAlarmsKept = true }
  }

  /// Whether an alarm that is set at the end of the past is not in the journal.
  ///
  /// Of a past that was read whole, an alarm that is to come counts as it says, and one that is due
  /// was moved when it was handled. After an earlier part whose alarms the journal has, one that is
  /// due may have been handled, and one that differs was moved by a decision.
  private func isLacking(_ change: AlarmChange, _ kept: Set<Alarm>) -> Bool {
    guard let at = change.at else { return false }
    let isAhead = at > environment.clock.now()
    guard let known = kept.first(where: { $0.module == change.module && $0.key == change.key })
    else { return isAhead || !arePastAlarmsKept }
    return isAhead && known.at != at && !arePastAlarmsKept
  }

  // MARK: Other writers

  /// Begins to read what others wrote, unless a batch is being written whose result covers it.
  ///
  /// - Returns: whether the driver must read pages after ``folded`` now.
  public func beginRefreshing() -> Bool {
    guard phase == .ready, isIdle else {
      refreshRequestedAt = batchesTaken
      return false
    }
    refreshRequestedAt = nil
    phase = .reading
    return true
  }

  /// Whether a write of others must still be read and the engine is idle.
  public var isRefreshDue: Bool { refreshRequestedAt != nil && phase == .ready && isIdle }
}
