import Core

/// The environment of engines: policies, clock, device identity and randomness.
///
/// Shared by all engines that run on one thread.
public final class EngineEnvironment {
  public var policies: Policies
  public var clock: any WallClock
  /// The calendar used when no loaded module answers ``CurrentCalendar``.
  public var calendar: LocalCalendar { didSet { calendarChanges += 1 } }
  /// The number of changes of the calendar, so that engines know when to query it again.
  private(set) var calendarChanges = 0
  /// The identity of this installation or node.
  public let device: DeviceID
  private var random: any RandomNumberGenerator

  public init(
    policies: Policies = Policies(),
    clock: any WallClock,
    calendar: LocalCalendar = LocalCalendar(zone: .utc),
    device: DeviceID,
    random: any RandomNumberGenerator
  ) {
    self.policies = policies
    self.clock = clock
    self.calendar = calendar
    self.device = device
    self.random = random
  }

  func makeID<ID: Identifier>(at now: Instant) -> ID { ID.make(at: now, using: &random) }

  /// Combines the time at which the fact is written down with random bits.
  ///
  /// This device writes no other fact at the same time; the random bits prevent duplicates from a
  /// device whose identity was copied.
  func makeFactID(at time: HybridTime) -> FactID {
    FactID(rawValue: UInt128(time.rawValue) << 64 | UInt128(random.next()))
  }
}
