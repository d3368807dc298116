import Core
import Presentation
import SocialContract
import StreaksContract

@testable import SocialDrawing

/// Cards of a fictional user on Saturday, 21 November 2026.
enum Samples {
  static let today = Day(number: 20_778)

  private static func from(_ weeks: Int) -> Day {
    today.startOfWeek(from: .monday).advanced(by: -7 * (weeks - 1))
  }

  /// Returns a pseudorandom number from 0 to `bound` - 1, the same for the same day.
  private static func roll(_ day: Day, _ bound: Int) -> Int {
    var state = UInt64(day.number) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 31
    state &*= 0xBF58_476D_1CE4_E5B9
    return Int((state >> 33) % UInt64(bound))
  }

  private static func days(_ weeks: Int, _ make: (Day) -> ShareDay) -> [ShareDay] {
    (from(weeks).number...today.number).map { make(Day(number: $0)) }
  }

  static func contributions(
    weeks: Int = 13,
    title: String? = nil,
    isOne: Bool = false,
    count: Int = 218,
    recorded: RecordedDays = RecordedDays()
  ) -> ShareCard {
    let days = days(weeks) { day in
      let number = roll(day, 8)
      if isOne, number == 0 { return ShareDay(day: day, status: .protected, strength: 0) }
      let strength = isOne ? (number > 2 ? 1 : 0) : max(0, number - 3)
      return ShareDay(day: day, status: strength > 0 ? .done : .none, strength: strength)
    }
    let figures =
      isOne
      ? [ShareFigure(.bestStreak, 57, .day), ShareFigure(.done, 61)]
      : [ShareFigure(.activeDays, 87, .day), ShareFigure(.longestLivingStreak, 42, .day)]
    return ShareCard(
      kind: .contributions,
      subject: isOne ? .habit : .allHabits,
      title: title,
      headline: isOne ? ShareFigure(.currentStreak, 42, .day) : ShareFigure(.done, count),
      figures: figures,
      grid: ShareGrid(days: days, strongest: isOne ? 1 : 4, weekStart: .monday),
      day: today,
      recorded: recorded
    )
  }

  static func sobriety(weeks: Int = 9, title: String? = nil) -> ShareCard {
    var run = 0
    let days = days(weeks) { day in
      let number = roll(day, 19)
      guard number != 3 || today.number - day.number < 24 else {
        run = 0
        return ShareDay(day: day, status: .notSober, strength: 0)
      }
      guard number != 5 || today.number - day.number < 24 else {
        run = 0
        return ShareDay(day: day, status: .none, strength: 0)
      }
      run += 1
      return ShareDay(day: day, status: .done, strength: min(10, run))
    }
    return ShareCard(
      kind: .sobriety,
      subject: .sobriety,
      title: title,
      headline: ShareFigure(.soberRun, 24, .day),
      figures: [ShareFigure(.longestSoberRun, 61, .day), ShareFigure(.soberDays, 148, .day)],
      grid: ShareGrid(days: days, strongest: 10, weekStart: .monday),
      day: today
    )
  }

  static func milestone(
    _ level: Int = 30,
    title: String? = nil,
    isSober: Bool = false,
    times: Int = 1,
    recorded: RecordedDays = RecordedDays()
  ) -> ShareCard {
    ShareCard(
      kind: .milestone,
      subject: isSober ? .sobriety : .habit,
      title: title,
      headline: ShareFigure(isSober ? .soberMilestone : .milestone, level, .day),
      figures: times > 1 ? [ShareFigure(.timesReached, times)] : [],
      day: today,
      recorded: recorded
    )
  }

  /// Every kind of card, from the smallest to the largest.
  static let all: [ShareCard] = [
    contributions(), contributions(weeks: 26), contributions(weeks: 53, count: 12_345),
    contributions(weeks: 1, count: 3), contributions(weeks: 4, title: "Running", isOne: true),
    contributions(title: "Practising the violin before breakfast, slowly", isOne: true),
    sobriety(), sobriety(weeks: 13), sobriety(weeks: 26), sobriety(weeks: 53),
    sobriety(weeks: 1, title: "Alcohol-free"), milestone(1, isSober: true),
    milestone(7, title: "Running", times: 3), milestone(30), milestone(100),
    milestone(365, isSober: true), milestone(3650, isSober: true),
    contributions(weeks: 53, count: 12_345, recorded: RecordedDays(done: 12_345, witnessed: 2_345)),
    milestone(30, title: "Running", times: 3, recorded: RecordedDays(done: 30, witnessed: 27)),
  ]

  static let ember = Theme(
    name: "Embers",
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

  static let dusk = Theme(
    name: "Dusk",
    accent: RGB(hex: 0x4C6FB1),
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

  static func look(dark: Bool = false, scale: Int = 2, theme: Theme = .standard) -> CardStyle {
    CardStyle(
      product: Product(
        name: "sample",
        title: "Streaks",
        summary: "",
        modules: [],
        policies: Policies(),
        voice: Voice(),
        theme: theme
      ),
      isDark: dark,
      scale: scale
    )
  }
}
