import Core

/// Three devices, whose clocks differ, that make facts one after the other.
///
/// What generated histories are stamped by, so that their facts meet as those of real devices do.
public struct SkewedDevices: Sendable {
  /// How far each device's clock is off, in milliseconds.
  private static let skews: [Int64] = [0, -90_000, 3_600_000]

  private var clocks = SkewedDevices.skews.map { _ in HybridClock() }
  private var time: Int64 = 1_770_000_000_000

  public init() {}

  /// What one of them, some seconds after the last, takes for the time, and its stamp.
  public mutating func next(
    using random: inout SplitMix64
  ) -> (now: Instant, stamp: HybridTimestamp) {
    time += Int64(Int.random(in: 0..<40_000, using: &random))
    let device = Int.random(in: clocks.indices, using: &random)
    let now = Instant(milliseconds: time + SkewedDevices.skews[device])
    let clock = clocks[device].tick(now: now)
    // Now and then a device hears of the others.
    if Int.random(in: 0..<4, using: &random) == 0 {
      clocks[Int.random(in: clocks.indices, using: &random)].observe(clock)
    }
    return (now, HybridTimestamp(clock: clock, device: DeviceID(rawValue: UInt64(device + 1))))
  }
}
