/// A color in sRGB with 8 bits per channel.
public struct RGB: Sendable, Hashable {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8

  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from CSS digits, `RGB(hex: 0x2DA44E)`; bits above the lowest 24 are ignored.
  public init(hex: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: hex >> 16),
      UInt8(truncatingIfNeeded: hex >> 8),
      UInt8(truncatingIfNeeded: hex)
    )
  }

  /// This color mixed with a `share` (0...1) of `other`.
  public func mixed(with other: RGB, share: Double) -> RGB {
    let part = min(1, max(0, share))
    func channel(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * part).rounded())
    }
    return RGB(channel(red, other.red), channel(green, other.green), channel(blue, other.blue))
  }
}
