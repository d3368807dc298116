import Bus
import Core
import Engine
import EventDispatch
import Journals
import Loop

/// A running program: modules joined on one bus, over one journal, driven from the loop.
///
/// A space is reached by a ``RuntimeClient`` alone, which is made for a principal.
public final class Runtime: Sendable {
  public let bus: Bus
  private let parts: HandedOver<Parts>

  /// What belongs to the loop, and is made by it at its first use.
  private final class Parts {
    private let make: @LoopActor () -> Spaces
    private var made: Spaces?

    init(_ make: @escaping @LoopActor () -> Spaces) { self.make = make }

    @LoopActor
    var spaces: Spaces {
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
  ///   - hostZone: the time zone of people who have not chosen one.
  ///   - memoryLimit: how many bytes of idle spaces are kept open.
  ///   - random: where ids come from: seeded in tests, the system's when nil.
  /// - Throws: ``HostError`` when the modules cannot run together.
  public init(
    modules: [any Module.Type],
    journal: any Journal,
    device: DeviceID,
    policies: Policies = Policies(),
    clock: any WallClock = SystemClock(),
    hostZone: Zone = .utc,
    memoryLimit: Int = 64 << 20,
    random: (any RandomNumberGenerator & Sendable)? = nil
  ) throws(HostError) {
    let bus = Bus()
    // Made by whoever starts the program, so that starting costs no way to the loop, and handed over.
    let set = HandedOver(try ModuleSet(modules, on: bus))
    self.bus = bus
    parts = HandedOver(
      Parts {
        Spaces(
          journal: journal,
          modules: set.take(),
          environment: EngineEnvironment(
            policies: policies,
            clock: clock,
            calendar: LocalCalendar(zone: hostZone),
            device: device,
            random: random.map { $0 as any RandomNumberGenerator } ?? SystemRandom()
          ),
          memoryLimit: memoryLimit
        )
      }
    )
  }

  @LoopActor
  var spaces: Spaces { parts.take().spaces }

  /// The way into a space for `principal`.
  public func client(for principal: Principal, in space: SpaceID) -> RuntimeClient {
    RuntimeClient(runtime: self, principal: principal, space: space)
  }

  func merge(_ facts: [NewFact], into space: SpaceID) async throws -> Outcome<Int> {
    try await spaces.merge(facts, into: space)
  }

  /// Takes in what other processes have written since; what they did is told as if it happened here.
  public func refresh(_ space: SpaceID) async throws { try await spaces.refresh(space) }

  /// From now on takes in by itself what other processes write to open spaces, until ``close()``.
  public func followOthers() async throws { try await spaces.followOthers() }

  /// Wakes every module whose alarm is due.
  ///
  /// - Returns: when the next alarm is due.
  public func wakeDue() async throws -> Instant? { try await spaces.wakeDue() }

  /// From now on wakes modules when their alarms are due, until ``close()``.
  public func keepAlarms() async { await spaces.keepAlarms() }

  /// Writes the snapshots that are worth it and lets go of all spaces.
  public func close() async { await spaces.close() }

  /// How many spaces are open.
  public func openSpaces() async -> Int { await spaces.openCount }

  /// What is loaded, and how it fares.
  public func plugins() async -> [PluginStatus] {
    await LoopActor.run { [self] in
      let modules = spaces.modules
      return modules.manifests.map {
        PluginStatus(manifest: $0, failures: modules.failures[$0.name] ?? 0)
      }
    }
  }

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

/// One loaded module.
public struct PluginStatus: Sendable {
  public let manifest: Manifest
  /// How many events its handlers failed on; it goes on with the next event each time.
  public let failures: Int
}
