import Core
import Engine
import EventDispatch
import Journals
import Loop

/// The open spaces of a process: opened on demand, kept while there is memory for them.
@LoopActor
final class Spaces {
  private let journal: any Journal
  let modules: ModuleSet
  private let environment: EngineEnvironment
  private let memoryLimit: Int
  private let reader: SpaceReader
  private(set) var spaces: [SpaceID: OpenSpace] = [:]
  private var uses: UInt64 = 0
  private var alarmClock: AlarmClock?
  private var following: Task<Void, Never>?
  private let commits: GroupCommit
  /// Snapshots that are being written, by number: a program that ends waits for them, or the next one
  /// would fold all of it again.
  private var keeping: [Int: Task<Void, Never>] = [:]
  private var snapshots = 0

  struct OpenSpace {
    let engine: SpaceEngine
    fileprivate(set) var lastUse: UInt64
  }

  /// - Parameter memoryLimit: how many bytes of idle spaces are kept open.
  init(
    journal: any Journal,
    modules: ModuleSet,
    environment: EngineEnvironment,
    memoryLimit: Int
  ) {
    self.journal = journal
    self.modules = modules
    self.environment = environment
    self.memoryLimit = memoryLimit
    commits = GroupCommit(journal)
    reader = SpaceReader(
      journal: journal,
      readers: modules.readers,
      setID: modules.setID,
      device: environment.device
    )
  }

  deinit { following?.cancel() }

  /// Gives an operation to the space it is for, opening that if need be.
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
    // Before the task begins: whoever looks at the demand meanwhile must not read a second time.
    let last = engine.beginOpening()
    Task {
      do {
        try await self.reader.open(engine, upTo: last)
        self.wasRead(engine)
      } catch {
        self.couldNotRead(engine, error)
      }
    }
  }

  private func wasRead(_ engine: SpaceEngine) {
    if engine.isSnapshotDue() { keepSnapshot(of: engine) }
    evict(sparing: engine)
    drive(engine)
  }

  /// Lets go of a space that cannot be read.
  ///
  /// One that was open stays, so that what others wrote until it can be read is told then.
  private func couldNotRead(_ engine: SpaceEngine, _ error: any Error) {
    if !engine.wasOpened, spaces[engine.id]?.engine === engine { spaces[engine.id] = nil }
    engine.failReading(error)
    if engine.wasOpened { drive(engine) }
  }

  // MARK: Writing

  /// Replies that waited for no rows of their own were given.
  func wasAnswered(_ engine: SpaceEngine) { drive(engine) }

  /// The journal took what the space had decided, or did not.
  func wasSettled(_ engine: SpaceEngine, _ append: Append) {
    if engine.isSnapshotDue() { keepSnapshot(of: engine) }
    // Whoever was first may have set alarms, too.
    if !append.alarms.isEmpty || engine.phase == .closed { alarmClock?.rearm() }
    drive(engine)
  }

  // MARK: Snapshots and memory

  /// Takes the states as they are now and writes them while work goes on.
  private func keepSnapshot(of engine: SpaceEngine) {
    let snapshot = snapshot(of: engine)
    let journal = journal
    snapshots += 1
    let number = snapshots
    keeping[number] = Task {
      // A snapshot only saves time: when it cannot be kept the journal still has everything.
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
      spaces[space.engine.id] = nil
    }
  }

  /// How many spaces are open, for whoever watches the process.
  var openCount: Int { spaces.count }

  // MARK: Other writers

  /// Takes in what others wrote to a space, if it is open.
  func refresh(_ id: SpaceID) async throws {
    guard let engine = spaces[id]?.engine else { return }
    guard engine.beginRefreshing() else { return drive(engine) }
    try await refreshNow(engine)
  }

  private func beginRefresh(_ engine: SpaceEngine) {
    guard engine.beginRefreshing() else { return drive(engine) }
    // What could not be read now is read with the next sign of a change.
    Task { try? await self.refreshNow(engine) }
  }

  private func refreshNow(_ engine: SpaceEngine) async throws {
    let known = engine.folded
    do {
      try await reader.catchUp(engine)
      // The other program has kept its alarms beside its facts.
      if engine.folded > known { alarmClock?.rearm() }
      wasRead(engine)
    } catch {
      couldNotRead(engine, error)
      throw error
    }
  }

  /// From now on follows what others write to open spaces, until ``close()``.
  func followOthers() async throws {
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
      // Whoever wrote may have set alarms in a space that is not open here.
      alarmClock?.rearm()
      return
    }
    // How far a closed one is on disk nobody knows: it holds what could not be kept.
    if engine.phase == .closed || head.sequence > engine.head { beginRefresh(engine) }
  }

  func merge(_ facts: [NewFact], into id: SpaceID) async throws -> Outcome<Int> {
    let (journal, readers) = (journal, reader.readers)
    let fresh = try await Task.detached {
      let known = try await journal.known(facts.map(\.id), in: id)
      return try readers.merging(facts.filter { !known.contains($0.id) })
    }.value
    guard !fresh.isEmpty else { return Outcome(reply: 0) }
    let outcome = try await withCheckedThrowingContinuation { continuation in
      submit(MergeOperation(fresh) { continuation.resume(with: $0) }, to: id)
    }
    return Outcome(reply: fresh.count, signals: outcome.signals)
  }

  // MARK: Alarms

  /// From now on wakes modules when their alarms are due, until ``close()``.
  func keepAlarms() {
    guard alarmClock == nil else { return }
    // Weakly: the clock may be looking while nobody holds this any more.
    let clock = AlarmClock(clock: environment.clock) { [weak self] in try await self?.wakeDue() }
    alarmClock = clock
    clock.rearm()
  }

  /// Wakes every module whose alarm is due.
  ///
  /// - Returns: when the next alarm is due.
  func wakeDue() async throws -> Instant? {
    try await AlarmDispatcher(journal: journal, modules: modules, clock: environment.clock) {
      [weak self] alarm in
      try await self?.wake(alarm)
    }.wakeDue()
  }

  private func wake(_ alarm: Alarm) async throws {
    try await withCheckedThrowingContinuation { continuation in
      submit(WakeOperation(alarm) { continuation.resume(with: $0) }, to: alarm.space)
    }
  }

  // MARK: The end

  func close() async {
    following?.cancel()
    alarmClock?.stop()
    (following, alarmClock) = (nil, nil)
    for space in spaces.values where space.engine.isSnapshotDue(closing: true) {
      try? await journal.keep(snapshot(of: space.engine))
    }
    for task in keeping.values { await task.value }
    spaces = [:]
  }
}
