import Core
import Presentation
import ProfileDomain
import RemindersContract
import StreaksContract
import StreaksDomain
import TelemetryContract
import TrackingContract
import TrackingDomain
import WidgetContract
import WidgetDomain

extension Product {
  /// A quiet garden: gentle habits, no numbers that create pressure, no data leaves the device.
  public static let beebloom = Product(
    name: "beebloom",
    title: "BeeBloom",
    summary: "A quiet garden of gentle habits, for you alone.",
    counting:
      "Counts nothing that you would see: no streaks, no scores. What you keep up grows as a plant, and "
      + "a missed day takes nothing away.",
    modules: [ProfileModule.self, TrackingModule.self, StreaksModule.self, WidgetModule.self],
    policies: Policies {
      $0.backfillDays = 1
      $0.showsStreaks = false
      $0.allowsFreezes = false
      $0.allowsNotices = false
      $0.allowsTelemetry = false
      $0.offersAccounts = false
      $0.widgetHead = .garden
    },
    voice: .beebloom,
    theme: .garden
  )
}

extension Theme {
  /// Leaf green, with honey for what blooms; a quiet day is the color of soil, not an alarm.
  static let garden = Theme(
    name: "BeeBloom",
    accent: RGB(hex: 0x5F8F3E),
    colors: StateColors(missed: RGB(hex: 0x8C8570)),
    heatOnLight: HeatRamp(
      none: RGB(hex: 0xEFE9DC),
      low: RGB(hex: 0xF6DC9A),
      middle: RGB(hex: 0xEBBB4E),
      high: RGB(hex: 0xC98A1B),
      most: RGB(hex: 0x8A5A08)
    ),
    heatOnDark: HeatRamp(
      none: RGB(hex: 0x322D24),
      low: RGB(hex: 0x6E5218),
      middle: RGB(hex: 0xA37A20),
      high: RGB(hex: 0xD9A93A),
      most: RGB(hex: 0xF8DB8C)
    ),
    glyphs: ThemeGlyphs(
      flame: Glyph("🌼", ascii: "*"),
      flower: Glyph("🌸", ascii: "+"),
      check: Glyph("✿", ascii: "x"),
      missed: Glyph("·", ascii: "."),
      missedWord: "quiet"
    ),
    look: Look(
      motif: .garden,
      light: Look.Ground(
        page: RGB(hex: 0xFAF4E6),
        surface: RGB(hex: 0xFFFCF4),
        ink: RGB(hex: 0x3B3324)
      ),
      dark: Look.Ground(
        page: RGB(hex: 0x1C1A13),
        surface: RGB(hex: 0x26231A),
        ink: RGB(hex: 0xF1E9D6)
      )
    )
  )
}
