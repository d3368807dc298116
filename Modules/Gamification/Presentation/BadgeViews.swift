import Commands
import Core
import GamificationContract
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// Views of badges.
enum BadgeViews {
  static func of(
    _ report: BadgesReport,
    _ titles: DistinctTitles,
    _ context: CommandContext
  ) -> [any View] {
    guard !report.items.isEmpty else {
      return [Paragraph(Text(context.say(.badgesEmpty)))] + next(report, titles, context)
    }
    let tellsLater = report.items.contains { $0.recorded.later > 0 }
    let rows = report.items.map {
      row($0, titles.title($0.title, $0.habit), context) + (tellsLater ? [later($0)] : [])
    }
    let total = report.total.counted("badge")
    var views: [any View] = [
      Paragraph(Text("Badges", .heading) + Text("  \(total)", .muted)), EmptyLine(),
      Table(columns(context) + (tellsLater ? [laterColumn(context)] : []), rows: rows),
    ]
    if report.items.contains(where: \.isHard), !context.screen.profile.plain {
      let words = "\(star(context.screen)) \(context.say(.badgesHard))"
      views += [EmptyLine(), Paragraph(Text(words, .muted))]
    }
    return views + next(report, titles, context)
  }

  private static func columns(_ context: CommandContext) -> [Table.Column] {
    [
      .init(context.say(.habitColumn), fit: .truncates, minimumWidth: 12),
      .init("Badge"),
      .init("First reached"),
      .init("Times", .trailing),
    ]
  }

  private static func row(_ badge: Badge, _ title: String, _ context: CommandContext) -> [Text] {
    let screen = context.screen
    let length = badge.unit.words(badge.level)
    let mark = badge.isHard ? (screen.profile.plain ? ", hard habit" : " \(star(screen))") : ""
    return [
      Text(title), Text(length, .done) + Text(mark, .warning),
      Text(badge.day.shortWords(today: context.today)), Text("\(badge.times)"),
    ]
  }

  private static func laterColumn(_ context: CommandContext) -> Table.Column {
    .init(context.say(.badgesLaterColumn), .trailing, isOptional: true)
  }

  /// Returns how many days of the run were not marked on the day itself.
  private static func later(_ badge: Badge) -> Text {
    let recorded = badge.recorded
    return Text(recorded.later > 0 ? "\(recorded.later) of \(recorded.done)" : "", .muted)
  }

  static func star(_ screen: Screen) -> String { screen.sign("★", ascii: "*") }

  /// Returns the nearest milestone of a current run.
  private static func next(
    _ report: BadgesReport,
    _ titles: DistinctTitles,
    _ context: CommandContext
  ) -> [any View] {
    guard let next = report.next.first else { return [] }
    let values = [
      "title": titles.title(next.title, next.habit), "left": next.words(next.left),
      "level": next.words(next.level),
    ]
    return [EmptyLine(), Paragraph(Text(context.say(.badgesNext, values)))]
  }
}
