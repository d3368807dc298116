import Core
import Engine
import EngineDriving
import Journals
import Sync

/// A device with its program, its clock and its backups.
final class SimulatedDevice {
  let name: String
  let isCopy: Bool
  private(set) var installation: Installation
  /// The sync of its programs: one, or two that do not know of each other.
  private var machines: [SyncDevice] = []
  private(set) var mark: AuthorMark?
  /// Whether its session was revoked, so that the server answers nothing.
  var isSignedOut = false
  /// How far its clock is off, in milliseconds.
  var skew: Int64
  private var backups: [Backup] = []
  private var chance: Chance
  private let page: Int
  private let flaws: Flaws
  /// The first verdict that it received for each of its own facts, until it is restored.
  ///
  /// The verdicts for facts of others may change: a restored server decides again about what their
  /// device pushes again, before this device offers what it knows.
  private(set) var verdicts: [FactID: Told] = [:]
  /// The number of verdicts that changed.
  private(set) var changedVerdicts = 0
  /// Signals that a sync gave.
  private(set) var lateSignals = 0

  /// A verdict, and when the server is said to have received the fact.
  struct Told: Equatable {
    let verdict: SyncVerdict
    let received: Instant?
  }

  struct Backup {
    let journal: any SimulatedJournal
    let device: DeviceID
    let mark: AuthorMark?
  }

  /// A program that ended before it was finished.
  struct Crash: Error {}
  /// A disk that could not store anything.
  struct DiskFull: Error {}

  init(
    name: String,
    seed: UInt64,
    page: Int,
    skew: Int64,
    modules: InstalledModules,
    journals: JournalMaker,
    flaws: Flaws,
    copying other: SimulatedDevice? = nil
  ) throws {
    self.name = name
    isCopy = other != nil
    self.skew = skew
    self.page = page
    self.flaws = flaws
    var chance = Chance(seed: seed)
    let device = other?.device ?? DeviceID(rawValue: chance.next() >> 1 | 1)
    installation = try Installation(
      device: device,
      seed: chance.next(),
      modules: modules,
      journal: try other?.journal.duplicate() ?? journals.make(),
      flaws: flaws
    )
    self.chance = chance
    mark = other?.mark
    verdicts = other?.verdicts ?? [:]
    try start()
  }

  var device: DeviceID { installation.device }
  var journal: any SimulatedJournal { installation.journal }
  var state: DeviceState? { machines.first?.state }
  let space = Installation.space

  /// Starts the sync program with the stored state.
  func start() throws {
    let count = flaws.leavesOut(.oneAtATime) ? 2 : 1
    machines = try (0..<count).map { _ in
      SyncDevice(
        state: try journal.syncState(of: space).map { try DeviceState($0) },
        device: device,
        mark: mark,
        seed: chance.next(),
        limit: page,
        flaws: flaws.sync
      )
    }
  }

  var isIdle: Bool { machines.allSatisfy(\.isIdle) }

  /// Whether it waits for time to pass.
  var isResting: Bool {
    machines.allSatisfy { if case .rest = $0.demand { true } else { false } }
  }

  /// A description of what it is doing, to help find a fault.
  var situation: String {
    machines.map { machine in
      let state = machine.state
      return "\(machine.demand) cursor \(state.cursor.position) numbered \(state.numbered.number) "
        + "acknowledged \(state.acknowledged) placed \(state.placed.number) scanned \(state.scanned)"
    }.joined(separator: "; ")
  }

  /// Does the next thing that its sync demands.
  func advance(_ server: SimulatedServer, _ faults: FaultRates, now: Int64) throws {
    installation.setTime(now, skew: skew)
    let index = chance.number(0...machines.count - 1)
    do {
      try perform(index, server, faults, now)
    } catch is Crash {
      try installation.restart()
      try start()
    } catch is DiskFull {
      try start()
    }
  }

  private func perform(
    _ index: Int,
    _ server: SimulatedServer,
    _ faults: FaultRates,
    _ now: Int64
  ) throws {
    switch machines[index].demand {
    case .send(let request): try send(request, index, server, faults, now)
    case .rows(let after, let limit): machines[index].take(rows: try rows(after, limit))
    case .own(let after, let limit):
      let author = machines[index].state.author
      let entries = try journal.entries(in: space, of: author, after: after, limit: limit)
      machines[index].take(own: try held(entries))
    case .order(let after, let limit):
      let entries = try journal.entries(in: space, after: after, limit: limit)
      machines[index].take(order: try held(entries))
    case .store(let storage):
      try store(storage, faults)
      machines[index].stored()
    case .keep(let mark):
      self.mark = mark
      if chance.happens(faults.crash) { throw Crash() }
      machines[index].stored()
    case .renew:
      installation.device = DeviceID(rawValue: chance.next() >> 1 | 1)
      if chance.happens(faults.crash) { throw Crash() }
      machines[index].renewed(as: device)
    case .rest: machines[index].wake()
    }
  }

  // MARK: The network

  /// A request that is still somewhere in the network, and when it was sent.
  private var late: (call: SyncCall, sent: Int64)?
  /// How long a request may be in transit, in milliseconds: its sender has given up by then.
  private static let timeout: Int64 = 60_000

  private func send(
    _ request: SyncRequest,
    _ index: Int,
    _ server: SimulatedServer,
    _ faults: FaultRates,
    _ now: Int64
  ) throws {
    guard !isSignedOut else { return machines[index].fail() }
    let call = SyncCall(request, wall: installation.clock.now(), boot: installation.bootTime)
    if let late, now - late.sent <= Self.timeout, chance.happens(faults.repetition) {
      _ = try server.handle(late.call, now: now)
    }
    if chance.happens(faults.repetition) { late = (call, now) }
    guard !chance.happens(faults.loss) else { return machines[index].fail() }
    if chance.happens(faults.repetition) { _ = try server.handle(call, now: now) }
    let answer = try self.answer(of: server, to: call, now)
    guard !chance.happens(faults.loss) else { return machines[index].fail() }
    machines[index].receive(answer)
  }

  private func answer(
    of server: SimulatedServer,
    to call: SyncCall,
    _ now: Int64
  ) throws -> SyncAnswer {
    guard server.usesDocuments else { return try server.handle(call, now: now) }
    return try SyncWire.answer(server.handle(SyncWire.bytes(of: call), now: now))
  }

  /// Receives an answer that nobody has sent, and forgets what it did with it.
  func hear(_ answer: SyncAnswer) {
    for machine in machines {
      var machine = machine
      machine.wake()
      machine.receive(answer)
      _ = machine.demand
    }
  }

  // MARK: The journal

  private func store(_ storage: SyncStorage, _ faults: FaultRates) throws {
    if chance.happens(faults.crash) { throw Crash() }
    if chance.happens(faults.full) { throw DiskFull() }
    let known = try journal.known(storage.facts.map(\.id), in: space)
    var new = flaws.leavesOut(.dedupByID) ? storage : storage.without(known)
    if flaws.leavesOut(.atomicCursor) { new = try storeCursor(of: new, faults) }
    lateSignals += try installation.store(new.facts, new.page, isLast: new.isLast).count
    try note(storage.page)
    if chance.happens(faults.crash) { throw Crash() }
  }

  /// Stores the cursor first, and the facts in a transaction of their own.
  private func storeCursor(of storage: SyncStorage, _ faults: FaultRates) throws -> SyncStorage {
    _ = try installation.store([], SyncPage(change: storage.page.change), isLast: false)
    if chance.happens(faults.crash) { throw Crash() }
    return storage
  }

  private func note(_ page: SyncPage) throws {
    let facts = try journal.records(of: page.change.entries.map(\.fact), in: space)
    for entry in page.change.entries {
      let isOwn = facts[entry.fact]?.stamp.device == device
      guard isOwn, !entry.isAlias, let verdict = entry.verdict else { continue }
      // An erasing fact arrives with what it erased too, and nobody is judged by when it did.
      let erases = facts[entry.fact]?.erases ?? false
      let told = Told(verdict: verdict, received: erases ? nil : entry.received)
      if let known = verdicts[entry.fact], known != told { changedVerdicts += 1 }
      verdicts[entry.fact] = told
    }
  }

  /// Makes a space on the same device in which nothing was ever synchronized.
  func makeOtherSpace() throws -> Installation {
    let other = try Installation(
      device: device,
      seed: chance.next(),
      modules: installation.modules,
      journal: MemoryJournal(),
      flaws: flaws
    )
    other.boot = installation.boot
    return other
  }

  // MARK: Backups

  func backUp() throws {
    backups.append(Backup(journal: try journal.duplicate(), device: device, mark: mark))
  }

  /// Restores an earlier moment, with or without the file beside the journal.
  ///
  /// - Returns: what was restored; nil if there is no earlier moment.
  func restore() throws -> Restored? {
    guard !backups.isEmpty else { return nil }
    let backup = chance.pick(backups)
    try installation.replaceJournal(backup.journal.duplicate())
    installation.device = backup.device
    let isWhole = chance.happens(0.5)
    if isWhole { mark = backup.mark }
    verdicts = [:]
    try start()
    return isWhole ? .withMark : .withoutMark
  }

  /// What was restored.
  enum Restored { case withMark, withoutMark }

  /// The program ends at any moment, and starts again.
  func restart(with modules: InstalledModules? = nil) throws {
    try installation.restart(with: modules)
    try start()
  }
}
