/// A number of bytes as people read it.
///
/// A kilobyte has 1,024 bytes, as in the settings of a server and in `ls -lh` and `df -h`: so a
/// limit of `32 << 20` bytes is `32 MB`, and what is free here is what those commands say.
public struct ByteCount: Sendable, Equatable {
  public let bytes: Int

  public init(_ bytes: Int) { self.bytes = bytes }

  /// Rounded to two digits or to a whole number: `812 bytes`, `1.5 kB`, `128 kB`, `3.4 GB`.
  public var words: String {
    guard bytes >= 1024 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    var (scaled, unit) = (Double(bytes) / 1024, 0)
    // What would be rounded to 1024 of a unit is 1 of the next.
    while scaled >= 1023.5 { (scaled, unit) = (scaled / 1024, unit + 1) }
    let tenths = Int((scaled * 10).rounded())
    return tenths < 100 && !tenths.isMultiple(of: 10)
      ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(Int(scaled.rounded())) \(units[unit])"
  }
}
