import TrackingContract

/// The colors of Loop Habit Tracker.
enum LoopPalette {
  /// The twenty colors since database version 21, as in Loop's own CSV export.
  private static let colors: [UInt32] = [
    0xD32F2F, 0xE64A19, 0xF57C00, 0xFF8F00, 0xF9A825, 0xAFB42B, 0x7CB342, 0x388E3C, 0x00897B,
    0x00ACC1, 0x039BE5, 0x1976D2, 0x303F9F, 0x5E35B1, 0x8E24AA, 0xD81B60, 0x5D4037, 0x303030,
    0x757575, 0xAAAAAA,
  ]

  /// The indices in `colors` of the thirteen colors of versions 14 to 20.
  private static let earlier = [0, 1, 4, 5, 7, 8, 9, 10, 13, 14, 15, 17, 19]

  /// Returns the color that `number` means in a database of `version`.
  ///
  /// Before version 14 the number is the color itself, as ARGB. Like Loop, this returns the first
  /// color for an unknown number.
  static func color(_ number: Int64, version: Int) -> HabitColor {
    if version < 14, number < 0 {
      return HabitColor(rgb: UInt32(truncatingIfNeeded: number) & 0xFFFFFF)
    }
    let index = version < 21 ? element(number, of: earlier) ?? 0 : Int(clamping: number)
    return HabitColor(rgb: element(Int64(index), of: colors) ?? colors[0])
  }

  private static func element<T>(_ index: Int64, of list: [T]) -> T? {
    list.indices.contains(Int(clamping: index)) ? list[Int(clamping: index)] : nil
  }
}
