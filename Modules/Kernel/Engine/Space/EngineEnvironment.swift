import Core

/// What engines are given from outside: the product's policies, the clock, the identity under which
/// facts are made, and randomness.
///
/// Shared by all engines that run on one thread.
public final class EngineEnvironment {
  public var policies: Policies
  public var clock: any WallClock
  /// What days are counted by where no loaded module answers ``CurrentCalendar``.
  public var calendar: LocalCalendar { didSet { calendarChanges += 1 } }
  /// How often that was changed, so that engines know when to ask anew.
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

  /// The clock of the stamp, which no other fact of this device has, and randomness against a
  /// device whose identity was copied.
  func makeFactID(_ stamp: HybridTimestamp) -> FactID {
    FactID(rawValue: UInt128(stamp.clock.rawValue) << 64 | UInt128(random.next()))
  }
}
