import Bus
import Core
import Engine
import EventDispatch
import Journals
import Loop

/// The runtime of a program: modules on one bus and one journal, driven from the loop.
///
/// A space is accessed only through a ``RuntimeClient``, which is made for a principal.
public final class Runtime: Sendable {
  public let bus: Bus
  private let parts: Transferred<Parts>
  private let open = OpenSpaces()

  /// What belongs to the loop, which makes it at its first use.
  private final class Parts {
    private let make: @LoopActor () -> SpacePool
    private var made: SpacePool?

    init(_ make: @escaping @LoopActor () -> SpacePool) { self.make = make }

    @LoopActor
    var spaces: SpacePool {
      if let made { return made }
      let spaces = make()
      made = spaces
      return spaces
    }
  }

  /// Loads modules over a journal.
  ///
  /// - Parameters:
  ///   - device: the identity under which facts are made here.
  ///   - hostZone: the time zone of users who have not chosen one.
  ///   - bootClock: the clock that cannot be set, with which a sync dates facts; nil for none.
  ///   - memoryLimit: the number of bytes of idle spaces that are kept open.
  ///   - live: the observer of what happens here (``setLiveObserver(_:)``).
  ///   - passesOver: whether a space opens, and receives others' facts, without one that its module
  ///     cannot read; called on any thread. Nil if it never does.
  ///   - random: the source of random bits in ids: seeded in tests; nil for the system's.
  /// - Throws: ``HostError`` if the modules cannot run together.
  public init(
    modules: [any Module.Type],
    journal: any Journal,
    device: DeviceID,
    policies: Policies = Policies(),
    clock: any WallClock = SystemClock(),
    hostZone: Zone = .utc,
    bootClock: (any BootClock)? = SystemBootClock(),
    memoryLimit: Int = 64 << 20,
    live: LiveObserver? = nil,
    passesOver: FactReaders.PassesOver? = nil,
    random: (any RandomNumberGenerator & Sendable)? = nil
  ) throws(HostError) {
    let bus = Bus()
    // Made on the thread that starts the program, so that starting costs no trip to the loop, and
    // then handed over.
    let set = Transferred(try ModuleSet(modules, on: bus))
    self.bus = bus
    parts = Transferred(
      Parts { [open] in
        let environment = EngineEnvironment(
          policies: policies,
          clock: clock,
          calendar: LocalCalendar(zone: hostZone),
          device: device,
          bootClock: bootClock,
          random: random.map { $0 as any RandomNumberGenerator } ?? SystemRandom()
        )
        environment.live = live
        return SpacePool(
          journal: journal,
          modules: set.take(),
          environment: environment,
          open: open,
          memoryLimit: memoryLimit,
          passesOver: passesOver
        )
      }
    )
  }

  @LoopActor
  var spaces: SpacePool { parts.take().spaces }

  /// Returns a client for a space on behalf of `principal`.
  public func client(for principal: Principal, in space: SpaceID) -> RuntimeClient {
    RuntimeClient(runtime: self, principal: principal, space: space)
  }

  func merge(_ page: MergePage, into space: SpaceID) async throws -> Outcome<Int> {
    try await spaces.merge(page, into: space)
  }

  func isOutdated(_ space: SpaceID, since known: Int) async throws -> Bool {
    try await spaces.isOutdated(space, since: known)
  }

  func synchronize(_ arrival: Arrival, in space: SpaceID) async throws -> Outcome<Int> {
    try await spaces.synchronize(arrival, in: space)
  }

  /// Makes facts under another identity from now on, since somebody else uses the present one.
  public func adopt(_ device: DeviceID) async { await spaces.adopt(device) }

  /// Reads what other processes have written to a space, and publishes their changes.
  ///
  /// Costs hardly anything if the space is not open.
  public func refresh(_ space: SpaceID) async throws {
    // A writer's thread that has nothing to tell the loop does not wait for it.
    if open.contains(space) { try await spaces.refresh(space) }
  }

  /// Follows what other processes write to open spaces from now on, until ``close()``.
  public func followExternalWrites() async throws { try await spaces.followExternalWrites() }

  /// Wakes every module whose alarm is due.
  ///
  /// - Returns: the instant at which the next alarm is due.
  public func handleDueAlarms() async throws -> Instant? { try await spaces.handleDueAlarms() }

  /// Wakes modules when their alarms are due from now on, until ``close()``.
  public func startAlarms() async { await spaces.startAlarms() }

  /// Writes the snapshots that are due and releases all spaces.
  public func close() async { await spaces.close() }

  /// The number of open spaces.
  public func openSpaces() async -> Int { await spaces.openCount }

  /// Sets the observer of what happens in this process from now on; nil for none.
  ///
  /// It replaces an earlier one.
  public func setLiveObserver(_ observer: LiveObserver?) async {
    await LoopActor.run { [self] in spaces.environment.live = observer }
  }

  /// The status of all loaded modules.
  public func moduleStatuses() async -> [ModuleStatus] {
    await LoopActor.run { [self] in
      let modules = spaces.modules
      return modules.manifests.map {
        ModuleStatus(manifest: $0, failures: modules.failures[$0.name] ?? 0)
      }
    }
  }

  /// The identity under which facts are made here; it changes with ``adopt(_:)``.
  @LoopActor public var device: DeviceID { spaces.environment.device }

  /// Calls `body` for every event of that type once it is on disk.
  @LoopActor
  public func observe<E: Event>(
    _ event: E.Type,
    as label: String,
    _ body: @escaping @LoopActor (CommittedEvent<E>) throws -> Void
  ) -> Subscription {
    bus.topic(CommittedEvent<E>.self).subscribe(label, body)
  }
}

/// The status of a loaded module.
public struct ModuleStatus: Sendable {
  public let manifest: Manifest
  /// The number of events its handlers failed on; it continues with the next event each time.
  public let failures: Int
}
