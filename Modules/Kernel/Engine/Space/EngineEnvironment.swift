import Core
import Journals

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
  /// The identity of this installation or node; it changes once a copy of it is noticed.
  public var device: DeviceID
  /// The clock that cannot be set, with which facts are dated for a sync; nil without one.
  public var bootClock: (any BootClock)?
  /// The observer of what happens now and on this device; nil without one.
  public var live: LiveObserver?
  /// Promises that engines break, in simulations that check that this is noticed.
  package var flaws: EngineFlaws = []
  private var random: any RandomNumberGenerator

  public init(
    policies: Policies = Policies(),
    clock: any WallClock,
    calendar: LocalCalendar = LocalCalendar(zone: .utc),
    device: DeviceID,
    bootClock: (any BootClock)? = nil,
    random: any RandomNumberGenerator
  ) {
    self.policies = policies
    self.clock = clock
    self.calendar = calendar
    self.device = device
    self.bootClock = bootClock
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

/// A promise that engines can be made to break.
package struct EngineFlaws: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Does not fold a space again when a fact is amended that has already been folded.
  package static let keepsFolded = EngineFlaws(rawValue: 1)
  /// Follows timestamps of other devices however far they lie in the future.
  package static let followsAnyClock = EngineFlaws(rawValue: 2)
  /// Folds merged facts as if they happened now.
  package static let mergesLive = EngineFlaws(rawValue: 4)
}
