import Core
import Journals

/// What all spaces of a process share.
final class Settings: Sendable {
  let policies: Policies
  let clock: any WallClock
  let hostZone: Zone
  let device: DeviceID
  private let random: RandomBits

  init(
    policies: Policies,
    clock: any WallClock,
    hostZone: Zone,
    device: DeviceID,
    seed: UInt64?
  ) {
    self.policies = policies
    self.clock = clock
    self.hostZone = hostZone
    self.device = device
    random = RandomBits(seed: seed)
  }

  func makeID<ID: Identifier>(at now: Instant) -> ID {
    var generator = random
    return ID.make(at: now, using: &generator)
  }

  /// The clock of the stamp, which no other fact of this device has, and randomness against a
  /// device whose identity was copied.
  func makeFactID(_ stamp: Stamp) -> FactID {
    FactID(rawValue: UInt128(stamp.clock.rawValue) << 64 | UInt128(random.next()))
  }
}
