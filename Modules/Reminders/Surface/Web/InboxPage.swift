import CommandKit
import Core
import PageKit
import RemindersContract
import TrackingContract

/// The notices that were given, newest first.
enum InboxPage {
  static func content(_ visit: Visit) async throws -> PageContent {
    let session = visit.session
    let report = try await session.ask(ReadInbox())
    let title = session.say(.inboxTitle)
    let back = HTML.link("/reminders", session.say(.remindersTab), style: "button quiet")
    guard !report.items.isEmpty else {
      return PageContent(
        title: title,
        body: "\(HTML.header(title, back))\(HTML.empty(session.say(.inboxEmpty), icon: .bell))"
      )
    }
    let read = visit.button("reminders.mark-read", "\(session.say(.inboxReadAll))")
    let note =
      report.unread > 0
      ? session.say(.inboxUnread, ["count": "\(report.unread)"]) : session.say(.inboxAllRead)
    let actions: HTML = report.unread > 0 ? read + back : back
    let rows = report.items.map { row($0, visit) }
    let list: HTML = "<ul class=\"list inbox\">\(rows.joined())</ul>"
    return PageContent(
      title: title,
      body: "\(HTML.header(title, note: note, actions))\(HTML.card(nil, list))"
    )
  }

  private static func row(_ item: InboxItem, _ visit: Visit) -> HTML {
    let session = visit.session
    let at = item.notice.at
    let day = session.calendar.day(at: at).relativeWords(today: session.today)
    let time = "\(day), \(at.clockTime(in: session.calendar.zone))"
    let new: HTML = item.isRead ? "" : "<span class=\"badge\">\(session.say(.inboxNew))</span> "
    let words = NoticeWords.of(item, session)
    let text: HTML = item.notice.habit.map { HTML.link("/habits/\($0)", words) } ?? "\(words)"
    return """
      <li\(attribute: "data-unread", if: !item.isRead)><div><p>\(new)\(text)</p>\
      <p class="small muted">\(time)</p></div>\(offer(item, visit))</li>
      """
  }

  /// The day after a streak ended: to be reminded tomorrow.
  private static func offer(_ item: InboxItem, _ visit: Visit) -> HTML? {
    let session = visit.session
    guard item.notice.kind == .broken, item.notice.day == session.today else { return nil }
    guard let habit = item.notice.subjects.first?.habit else { return nil }
    return visit.button(
      "reminders.set-reminder",
      fields: [("habit", habit.description), ("time", "09:00"), ("tomorrow", "on")],
      class: "button quiet",
      "\(session.say(.inboxRemindTomorrow))"
    )
  }
}
