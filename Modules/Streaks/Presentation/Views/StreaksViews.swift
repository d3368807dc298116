import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The text views of streaks.
enum StreaksViews {
  /// - Parameter archived: an archived habit, if there are no others.
  static func of(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    faces: HabitFaces = HabitFaces(),
    saved: SavedRuns = SavedRuns(),
    resting: RestingHabits = RestingHabits(),
    archived: Habit? = nil,
    _ context: CommandContext
  ) -> [any View] {
    guard !report.items.isEmpty else { return none(archived, context) }
    guard context.product.policies.showsStreaks else {
      return rooted(report, titles, faces, context)
    }
    let labels = labels(of: report, titles, faces, context.screen)
    let isWeighed = report.items.contains(where: \.isWeighed)
    let rows = zip(report.items, labels).map { row($0, $1, isWeighed: isWeighed, context.screen) }
    let table = Table(columns(isWeighed: isWeighed, context), rows: rows)
    return [Paragraph(Text(context.say(.streaksHeading), .heading)), EmptyLine()]
      + FlameView.of(report, titles, context) + [table] + stock(report, context)
      + FreezeViews.offers(report, titles, saved, context)
      + FreezeViews.returned(report, titles, context) + broken(report, titles, resting, context)
  }

  private static func none(_ archived: Habit?, _ context: CommandContext) -> [any View] {
    let words = Paragraph(Text(context.say(NoStreaks.words(archived))))
    guard let archived else { return [words] }
    let name = ShellWord.quoted(archived.details.title)
    return [words, EmptyLine(), NextStep("trellis edit \(name) --unarchive")]
  }

  private static func stock(_ report: StreaksReport, _ context: CommandContext) -> [any View] {
    guard context.product.policies.allowsFreezes else { return [] }
    return [EmptyLine(), FreezeViews.stock(report.freezes, context)]
  }

  private static func columns(isWeighed: Bool, _ context: CommandContext) -> [Table.Column] {
    [
      .init(context.say(.habitColumn), fit: .truncates, minimumWidth: 12),
      .init("Now"),
      .init("Best"),
      .init("Score", .trailing, isOptional: true),
      .init("Strength", isOptional: true),
    ] + (isWeighed ? [.init("Weighted", .trailing, isOptional: true)] : [])
  }

  /// The titles of a list in a column, with their icons or colors.
  private static func labels(
    of report: StreaksReport,
    _ titles: DistinctTitles,
    _ faces: HabitFaces,
    _ screen: Screen
  ) -> [Text] {
    let hasIcons = report.items.contains { faces.icon(of: $0.habit) != nil }
    return report.items.map { streak in
      let title = Text(titles.title(streak.title, streak.habit))
      guard let color = faces.color(of: streak.habit) else { return title }
      return FacedTitle.text(
        title,
        icon: faces.icon(of: streak.habit)?.description,
        color: RGB(hex: color.rgb),
        besideIcons: hasIcons,
        on: screen
      )
    }
  }

  private static func row(
    _ streak: HabitStreak,
    _ title: Text,
    isWeighed: Bool,
    _ screen: Screen
  ) -> [Text] {
    [
      title, length(streak, on: screen), Text(streak.unit.words(streak.best)),
      Text("\(streak.score)"), Bar(streak.strength, width: 10).text(on: screen),
    ] + (isWeighed ? [Text(ShortNumber.tenths(streak.adjusted))] : [])
  }

  /// Returns the current streak after a flame, with a shield if a freeze is part of it.
  static func length(_ streak: HabitStreak, on screen: Screen) -> Text {
    let words = streak.unit.words(streak.current)
    if screen.profile.plain {
      let shield = streak.isProtectedNow ? ", with a protected day" : ""
      let risk = streak.atRisk ? ", open today" : ""
      return Text(words + shield + risk)
    }
    guard streak.current > 0 else { return Text(words, .muted) }
    let glyphs = screen.theme.glyphs
    let shield = streak.isProtectedNow ? " " + screen.sign(glyphs.shield) : ""
    let risk = streak.atRisk ? " " + screen.sign(glyphs.open) : ""
    let sign = screen.sign(glyphs.flame)
    return Text("\(sign) \(words)\(shield)", .warning) + Text(risk, .accent)
  }

  /// Returns encouraging words for runs that have ended.
  private static func broken(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    _ resting: RestingHabits,
    _ context: CommandContext
  ) -> [any View] {
    let broken = report.beyondSaving(resting)
    guard let first = broken.first else { return [] }
    let title = titles.title(first.title, first.habit)
    let values = ["title": title, "best": first.unit.words(first.best)]
    let words = [
      context.say(.streakBroken, values),
      context.say(broken.count > 1 ? .streaksBroken : .streakSmallStep),
    ]
    return [EmptyLine()] + words.map { Paragraph(Text($0)) }
      + reminder(first, titles, resting, context)
  }

  /// Returns the offer of a reminder for tomorrow, if a module sends reminders and the habit does
  /// not rest then.
  private static func reminder(
    _ streak: HabitStreak,
    _ titles: DistinctTitles,
    _ resting: RestingHabits,
    _ context: CommandContext
  ) -> [any View] {
    guard context.offersReminders, !resting.restsTomorrow(streak.habit) else { return [] }
    let name = ShellWord.quoted(titles.name(streak.title, streak.habit))
    let title = titles.title(streak.title, streak.habit)
    let words = context.say(.streakRemind, ["title": title])
    return [Paragraph(Text(words)), NextStep("trellis remind \(name) 18:00 --tomorrow")]
  }

  /// Returns how strong each habit is, for products that hide the numbers.
  private static func rooted(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    _ faces: HabitFaces,
    _ context: CommandContext
  ) -> [any View] {
    let labels = labels(of: report, titles, faces, context.screen)
    let rows = zip(report.items, labels).map { streak, label in
      let bar = Bar(streak.strength, width: 20, showsPercent: false)
      return [label, bar.text(on: context.screen)]
    }
    let columns = [Table.Column("", fit: .truncates, minimumWidth: 10), Table.Column("")]
    return [
      Paragraph(Text(context.say(.streaksHidden), .muted)), EmptyLine(), Table(columns, rows: rows),
    ]
  }

  // MARK: One habit

  static func one(
    _ streak: HabitStreak,
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    faces: HabitFaces = HabitFaces(),
    saved: SavedRuns = SavedRuns(),
    resting: RestingHabits = RestingHabits(),
    _ context: CommandContext
  ) -> [any View] {
    guard context.product.policies.showsStreaks else {
      return rooted(report, titles, faces, context)
    }
    let now = length(streak, on: context.screen)
    var views: [any View] = [
      Paragraph(Text(titles.title(streak.title, streak.habit), .heading)), EmptyLine(),
      NamedValue("Now", now),
    ]
    if let since = streak.currentFrom {
      views.append(NamedValue("Since", Text(since.shortWords(today: context.today))))
    }
    views += [
      NamedValue("Best", Text(streak.unit.words(streak.best)))
    ]
    if streak.isWeighed {
      views.append(NamedValue("Weighted", Text(ShortNumber.tenths(streak.adjusted))))
    }
    views += [
      NamedValue("Score", Text("\(streak.score) of 100")),
      NamedBar("Strength", streak.strength),
    ]
    let isSavable = report.offers.contains { $0.habit == streak.habit }
    if !isSavable {
      if let word = word(streak, resting: resting, context) {
        views += [EmptyLine(), Paragraph(Text(word))]
      }
      if streak.isBroken { views += reminder(streak, titles, resting, context) }
    }
    for (words, days) in keptDays(streak, context) {
      views.append(Paragraph(Text("\(words) \(days)", .protected)))
    }
    if isSavable { views.append(EmptyLine()) }
    return views + FreezeViews.offers(report, titles, saved, context)
      + FreezeViews.returned(report, titles, context)
  }

  /// Returns why days of a habit were not missed, and which days they are.
  static func keptDays(
    _ streak: HabitStreak,
    _ context: any SpaceContext
  ) -> [(words: String, days: String)] {
    let all = [
      (Phrase.streakProtected, streak.frozenDays), (.streakShortened, streak.shortenedDays),
    ]
    return all.filter { !$0.1.isEmpty }.map { phrase, days in
      let days = days.suffix(10).map { $0.shortWords(today: context.today) }
      return (context.say(phrase), days.joined(separator: ", "))
    }
  }

  /// Returns a sentence about a streak; nil if there has been no run, or if it ended and the habit
  /// rests today.
  static func word(
    _ streak: HabitStreak,
    resting: RestingHabits = RestingHabits(),
    _ context: any SpaceContext
  ) -> String? {
    let best = streak.unit.words(streak.best)
    if streak.isBroken {
      guard !resting.restsToday(streak.habit) else { return nil }
      let values = ["title": streak.title, "best": best]
      return "\(context.say(.streakBroken, values)) \(context.say(.streakSmallStep))"
    }
    guard streak.current > 0 else { return nil }
    if streak.current >= streak.best { return context.say(.streakBest) }
    let left = streak.unit.words(streak.best - streak.current)
    return context.say(.streakTarget, ["title": streak.title, "left": left, "best": best])
  }
}
