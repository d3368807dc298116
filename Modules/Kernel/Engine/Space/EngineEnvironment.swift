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
  /// The identity of this installation or node; another one once a copy of it has been noticed.
  public var device: DeviceID
  /// The clock that nobody sets, with which facts are dated for a sync; nil without one.
  public var bootClock: (any BootClock)?
  /// Is told of what happens now and here; nil if nobody wants to know.
  public var live: LiveObserver?
  /// What engines leave out of their promises, in simulations that check that it is noticed.
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

/// A promise that engines can be told to break.
package struct EngineFlaws: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Does not fold a space anew when a fact is amended that was folded already.
  package static let keepsFolded = EngineFlaws(rawValue: 1)
  /// Follows timestamps of other devices however far they lie in the future.
  package static let followsAnyClock = EngineFlaws(rawValue: 2)
  /// Folds merged facts as if they happened now.
  package static let mergesLive = EngineFlaws(rawValue: 4)
}
