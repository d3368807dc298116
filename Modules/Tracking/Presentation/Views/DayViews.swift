import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The text views of one day of one habit.
enum DayViews {
  static func of(_ report: DayReport, _ context: CommandContext) -> [any View] {
    let screen = context.screen
    let details = report.habit.details
    let heading =
      HabitLabel.text(details.title, details, style: .heading, on: screen)
      + Text("  \(report.day.words)", .muted)
    let name = report.status.notDueWords(report.outside) ?? report.status.mark.name(on: screen)
    let sign = screen.profile.plain ? "" : report.status.mark.text(on: screen) + " "
    var state = sign + Text(name)
    let wasMarked = report.entry.mark != .open || report.entry.value != nil
    if wasMarked, let at = report.entry.at {
      let zone = context.calendar.zone
      let day = context.calendar.day(at: at)
      let when = day == report.day ? "" : " \(day.relativeWords(today: context.today))"
      state += Text(", marked at \(at.clockTime(in: zone))\(when)", .muted)
    }
    var views: [any View] = [Paragraph(heading), Paragraph(state)]
    if let amount = report.amount { views.append(Paragraph(Text(amount.words(context.number)))) }
    if let note = report.entry.writtenNote { views.append(Paragraph(verbatim: note)) }
    if report.inCurrentStreak, context.product.policies.showsStreaks {
      views.append(Paragraph(Text("Part of the current streak.", .muted)))
    }
    return views
  }

  /// Returns the short confirmation after a day was marked.
  static func confirmation(
    _ report: DayReport,
    of mark: Mark,
    _ context: CommandContext
  ) -> [any View] {
    let screen = context.screen
    var line = Text(sentence(report, mark, context))
    let isSkipped = mark == .skipped || mark == .open && report.status == .skipped
    let shown: DayMark = isSkipped ? .skipped : report.status == .done ? .done : .open
    if !screen.profile.plain { line = shown.text(on: screen) + " " + line }
    var views: [any View] = [Paragraph(line + streak(report, context), hanging: 2)]
    let isRestart = report.streak.map { $0.current == 1 && $0.best > 1 } ?? false
    if isRestart, mark == .done, report.status == .done, context.product.policies.showsStreaks,
      report.freezes.offer == nil, let streak = report.streak
    {
      let best = streak.unit.words(streak.best)
      views.append(Paragraph(Text(context.say(.streakRestarted, ["best": best]), .muted)))
    }
    return views + StreakNewsViews.marked(report.freezes, report.habit, context)
  }

  /// Returns a sentence about what marking the day did.
  ///
  /// - Parameter title: how to name the habit, if its title alone is ambiguous.
  static func sentence(
    _ report: DayReport,
    _ mark: Mark,
    title: String? = nil,
    _ context: any SpaceContext
  ) -> String {
    var values = [
      "title": title ?? report.habit.details.title,
      "day": report.day.nounWords(today: context.today),
    ]
    switch mark {
    case .skipped: return context.say(.checkSkipped, values)
    case .open where report.status == .skipped: return context.say(.checkOnVacation, values)
    case .open, .missed, .automatic: return context.say(.checkUndone, values)
    case .done: break
    }
    guard report.status != .done, let target = report.target,
      let value = report.entry.value
    else { return context.say(.checkDone, values) }
    let isOver = target.direction == .atMost
    let rest = Amount(thousandths: abs(target.amount.thousandths - value.thousandths))
    let unit = target.unit.isEmpty ? "" : " \(target.unit)"
    values["value"] = context.number(isOver ? "\(value)\(unit)" : "\(value)")
    values["target"] = context.number("\(target.amount)\(unit)")
    values["left"] = context.number("\(rest)")
    return context.say(isOver ? .checkOver : .checkPartial, values)
  }

  private static func streak(_ report: DayReport, _ context: CommandContext) -> Text {
    guard context.product.policies.showsStreaks, let streak = report.streak, streak.current > 0
    else { return "" }
    let words = streak.unit.words(streak.current)
    if context.screen.profile.plain { return Text(" Streak \(words).") }
    return Text(" \(context.screen.sign(context.screen.theme.glyphs.flame)) \(words)", .warning)
  }
}
