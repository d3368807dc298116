import Core
import GamificationContract
import GamificationDomain
import Presentation
import ProfileDomain
import RemindersDomain
import SobrietyContract
import SobrietyDomain
import SocialDomain
import StreaksContract
import StreaksDomain
import TelemetryContract

extension Product {
  /// A sobriety calendar with a timer, savings and reasons: plain, warm and private.
  public static let sober = Product(
    name: "sober",
    title: "Sober",
    summary: "A private sobriety calendar with a timer, savings and your why.",
    counting:
      "Counts the time since your last drink, cigarette or bet, and what you saved by it. A slip never "
      + "takes away the days before.",
    modules: [
      ProfileModule.self, SobrietyModule.self, StreaksModule.self, GamificationModule.self,
      SocialModule.self, RemindersModule.self,
    ],
    policies: Policies {
      $0.allowsFreezes = false
      $0.allowsTelemetry = false
      $0.recommendsSealedAccounts = true
      // The calendar and the badges use the same steps.
      $0.milestones = SoberMilestones.all
    },
    voice: .sober,
    theme: .dusk
  )
}

extension Theme {
  /// Still water at dusk; a day that was not sober is a quiet dash, not an alarm.
  static let dusk = Theme(
    name: "Sober",
    accent: RGB(hex: 0x4C6FB1),
    colors: StateColors(done: RGB(hex: 0x3F7F8C), missed: RGB(hex: 0x8A7F8D)),
    heatOnLight: HeatRamp(
      none: RGB(hex: 0xE6EAF0),
      low: RGB(hex: 0xBFD3E6),
      middle: RGB(hex: 0x7FA6CC),
      high: RGB(hex: 0x41709F),
      most: RGB(hex: 0x1B3F66)
    ),
    heatOnDark: HeatRamp(
      none: RGB(hex: 0x262B33),
      low: RGB(hex: 0x2B4663),
      middle: RGB(hex: 0x3C6A97),
      high: RGB(hex: 0x6A9CCB),
      most: RGB(hex: 0xB8D8F5)
    ),
    glyphs: ThemeGlyphs(
      flame: Glyph("☾", ascii: "*"),
      check: Glyph("●", ascii: "x"),
      missed: Glyph("–", ascii: "-"),
      missedWord: "not counted"
    ),
    look: Look(
      motif: .dusk,
      light: Look.Ground(
        page: RGB(hex: 0xEEF2F7),
        surface: RGB(hex: 0xFBFCFE),
        ink: RGB(hex: 0x1F2A3C)
      ),
      dark: Look.Ground(
        page: RGB(hex: 0x0E1522),
        surface: RGB(hex: 0x172132),
        ink: RGB(hex: 0xE3EAF5)
      )
    )
  )
}
