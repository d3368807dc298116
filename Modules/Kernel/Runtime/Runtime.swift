import Bus
import Core
import Journals
import Loop

/// A running program: modules joined on one bus, over one journal.
///
/// Every call hops to the loop once. A reply arrives only after everything it tells of is on disk.
public final class Runtime: Sendable {
  public let bus: Bus
  private let spaces: Spaces

  private init(bus: Bus, spaces: Spaces) {
    self.bus = bus
    self.spaces = spaces
  }

  /// Loads modules over a journal.
  ///
  /// - Parameters:
  ///   - hostZone: the time zone of people who have not chosen one.
  ///   - memoryLimit: how many bytes of idle spaces are kept open.
  ///   - seed: makes the ids that are given out repeatable, for tests.
  /// - Throws: ``HostRefusal`` when the modules cannot run together, `JournalError` when the
  ///   journal cannot be read.
  public static func start(
    modules: [any Module.Type],
    journal: any Journal,
    policies: Policies = Policies(),
    clock: any WallClock = SystemClock(),
    hostZone: Zone = .utc,
    memoryLimit: Int = 64 << 20,
    seed: UInt64? = nil
  ) async throws -> Runtime {
    let device = try await Loop.offload { try journal.device() }
    let settings = Settings(
      policies: policies,
      clock: clock,
      hostZone: hostZone,
      device: device,
      seed: seed
    )
    let bus = Bus()
    return try await make(bus, modules, journal, settings, memoryLimit)
  }

  @LoopActor
  private static func make(
    _ bus: Bus,
    _ modules: [any Module.Type],
    _ journal: any Journal,
    _ settings: Settings,
    _ memoryLimit: Int
  ) throws -> Runtime {
    let plugins = try Plugins(modules, bus: bus)
    let spaces = Spaces(
      journal: journal,
      plugins: plugins,
      settings: settings,
      memoryLimit: memoryLimit
    )
    return Runtime(bus: bus, spaces: spaces)
  }

  /// Asks a question.
  public func ask<Q: Query>(_ query: Q, in space: SpaceID) async throws -> Q.Reply {
    try await withCheckedThrowingContinuation { continuation in
      let caller = Caller(continuation)
      LoopActor.loop.submit { [spaces] in spaces.run(QueryOperation(query, caller), in: space) }
    }
  }

  /// Gives an order; returns once what it did is on disk.
  @discardableResult
  public func send<C: Command>(_ command: C, to space: SpaceID) async throws -> C.Reply {
    try await withCheckedThrowingContinuation { continuation in
      let caller = Caller(continuation)
      LoopActor.loop.submit { [spaces] in spaces.run(CommandOperation(command, caller), in: space) }
    }
  }

  /// Folds what other processes have written since; what they did is told as if it happened here.
  public func refresh(_ space: SpaceID) async throws { try await spaces.refresh(space) }

  /// The sequence number of the space's last fact on disk, as far as this process knows.
  ///
  /// Whatever is asked afterwards is answered from this state or a later one; ``SpaceAdvanced`` tells
  /// when it grows.
  public func head(of space: SpaceID) async throws -> Int { try await spaces.head(of: space) }

  /// Takes over facts that were made elsewhere; those that are here already are passed over.
  ///
  /// - Returns: how many were new.
  public func adopt(_ facts: [NewFact], into space: SpaceID) async throws -> Int {
    try await spaces.adopt(facts, into: space)
  }

  /// Wakes every module whose alarm is due, then returns when the next one is.
  public func wakeDue() async throws -> Instant? { try await spaces.wakeDue() }

  /// From now on wakes modules when their alarms are due, until ``close()``.
  public func keepAlarms() async { await spaces.keepAlarms() }

  /// Writes the snapshots that are worth it and lets go of all spaces.
  public func close() async { await spaces.close() }

  /// What is loaded, and how it fares.
  public func plugins() async -> [PluginStatus] { await spaces.pluginStatus() }

  /// Calls `body` for every event of that type once it is on disk.
  @LoopActor
  public func observe<E: Event>(
    _ event: E.Type,
    as label: String,
    _ body: @escaping @LoopActor (Told<E>) throws -> Void
  ) -> Subscription {
    bus.topic(Told<E>.self).subscribe(label, body)
  }
}

/// One loaded module.
public struct PluginStatus: Sendable {
  public let manifest: Manifest
  /// How many events its handlers failed on; it goes on with the next event each time.
  public let failures: Int
}
