import Commands
import Core
import Presentation
import RemindersContract
import Terminal
import TrackingContract

/// Views of notices: those that have just arrived, and the inbox.
public enum InboxViews {
  /// Returns a line for each notice that has just arrived, and the next step.
  public static func arrived(_ items: [InboxItem], _ context: CommandContext) -> [any View] {
    items.map { item in
      Paragraph(sign(item, context) + Text(NoticeWords.of(item, context)), hanging: 2)
    }
  }

  static func of(_ report: InboxReport, _ context: CommandContext) -> [any View] {
    guard !report.items.isEmpty else { return [Paragraph(Text(context.say(.inboxEmpty), .muted))] }
    let zone = context.calendar.zone
    var views: [any View] = report.items.map { item -> any View in
      let day = context.calendar.day(at: item.notice.at).relativeWords(today: context.today)
      let time = "\(day) \(item.notice.at.clockTime(in: zone))"
      let words = Text(NoticeWords.of(item, context), item.isRead ? .muted : .regular)
      return Paragraph(sign(item, context) + words + Text("  \(time)", .muted), hanging: 2)
    }
    if let step = nextStep(report, context) { views.append(step) }
    if NoticeChannels.current.isAwake, !NoticeChannels.current.reachesDesktop {
      views.append(Paragraph(Text(ReminderViews.channel(context), .muted)))
    }
    if report.unread > 0 { views.append(NextStep("trellis inbox --read")) }
    return views
  }

  private static func sign(_ item: InboxItem, _ context: CommandContext) -> Text {
    if context.screen.profile.plain { return item.isRead ? Text() : Text("New: ") }
    let sign = context.screen.sign("• ", ascii: "* ")
    return Text(item.isRead ? "  " : sign, .accent)
  }

  /// Returns the freeze that can save a streak that ended, or the offer to be reminded tomorrow.
  private static func nextStep(_ report: InboxReport, _ context: CommandContext) -> NextStep? {
    let broken = report.items.first { $0.notice.kind == .broken && $0.notice.day == context.today }
    guard let broken, let name = broken.names.first else { return nil }
    if let place = broken.notice.subjects.firstIndex(where: { $0.canBeSaved == true }) {
      return NextStep("trellis freeze \(ShellWord.quoted(broken.names[place]))")
    }
    return NextStep("trellis remind \(ShellWord.quoted(name)) 09:00 --tomorrow")
  }
}
