import Core
import GamificationDomain
import Presentation
import ProfileDomain
import RemindersDomain
import SocialDomain
import StreaksDomain
import TelemetryDomain
import TrackingContract
import TrackingDomain
import WidgetContract
import WidgetDomain

extension Product {
  /// Streaks, freezes, milestones and scores: lively, and never unkind about a missed day.
  public static let streaks = Product(
    name: "streaks",
    title: "Streaks",
    summary: "Streaks, freezes, milestones and scores that keep you going.",
    counting:
      "Counts days in a row, and makes much of them: freezes for bad days, badges at milestones, scores "
      + "and levels.",
    modules: [
      ProfileModule.self, TrackingModule.self, StreaksModule.self, GamificationModule.self,
      RemindersModule.self, WidgetModule.self, SocialModule.self, TelemetryModule.self,
    ],
    policies: Policies {
      // Freezes cover missed days, so there is no backfilling, and skips do not replace them.
      $0.backfillDays = 0
      $0.maxSkipsInSevenDays = 2
      $0.widgetHead = .streak
    },
    voice: .streaks,
    theme: .ember
  )
}

extension Theme {
  /// Glowing embers.
  static let ember = Theme(
    name: "Streaks",
    accent: RGB(hex: 0xE25822),
    heatOnLight: HeatRamp(
      none: RGB(hex: 0xEFE9E6),
      low: RGB(hex: 0xFBC9A8),
      middle: RGB(hex: 0xF59A62),
      high: RGB(hex: 0xE25822),
      most: RGB(hex: 0x9C2F0A)
    ),
    heatOnDark: HeatRamp(
      none: RGB(hex: 0x332B28),
      low: RGB(hex: 0x7A3216),
      middle: RGB(hex: 0xB8471C),
      high: RGB(hex: 0xF07A3C),
      most: RGB(hex: 0xFFC296)
    ),
    look: Look(
      motif: .ember,
      light: Look.Ground(
        page: RGB(hex: 0xFFF6F0),
        surface: RGB(hex: 0xFFFFFF),
        ink: RGB(hex: 0x2A1812)
      ),
      dark: Look.Ground(
        page: RGB(hex: 0x170F0C),
        surface: RGB(hex: 0x231814),
        ink: RGB(hex: 0xFBE9E0)
      )
    )
  )
}
