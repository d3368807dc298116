import Commands
import Core
import GamificationContract
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// Views of scores.
enum ScoreViews {
  /// - Parameter archived: an archived habit, if there are no others.
  static func of(
    _ scores: [HabitScore],
    _ titles: DistinctTitles,
    archived: Habit? = nil,
    _ context: CommandContext
  ) -> [any View] {
    guard !scores.isEmpty else {
      return [Paragraph(Text(context.say(archived == nil ? .scoreEmpty : .todayArchived)))]
    }
    let isWeighed = scores.contains(where: \.streak.isWeighed)
    let rows = scores.map { score -> [Text] in
      let streak = score.streak
      let weight = [Text(times(score), .muted), Text(ShortNumber.tenths(streak.adjusted))]
      return [
        Text(titles.title(streak.title, streak.habit)), Text("\(streak.score)", .bold),
        Text(streak.unit.words(streak.current)),
      ] + (isWeighed ? weight : []) + [Text(percent(streak.strength))]
    }
    return [
      Paragraph(Text("Scores", .heading)), EmptyLine(),
      Table(columns(isWeighed: isWeighed, context), rows: rows), EmptyLine(),
      Paragraph(Text(context.say(isWeighed ? .scoreHow : .scoreHowEasy), .muted)),
    ]
  }

  private static func columns(isWeighed: Bool, _ context: CommandContext) -> [Table.Column] {
    let weight: [Table.Column] = [
      .init("Difficulty", isOptional: true), .init("Weighted", .trailing, isOptional: true),
    ]
    return [
      .init(context.say(.habitColumn), fit: .truncates, minimumWidth: 12),
      .init("Score", .trailing),
      .init(context.say(.scoreStreak)),
    ] + (isWeighed ? weight : []) + [.init("Strength", .trailing, isOptional: true)]
  }

  private static func times(_ score: HabitScore) -> String {
    "\(score.difficulty.rawValue) × \(ShortNumber.tenths(score.multiplier))"
  }

  // MARK: One habit, explained

  static func explained(_ explanation: ScoreExplanation, _ context: CommandContext) -> [any View] {
    let score = explanation.score
    var views: [any View] = [Paragraph(Text(score.streak.title, .heading)), EmptyLine()]
    views += sums(explanation).map { Paragraph(Text($0), hanging: 2) }
    let rows = explanation.days.map { day -> [Text] in
      [
        Text(day.day.shortWords(today: context.today)), status(day, context),
        Text(signed(day.change)), Text(percent(day.strength)),
      ]
    }
    let columns: [Table.Column] = [
      .init("Day"), .init("Was"), .init("Change", .trailing), .init("Strength", .trailing),
    ]
    let start = "Strength before these days: \(percent(explanation.strengthBefore))."
    views += [EmptyLine(), Paragraph(Text(start, .muted)), Table(columns, rows: rows)]
    // Without a weight, the sums already say everything.
    guard score.streak.isWeighed else { return views }
    return views + [EmptyLine(), Paragraph(Text(context.say(.scoreHow), .muted))]
  }

  /// Returns `Streak times difficulty: 12 days × 1.5 (medium) = 18`; an easy habit is not weighted.
  ///
  /// After a change of the difficulty, each unit is worth what it was when it was done.
  static func sums(_ explanation: ScoreExplanation) -> [String] {
    let score = explanation.score
    let streak = score.streak
    let isEven = streak.adjusted == Double(streak.current) * score.multiplier
    let times = "\(isEven ? "" : "now ")× \(ShortNumber.tenths(score.multiplier))"
    let weighted =
      "Streak times difficulty: \(streak.unit.words(streak.current)) \(times) (\(score.difficulty.rawValue))"
      + "\(isEven ? "" : ", earlier ones as they were") = \(ShortNumber.tenths(streak.adjusted))"
    let first = streak.isWeighed ? [weighted] : []
    guard let rate = explanation.monthRate else {
      return first + ["Score: strength \(percent(streak.strength)) = \(streak.score) of 100"]
    }
    return first + [
      "Score: the mean of strength \(percent(streak.strength)) and 30-day rate "
        + "\(percent(rate)) = \(streak.score) of 100"
    ]
  }

  private static func status(_ day: ScoredDay, _ context: CommandContext) -> Text {
    let screen = context.screen
    let glyphs = screen.theme.glyphs
    let (glyph, words, style): (Glyph, String, Style) =
      switch day.status {
      case .done: (glyphs.check, context.say(.scoreDone), .done)
      case .missed: (glyphs.missed, glyphs.missedWord, .missed)
      case .skipped: (glyphs.skip, "skipped", .skipped)
      case .protected: (glyphs.protected, "protected", .protected)
      case .notDue: (glyphs.empty, DayMark.notDue.name, .muted)
      case .open: (glyphs.open, context.say(.scoreOpen), .accent)
      }
    return Text(screen.profile.plain ? words : "\(screen.sign(glyph)) \(words)", style)
  }

  // MARK: Numbers

  /// Formats a percentage with exactly one decimal, so that columns align: `61.4%`.
  static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10)%"
  }

  /// Formats a change of strength in percentage points: `+2.1`, `-0.9`.
  static func signed(_ change: Double) -> String {
    let tenths = Int((change * 1000).rounded())
    let digits = "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    return tenths < 0 ? "-\(digits)" : "+\(digits)"
  }
}
