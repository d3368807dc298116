import CommandKit
import Core
import StreaksContract
import TrackingContract

/// One day of one habit for a person.
enum DayViews {
  static func of(_ report: DayReport, _ session: Session) -> [any View] {
    let screen = session.screen
    let details = report.habit.details
    let heading =
      HabitLabel.text(details.title, details, style: .heading, on: screen)
      + Text("  \(report.day.words)", .muted)
    let name = report.status.mark.name(on: screen)
    let sign = screen.profile.plain ? "" : report.status.mark.text(on: screen) + " "
    var state = sign + Text(name)
    let wasMarked = report.entry.mark != .open || report.entry.value != nil
    if wasMarked, let at = report.entry.at {
      let zone = session.calendar.zone
      let day = session.calendar.day(at: at)
      let when = day == report.day ? "" : " \(day.relativeWords(today: session.today))"
      state += Text(", marked at \(at.clockTime(in: zone))\(when)", .muted)
    }
    var views: [any View] = [Paragraph(heading), Paragraph(state)]
    if let amount = HabitLabel.amount(report.entry.value, of: details.target) {
      views.append(Paragraph(Text(amount)))
    }
    if let note = report.entry.writtenNote { views.append(Paragraph(verbatim: note)) }
    if report.inCurrentStreak, session.product.policies.showsStreaks {
      views.append(Paragraph(Text("Part of the current streak.", .muted)))
    }
    return views
  }

  /// The short confirmation after a day was marked.
  static func confirmation(_ report: DayReport, of mark: Mark, _ session: Session) -> [any View] {
    let screen = session.screen
    var line = Text(sentence(report, mark, session))
    let shown: DayMark = mark == .skipped ? .skipped : report.status == .done ? .done : .open
    if !screen.profile.plain { line = shown.text(on: screen) + " " + line }
    var views: [any View] = [Paragraph(line + streak(report, session), hanging: 2)]
    let isRestart = report.streak.map { $0.current == 1 && $0.best > 1 } ?? false
    if isRestart, mark == .done, report.status == .done, session.product.policies.showsStreaks,
      let streak = report.streak
    {
      let best = streak.unit.words(streak.best)
      views.append(Paragraph(Text(session.say(.streakRestarted, ["best": best]), .muted)))
    }
    return views
  }

  /// What was done by marking the day, in one sentence.
  static func sentence(_ report: DayReport, _ mark: Mark, _ session: Session) -> String {
    var values = [
      "title": report.habit.details.title,
      "day": dayWords(report.day, session.today),
    ]
    switch mark {
    case .skipped: return session.say(.checkSkipped, values)
    case .open, .missed, .automatic: return session.say(.checkUndone, values)
    case .done: break
    }
    guard report.status != .done, let target = report.habit.details.target,
      let value = report.entry.value
    else { return session.say(.checkDone, values) }
    let isOver = target.direction == .atMost
    let rest = Amount(thousandths: abs(target.amount.thousandths - value.thousandths))
    let unit = target.unit.isEmpty ? "" : " \(target.unit)"
    values["value"] = isOver ? "\(value)\(unit)" : "\(value)"
    values["target"] = "\(target.amount)\(unit)"
    values["left"] = "\(rest)"
    return session.say(isOver ? .checkOver : .checkPartial, values)
  }

  private static func dayWords(_ day: Day, _ today: Day) -> String {
    day == today || day.advanced(by: 1) == today
      ? day.relativeWords(today: today) : day.shortWords(today: today)
  }

  private static func streak(_ report: DayReport, _ session: Session) -> Text {
    guard session.product.policies.showsStreaks, let streak = report.streak, streak.current > 0
    else { return "" }
    let words = streak.unit.words(streak.current)
    if session.screen.profile.plain { return Text(" Streak \(words).") }
    return Text(" \(session.screen.sign(session.screen.theme.glyphs.flame)) \(words)", .warning)
  }
}
