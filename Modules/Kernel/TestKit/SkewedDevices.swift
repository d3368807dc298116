import Core

/// Three devices with different clocks that make facts in turn.
///
/// Timestamps generated histories, so that their facts merge as those of real devices do.
public struct SkewedDevices: Sendable {
  /// The offset of each device's clock, in milliseconds.
  private static let skews: [Int64] = [0, -90_000, 3_600_000]

  private var clocks = SkewedDevices.skews.map { _ in HybridClock() }
  private var time: Int64 = 1_770_000_000_000

  public init() {}

  /// The local time and timestamp of one of the devices, some seconds after the last.
  public mutating func next(
    using random: inout SplitMix64
  ) -> (now: Instant, stamp: HybridTimestamp) {
    time += Int64(Int.random(in: 0..<40_000, using: &random))
    let device = Int.random(in: clocks.indices, using: &random)
    let now = Instant(milliseconds: time + SkewedDevices.skews[device])
    let clock = clocks[device].tick(now: now)
    // Now and then a device receives the timestamps of the others.
    if Int.random(in: 0..<4, using: &random) == 0 {
      clocks[Int.random(in: clocks.indices, using: &random)].observe(clock)
    }
    return (now, HybridTimestamp(clock: clock, device: DeviceID(rawValue: UInt64(device + 1))))
  }
}
