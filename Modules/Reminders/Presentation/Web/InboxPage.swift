import Core
import Pages
import Presentation
import RemindersContract
import TrackingContract

/// The page of the notices given, newest first.
enum InboxPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    let report = try await InboxReport.shown(context)
    let title = context.say(.inboxTitle)
    let back = HTML.wayBack("/reminders", context.say(.remindersTab))
    guard !report.items.isEmpty else {
      return PageContent(
        title: title,
        body: "\(back)\(HTML.header(title))\(HTML.empty(context.say(.inboxEmpty), icon: .bell))"
      )
    }
    let read = request.button("reminders.mark-read", "\(context.say(.inboxReadAll))")
    let note =
      report.unread > 0
      ? context.say(.inboxUnread, ["count": "\(report.unread)"]) : context.say(.inboxAllRead)
    let actions = report.unread > 0 ? read : nil
    let freezes = try await FreezeOutcomes.load(report.items, context)
    let rows = report.items.map { row($0, freezes, request) }
    let list: HTML = "<ul class=\"list inbox\">\(rows.joined())</ul>"
    return PageContent(
      title: title,
      body: "\(back)\(HTML.header(title, note: note, actions))\(HTML.card(nil, list))"
    )
  }

  private static func row(
    _ item: InboxItem,
    _ freezes: FreezeOutcomes,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    let time = item.time(context, separator: ", ")
    let new: HTML = item.isRead ? "" : "<span class=\"badge\">\(context.say(.inboxNew))</span> "
    let words = NoticeWords.of(item, freezes: freezes, context)
    let text: HTML = place(item.notice, context).map { HTML.link($0, words) } ?? "\(words)"
    return """
      <li\(attribute: "data-unread", if: !item.isRead)><div><p>\(new)\(text)</p>\
      <p class="small muted">\(time)</p></div>\(offer(item, freezes, request))</li>
      """
  }

  /// Returns the page of what a notice is about; nil for several habits.
  private static func place(_ notice: Notice, _ context: PageContext) -> String? {
    if notice.kind.isTimed { return "/" }
    return notice.habit.map { RemindableHabits.areTracked(context) ? "/habits/\($0)" : "/" }
  }

  /// Returns the offer to be reminded tomorrow, on the day after a streak ended.
  private static func offer(
    _ item: InboxItem,
    _ freezes: FreezeOutcomes,
    _ request: PageRequest
  ) -> HTML? {
    let (context, notice) = (request.context, item.notice)
    guard notice.kind == .broken, notice.day == context.today else { return nil }
    let subject = notice.subjects.first {
      freezes.outcome(of: $0, in: notice, today: context.today) != .saved
    }
    guard let habit = subject?.habit else { return nil }
    return request.button(
      "reminders.set-reminder",
      fields: [("habit", habit.description), ("time", "09:00"), ("tomorrow", "on")],
      class: "button quiet",
      "\(context.say(.inboxRemindTomorrow))"
    )
  }
}
