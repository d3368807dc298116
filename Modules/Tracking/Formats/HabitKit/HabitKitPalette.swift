import TrackingContract

/// The colors of HabitKit, which it names as Tailwind CSS does.
enum HabitKitPalette {
  /// Those whose names mean nothing here, at shade 500.
  ///
  /// Source: Tailwind CSS 3.4, "Default color palette".
  private static let colors: [String: UInt32] = [
    "amber": 0xF59E0B, "lime": 0x84CC16, "emerald": 0x10B981, "cyan": 0x06B6D4, "sky": 0x0EA5E9,
    "violet": 0x8B5CF6, "fuchsia": 0xD946EF, "rose": 0xF43F5E, "slate": 0x64748B,
    "zinc": 0x71717A, "neutral": 0x737373, "stone": 0x78716C,
  ]

  static func color(_ name: String) -> HabitColor? {
    HabitColor(name) ?? colors[name.lowercased()].map { HabitColor(rgb: $0) }
  }
}
