import Core
import EngineDriving
import Journals

/// A Thursday at noon.
let noon = Instant(milliseconds: 1_780_574_400_000)
let day: Int64 = 86_400_000

/// The clock of a device, which may be off.
struct SkewedClock: WallClock {
  let truth: ManualClock
  let skew: Int64

  func now() -> Instant { truth.now().advanced(byMilliseconds: skew) }
}

/// The clock of a computer that was started a day before noon.
struct ComputerClock: BootClock {
  let truth: ManualClock
  let boot: UInt64?

  func milliseconds() -> Int64 { truth.now().milliseconds - noon.milliseconds + day }
}
