import Core

/// The system's clock, shifted so that the program starts at a chosen instant.
///
/// It serves to try out what happens at midnight without waiting for it.
struct ShiftedClock: WallClock {
  private static let begun = SystemClock().now()

  private let shift: Int64

  init(to instant: Instant) { shift = instant.milliseconds - ShiftedClock.begun.milliseconds }

  func now() -> Instant { SystemClock().now().advanced(byMilliseconds: shift) }
}
