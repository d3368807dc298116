import Core
import Engine
import EventDispatch
import Journals
import Loop

/// The open spaces of a process, opened on demand and kept while there is memory for them.
@LoopActor
final class SpacePool {
  let journal: any Journal
  let modules: ModuleSet
  let environment: EngineEnvironment
  private let memoryLimit: Int
  let reader: SpaceReader
  private(set) var spaces: [SpaceID: OpenSpace] = [:]
  private let open: OpenSpaces
  private var uses: UInt64 = 0
  private var alarmClock: AlarmClock?
  private var following: Task<Void, Never>?
  private let commits: GroupCommit
  private let replies = ReplyQueue()
  /// The snapshots being written, by number.
  ///
  /// A program waits for them before it ends; otherwise the next one would fold all of it again.
  private var keeping: [Int: Task<Void, Never>] = [:]
  private var snapshots = 0

  struct OpenSpace {
    let engine: SpaceEngine
    fileprivate(set) var lastUse: UInt64
  }

  /// - Parameters:
  ///   - open: where other threads look up whether a space is open.
  ///   - memoryLimit: the number of bytes of idle spaces that are kept open.
  ///   - passesOver: whether a fact that cannot be read is skipped; nil for none.
  init(
    journal: any Journal,
    modules: ModuleSet,
    environment: EngineEnvironment,
    open: OpenSpaces = OpenSpaces(),
    memoryLimit: Int,
    passesOver: FactReaders.PassesOver? = nil
  ) {
    self.open = open
    self.journal = journal
    self.modules = modules
    self.environment = environment
    self.memoryLimit = memoryLimit
    commits = GroupCommit(journal, replies)
    reader = SpaceReader(
      journal: journal,
      readers: modules.readers,
      setID: modules.setID,
      device: { environment.device },
      passesOver: passesOver
    )
  }

  deinit { following?.cancel() }

  /// Submits an operation to its space, and opens the space if necessary.
  func submit(_ operation: EngineOperation, to id: SpaceID) {
    let engine = engine(id)
    engine.submit(operation)
    drive(engine)
  }

  private func engine(_ id: SpaceID) -> SpaceEngine {
    uses += 1
    if let known = spaces[id]?.engine {
      spaces[id]?.lastUse = uses
      return known
    }
    let engine = SpaceEngine(id: id, modules: modules, environment: environment)
    engine.complete = { [replies] operations in
      LoopActor.assumeIsolated { replies.complete(operations) }
    }
    // Before it is read, so that whoever does not find it here has written before.
    open.insert(id)
    spaces[id] = OpenSpace(engine: engine, lastUse: uses)
    return engine
  }

  /// Does what the engine demands.
  private func drive(_ engine: SpaceEngine) {
    switch engine.demand {
    case .nothing: if engine.isRefreshDue { beginRefresh(engine) }
    case .reading: beginOpening(engine)
    case .writing: commits.schedule(engine, of: self)
    }
  }

  // MARK: Reading

  private func beginOpening(_ engine: SpaceEngine) {
    // Before the task starts: code that checks the demand meanwhile must not read a second time.
    let last = engine.beginOpening()
    Task {
      do {
        try await self.reader.open(engine, upTo: last)
        self.didRead(engine)
      } catch {
        self.readFailed(engine, error)
      }
    }
  }

  private func didRead(_ engine: SpaceEngine) {
    if engine.isSnapshotDue() { keepSnapshot(of: engine) }
    evict(sparing: engine)
    drive(engine)
  }

  /// Releases a space that cannot be read.
  ///
  /// A space that was open before stays, so that what others write before it can be read again is
  /// published then.
  private func readFailed(_ engine: SpaceEngine, _ error: any Error) {
    if !engine.wasOpened, spaces[engine.id]?.engine === engine { forget(engine.id) }
    engine.failReading(error)
    if engine.wasOpened { drive(engine) }
  }

  // MARK: Writing

  /// Called when replies without rows to write were delivered.
  func didAnswer(_ engine: SpaceEngine) { drive(engine) }

  /// Called when the journal has written what the space had decided, or has failed to.
  func didSettle(_ engine: SpaceEngine, _ append: AppendRequest) {
    if engine.isSnapshotDue() { keepSnapshot(of: engine) }
    // After a conflict, the process that wrote first may have set alarms, too.
    if !append.alarms.isEmpty || engine.phase == .closed { alarmClock?.rearm() }
    drive(engine)
  }

  // MARK: Snapshots and memory

  /// Takes a snapshot of the current states and writes it in the background.
  private func keepSnapshot(of engine: SpaceEngine) {
    let snapshot = snapshot(of: engine)
    let journal = journal
    snapshots += 1
    let number = snapshots
    keeping[number] = Task {
      // A snapshot only saves time: if it cannot be written, the journal still has everything.
      try? await journal.keep(snapshot)
      self.keeping[number] = nil
    }
  }

  private func snapshot(of engine: SpaceEngine) -> Snapshot {
    let made = engine.makeSnapshot()
    return Snapshot(
      space: engine.id,
      set: reader.setID,
      sequence: made.sequence,
      bytes: made.bytes
    )
  }

  private func evict(sparing kept: SpaceEngine) {
    var total = spaces.values.reduce(0) { $0 + $1.engine.weight }
    guard total > memoryLimit else { return }
    for space in spaces.values.sorted(by: { $0.lastUse < $1.lastUse })
    where total > memoryLimit && space.engine !== kept && space.engine.isIdle {
      total -= space.engine.weight
      forget(space.engine.id)
    }
  }

  private func forget(_ id: SpaceID) {
    spaces[id] = nil
    open.remove(id)
  }

  /// The number of open spaces, for monitoring.
  var openCount: Int { spaces.count }

  // MARK: Other writers

  /// Reads what others wrote to a space, if it is open.
  func refresh(_ id: SpaceID) async throws {
    guard let engine = spaces[id]?.engine else { return }
    guard engine.beginRefreshing() else { return drive(engine) }
    try await refreshNow(engine)
  }

  /// Whether the journal has more of a space than what was seen; then it has been read.
  func isOutdated(_ id: SpaceID, since known: Int) async throws -> Bool {
    // What cannot be read now is read at the next change.
    try? await refresh(id)
    let position: SpacePosition = try await withCheckedThrowingContinuation { continuation in
      submit(PositionOperation { continuation.resume(with: $0) }, to: id)
    }
    return position.sequence > known
  }

  private func beginRefresh(_ engine: SpaceEngine) {
    guard engine.beginRefreshing() else { return drive(engine) }
    // If it cannot be read now, the next notification of a change reads it.
    Task { try? await self.refreshNow(engine) }
  }

  private func refreshNow(_ engine: SpaceEngine) async throws {
    let known = engine.folded
    do {
      try await reader.catchUp(engine)
      // The other program has stored its alarms with its facts.
      if engine.folded > known { alarmClock?.rearm() }
      didRead(engine)
    } catch {
      readFailed(engine, error)
      throw error
    }
  }

  /// Follows what others write to open spaces from now on, until ``close()``.
  func followExternalWrites() async throws {
    let heads = try await journal.heads()
    guard following == nil else { return }
    following = Task { [weak self] in
      for await head in heads {
        guard let self else { return }
        self.follow(head)
      }
    }
  }

  private func follow(_ head: SpaceHead) {
    guard let engine = spaces[head.space]?.engine else {
      // The writer may have set alarms in a space that is not open here.
      alarmClock?.rearm()
      return
    }
    // The position on disk of a closed one is unknown: it contains what could not be stored.
    if engine.phase == .closed || head.sequence > engine.head { beginRefresh(engine) }
  }

  /// Merges a page of facts that were made elsewhere; those that are already here are skipped.
  func merge(_ page: MergePage, into id: SpaceID) async throws -> Outcome<Int> {
    let fresh = try await unknown(page.facts, in: id)
    let mustSummarize = page.isLast && page.hasAddedBefore
    guard !fresh.isEmpty || mustSummarize else { return Outcome(reply: 0) }
    return try await withCheckedThrowingContinuation { continuation in
      let (isLast, hasAddedBefore) = (page.isLast, page.hasAddedBefore)
      let merge = MergeOperation(fresh, isLast: isLast, hasMergedBefore: hasAddedBefore) {
        continuation.resume(with: $0)
      }
      submit(merge, to: id)
    }
  }

  /// Those of the facts that are not in the space, decoded off the loop.
  ///
  /// A separate function: when `merge` awaited this task directly, Swift 6.3 continued at address
  /// 0.
  private func unknown(_ facts: [FactRecord], in id: SpaceID) async throws -> [DecodedFact] {
    let (journal, readers, passesOver) = (journal, reader.readers, reader.passesOver)
    let decoding = Task.detached {
      let known = try await journal.known(facts.map(\.id), in: id)
      let fresh = facts.filter { !known.contains($0.id) }
      return try readers.merging(fresh, passesOver: passesOver)
    }
    return try await decoding.value
  }

  // MARK: Alarms

  /// Wakes modules when their alarms are due from now on, until ``close()``.
  func startAlarms() {
    guard alarmClock == nil else { return }
    // Weakly: the clock may be checking when nothing else retains this any more.
    let clock = AlarmClock(clock: environment.clock) { [weak self] in
      try await self?.handleDueAlarms()
    }
    alarmClock = clock
    clock.rearm()
  }

  /// Wakes every module whose alarm is due.
  ///
  /// - Returns: the instant at which the next alarm is due.
  func handleDueAlarms() async throws -> Instant? {
    try await AlarmDispatcher(journal: journal, modules: modules, clock: environment.clock) {
      [weak self] alarm in
      try await self?.wake(alarm)
    }.handleDueAlarms()
  }

  private func wake(_ alarm: Alarm) async throws {
    try await withCheckedThrowingContinuation { continuation in
      submit(WakeOperation(alarm) { continuation.resume(with: $0) }, to: alarm.space)
    }
  }

  // MARK: Closing

  func close() async {
    following?.cancel()
    alarmClock?.stop()
    (following, alarmClock) = (nil, nil)
    for space in spaces.values where space.engine.isSnapshotDue(closing: true) {
      try? await journal.keep(snapshot(of: space.engine))
    }
    for task in keeping.values { await task.value }
    for id in spaces.keys { forget(id) }
  }
}
