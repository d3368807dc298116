import Core
import Engine
import EngineDriving
import EventDispatch
import Journals

/// A copy of the space with its modules and its clock: a device's, or the server's.
final class Installation {
  static let space = SpaceID(rawValue: 1)

  private(set) var journal: any SimulatedJournal
  let clock = ManualClock(Instant(milliseconds: 0))
  let environment: EngineEnvironment
  private(set) var driver: EngineDriver
  private(set) var modules: InstalledModules
  private let flaws: Flaws
  /// How often its journal may have been written to, or was replaced.
  private(set) var writes = 0
  /// How often its journal was replaced with an earlier one.
  private(set) var restores = 0
  /// The identities under which it has made facts.
  private(set) var identities: Set<DeviceID>
  /// The latest time that its clock has shown, or the latest real time.
  private(set) var latest: Int64 = 0
  /// The number of the computer's start, and its time.
  var boot: (number: UInt64, at: Int64) = (0, 0)

  init(
    device: DeviceID,
    seed: UInt64,
    modules: InstalledModules,
    journal: any SimulatedJournal,
    flaws: Flaws
  ) throws {
    self.journal = journal
    self.modules = modules
    self.flaws = flaws
    identities = [device]
    environment = EngineEnvironment(
      clock: clock,
      device: device,
      random: SplitMix64(seed: seed)
    )
    environment.flaws = flaws.engine
    let loaded = try ModuleSet(modules.types, on: LocalBus())
    driver = Installation.driver(self.journal, environment, loaded)
  }

  private static func driver(
    _ journal: any SimulatedJournal,
    _ environment: EngineEnvironment,
    _ modules: ModuleSet
  ) -> EngineDriver {
    EngineDriver(
      space: space,
      modules: modules,
      environment: environment,
      journal: journal,
      page: 7
    )
  }

  /// The identity under which it makes facts.
  var device: DeviceID {
    get { environment.device }
    set {
      environment.device = newValue
      identities.insert(newValue)
    }
  }

  /// Sets both clocks: the wall clock, and the clock that cannot be set.
  func setTime(_ now: Int64, skew: Int64) {
    clock.set(Instant(milliseconds: now + skew))
    latest = max(latest, now + max(skew, 0))
    environment.bootClock = SimulatedBootClock(
      boot: boot.number,
      reading: now - boot.at
    )
  }

  /// How far the clock of its facts is ahead of every time that it or the server can know.
  func drift() throws -> Int64 {
    let position = try driver.perform { PositionOperation($0) }
    return position.clock.milliseconds - latest
  }

  var bootTime: BootTime? { environment.bootClock?.now() }

  /// The program ends, and starts again with other modules.
  func restart(with modules: InstalledModules? = nil) throws {
    journal = try journal.reopened()
    var loaded = driver.modules
    if let modules, modules != self.modules {
      self.modules = modules
      loaded = try ModuleSet(modules.types, on: LocalBus())
    }
    driver = Installation.driver(journal, environment, loaded)
  }

  /// Replaces the journal with an earlier one.
  func replaceJournal(_ journal: any SimulatedJournal) throws {
    self.journal = journal
    writes += 1
    restores += 1
    try restart()
  }

  func send<C: Command>(_ command: C) throws -> Outcome<C.Reply> {
    writes += 1
    return try driver.decide { SendOperation(command, by: .owner, $0) }
  }

  /// Stores what a sync brings and folds the facts; returns the signals that it gave.
  func store(_ facts: [FactRecord], _ page: SyncPage, isLast: Bool) throws -> [any Signal] {
    writes += 1
    let decoded = try driver.modules.readers.merging(facts)
    let done = try driver.perform { MergeOperation(decoded, isLast: isLast, sync: page, $0) }
    return done.signals
  }

  /// Merges facts from a file.
  func importFacts(_ facts: [FactRecord]) throws {
    writes += 1
    let known = try journal.known(facts.map(\.id), in: Self.space)
    let decoded = try driver.modules.readers.merging(facts.filter { !known.contains($0.id) })
    _ = try driver.perform { MergeOperation(decoded, $0) }
  }

  /// All rows.
  func rows() throws -> [JournalRow] {
    try journal.read(Self.space, after: 0, limit: .max).rows
  }

  /// Opens the space unless it is open, after everything that was begun has ended.
  func open() throws {
    try driver.settle()
    if !isOpen { try driver.open() }
  }

  private var isOpen: Bool { driver.engine.phase == .ready }

  /// The modules' states; nil if the space is not open.
  var stateBytes: [UInt8]? { isOpen ? driver.engine.stateBytes : nil }

  /// The modules' states when all facts are folded from the beginning, without a snapshot.
  func foldedBytes() throws -> [UInt8] {
    let fresh = Installation.driver(journal, environment, driver.modules)
    try fresh.open()
    return fresh.engine.stateBytes
  }

  /// The state of the notes; nil if the space is not open.
  var notes: NotesState? { isOpen ? driver.engine.state(of: NotesModule.self) : nil }
}

/// A computer's clock that cannot be set, at one moment.
private struct SimulatedBootClock: BootClock {
  let boot: UInt64?
  let reading: Int64

  func milliseconds() -> Int64 { reading }
}
