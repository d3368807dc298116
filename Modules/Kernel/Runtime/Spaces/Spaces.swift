import Bus
import Core
import Journals
import Loop

/// The open spaces of a process: opened on demand, kept while there is memory for them.
@LoopActor
final class Spaces {
  private let journal: any Journal
  private let plugins: Plugins
  private let settings: Settings
  private let memoryLimit: Int
  private let loader: SpaceLoader
  private var spaces: [SpaceID: Space] = [:]
  private var uses: UInt64 = 0
  private var alarmTimer: AlarmTimer?
  private lazy var commits = CommitQueue(
    journal: journal,
    reopen: { [unowned self] in reopen($0, $1, $2) },
    landed: { [unowned self] in landed($0, $1) }
  )

  /// After so many conflicts in a row something is wrong that trying again will not mend.
  private static let mostConflicts = 200
  /// Facts after which a snapshot is worth writing.
  private static let snapshotAfter = 1000
  /// Bytes of a snapshot that each fact since the last one has to pay for, so that one of many years
  /// is not written anew for every few facts.
  ///
  /// A fact itself writes about a kilobyte; the snapshots add a sixteenth.
  private static let snapshotBytesPerFact = 64
  private static let snapshotOnCloseAfter = 200

  init(journal: any Journal, plugins: Plugins, settings: Settings, memoryLimit: Int) {
    self.journal = journal
    self.plugins = plugins
    self.settings = settings
    self.memoryLimit = memoryLimit
    loader = SpaceLoader(journal: journal, plugins: plugins, setID: plugins.setID)
  }

  func run(_ operation: any Operation, in id: SpaceID) {
    let space = space(id)
    guard space.phase == .ready else {
      space.waiting.append(operation)
      return open(space)
    }
    commits.run(operation, in: space)
  }

  private func space(_ id: SpaceID) -> Space {
    uses += 1
    let space = spaces[id] ?? Space(id: id, plugins: plugins, settings: settings)
    space.lastUse = uses
    spaces[id] = space
    return space
  }

  // MARK: Opening

  private func open(_ space: Space) {
    guard space.phase == .closed else { return }
    space.phase = .opening
    Task { @LoopActor in
      do {
        try await loader.open(space)
        opened(space)
      } catch {
        refuse(space, error)
      }
    }
  }

  private func opened(_ space: Space) {
    space.phase = .ready
    let waiting = space.waiting
    space.waiting = []
    let news = space.open.outbox
    space.open.outbox = []
    space.announce()
    for tell in news { tell() }
    for operation in waiting { commits.run(operation, in: space) }
    if space.open.hasRows { commits.schedule(space) }
    keepSnapshot(of: space, after: Spaces.snapshotAfter)
    evict(sparing: space)
    followSign(in: space)
  }

  private func refuse(_ space: Space, _ error: any Error) {
    space.phase = .closed
    spaces[space.id] = nil
    let waiting = space.waiting
    space.waiting = []
    for operation in waiting { operation.fail(error) }
  }

  /// The state is not what is on disk: it is read again, and `operations` are run again.
  private func reopen(_ space: Space, _ operations: [any Operation], _ cause: (any Error)?) {
    space.phase = .closed
    var again: [any Operation] = []
    for operation in operations {
      if cause == nil { operation.conflicts += 1 }
      if operation.conflicts > Spaces.mostConflicts {
        operation.fail(
          JournalError(
            .busy,
            "Other programs keep writing to this space. Nothing was changed: try again shortly."
          )
        )
      } else {
        again.append(operation)
      }
    }
    space.waiting = again + space.waiting
    open(space)
  }

  private func landed(_ space: Space, _ batch: Batch) {
    space.sinceSnapshot += batch.facts.count
    // An erasure takes the snapshots with it, which hold what was erased.
    if batch.facts.contains(where: \.erases) { space.sinceSnapshot = space.folded }
    let worth = space.bytes / Spaces.snapshotBytesPerFact
    keepSnapshot(of: space, after: max(Spaces.snapshotAfter, worth))
    if !batch.alarms.isEmpty { alarmTimer?.rearm() }
    space.announce()
    // The journal took a batch that was given to it after the sign: nobody wrote before it.
    if let sign = space.signOfOthers, space.flights > sign { space.signOfOthers = nil }
    followSign(in: space)
  }

  // MARK: Snapshots and memory

  /// Keeps a snapshot when enough facts were folded since the last one and all of them are on disk.
  ///
  /// One that waits for the disk might come to nothing, or to another place than the snapshot says.
  private func keepSnapshot(of space: Space, after enough: Int) {
    guard space.sinceSnapshot >= enough, space.head == space.folded else { return }
    keepSnapshot(of: space)
  }

  /// Takes the states as they are now and writes them while work goes on.
  ///
  /// Only called when everything folded is on disk.
  private func keepSnapshot(of space: Space, then: (@LoopActor () -> Void)? = nil) {
    space.sinceSnapshot = 0
    let bytes = SnapshotCoding.write(space)
    space.bytes = bytes.count
    let (journal, id, set, sequence) = (journal, space.id, loader.setID, space.folded)
    let write: @Sendable () -> Void = {
      // A snapshot only saves time: when it cannot be kept the journal still has everything.
      guard let row = try? journal.read(id, after: sequence - 1, limit: 1).rows.first else {
        return
      }
      try? journal.keep(
        Snapshot(
          space: id,
          set: set,
          sequence: sequence,
          chainHash: row.chainHash,
          bytes: bytes
        )
      )
    }
    do { try Loop.offload(write, then: { then?() }) } catch { then?() }
  }

  private func evict(sparing kept: Space) {
    var total = spaces.values.reduce(0) { $0 + $1.bytes }
    guard total > memoryLimit else { return }
    for space in spaces.values.sorted(by: { $0.lastUse < $1.lastUse })
    where total > memoryLimit && space !== kept && space.isIdle {
      total -= space.bytes
      spaces[space.id] = nil
    }
  }

  // MARK: Other writers

  /// Where the space is on disk as far as this process knows, opening it if need be.
  func head(of id: SpaceID) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      run(HeadOperation(Caller(continuation)), in: id)
    }
  }

  /// Looks what others wrote, unless the next batch will tell.
  private func followSign(in space: Space) {
    guard space.signOfOthers != nil, space.isIdle else { return }
    space.signOfOthers = nil
    let id = space.id
    Task { @LoopActor in
      // What could not be read now is read with the next sign of a change.
      try? await refresh(id)
    }
  }

  func refresh(_ id: SpaceID) async throws {
    guard let space = spaces[id] else { return }
    guard space.phase == .ready, space.isIdle else {
      space.signOfOthers = space.flights
      return
    }
    space.phase = .opening
    let known = space.folded
    do {
      try await loader.catchUp(space, tellingAfter: known)
      opened(space)
      // The other program has kept its alarms beside its facts.
      if space.folded > known { alarmTimer?.rearm() }
    } catch {
      refuse(space, error)
      throw error
    }
  }

  func adopt(_ facts: [NewFact], into id: SpaceID) async throws -> Int {
    let (journal, kinds) = (journal, plugins.kinds)
    let fresh = try await Loop.offload {
      let known = try journal.known(facts.map(\.id), in: id)
      return try facts.filter { !known.contains($0.id) }.map { fact -> (NewFact, ReadFact?) in
        guard let payload = fact.payload, let kind = kinds[fact.kind] else { return (fact, nil) }
        guard fact.version <= kind.version else { return (fact, nil) }
        let read = try SpaceLoader.decode(payload, fact.kind, fact.version, kind, fact.stamp, 0)
        return (fact.erasing(kind.erases), read)
      }
    }
    guard !fresh.isEmpty else { return 0 }
    try await withCheckedThrowingContinuation { continuation in
      run(AdoptOperation(fresh, Caller(continuation)), in: id)
    }
    return fresh.count
  }

  // MARK: Alarms

  func keepAlarms() {
    let timer = AlarmTimer(clock: settings.clock) { [unowned self] in try await wakeDue() }
    alarmTimer = timer
    timer.rearm()
  }

  func wakeDue() async throws -> Instant? {
    let (journal, now) = (journal, settings.clock.now())
    let due = try await Loop.offload { try journal.alarms(dueAt: now, limit: 100) }
    for alarm in due where isLoaded(alarm.module) {
      try await withCheckedThrowingContinuation { continuation in
        run(WakeOperation(alarm, Caller(continuation)), in: alarm.space)
      }
    }
    let end = Instant(milliseconds: .max)
    let coming = try await Loop.offload { try journal.alarms(dueAt: end, limit: 100) }
    // What other products' modules asked for waits until one of them is here again.
    return coming.first { isLoaded($0.module) }?.at
  }

  private func isLoaded(_ module: String) -> Bool {
    plugins.modules.contains { $0.manifest.name == module }
  }

  // MARK: The end

  func close() async {
    alarmTimer?.stop()
    alarmTimer = nil
    for space in spaces.values
    where space.phase == .ready && space.isIdle
      && space.sinceSnapshot >= Spaces.snapshotOnCloseAfter
    {
      await withCheckedContinuation { continuation in
        keepSnapshot(of: space) { continuation.resume() }
      }
    }
    spaces = [:]
  }

  func pluginStatus() -> [PluginStatus] {
    let failures = plugins.bus.failures
    return plugins.modules.map {
      PluginStatus(manifest: $0.manifest, failures: failures[$0.manifest.name] ?? 0)
    }
  }
}

extension NewFact {
  func erasing(_ erases: Bool) -> NewFact {
    NewFact(
      id: id,
      stamp: stamp,
      kind: kind,
      version: version,
      entity: entity,
      payload: payload,
      payloadHash: payloadHash,
      erases: erases
    )
  }
}
