import Commands
import Core
import Presentation
import RemindersContract
import Terminal
import TrackingContract

/// Views of notices: those that have just arrived, and the inbox.
public enum InboxViews {
  /// Returns a line for each notice that has just arrived.
  static func arrived(
    _ items: [InboxItem],
    freezes: FreezeOutcomes = FreezeOutcomes(),
    _ context: CommandContext
  ) -> [any View] {
    items.map { item in
      let words = NoticeWords.of(item, freezes: freezes, context)
      return Paragraph(sign(item, context) + Text(words), hanging: 2)
    }
  }

  static func of(
    _ report: InboxReport,
    freezes: FreezeOutcomes = FreezeOutcomes(),
    _ context: CommandContext
  ) -> [any View] {
    guard !report.items.isEmpty else { return [Paragraph(Text(context.say(.inboxEmpty), .muted))] }
    var views: [any View] = report.items.map { item -> any View in
      let time = item.time(context, separator: " ")
      let sentence = NoticeWords.of(item, freezes: freezes, context)
      let words = Text(sentence, item.isRead ? .muted : .regular)
      return Paragraph(sign(item, context) + words + Text("  \(time)", .muted), hanging: 2)
    }
    if let step = nextStep(report, freezes, context) { views.append(step) }
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
  private static func nextStep(
    _ report: InboxReport,
    _ freezes: FreezeOutcomes,
    _ context: CommandContext
  ) -> NextStep? {
    let broken = report.items.first { $0.notice.kind == .broken && $0.notice.day == context.today }
    guard let broken else { return nil }
    let outcomes = broken.notice.subjects.map {
      freezes.outcome(of: $0, in: broken.notice, today: context.today)
    }
    if let place = outcomes.firstIndex(of: .savable) {
      return NextStep("trellis freeze \(ShellWord.quoted(broken.names[place]))")
    }
    guard let place = outcomes.firstIndex(of: .ended) else { return nil }
    return NextStep("trellis remind \(ShellWord.quoted(broken.names[place])) 09:00 --tomorrow")
  }
}
