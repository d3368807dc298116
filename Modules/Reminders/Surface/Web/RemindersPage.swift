import CommandKit
import Core
import PageKit
import RemindersContract
import TrackingContract

/// When a person is told of what.
enum RemindersPage {
  static func content(_ visit: Visit) async throws -> PageContent {
    let session = visit.session
    let report = try await session.ask(AllReminders())
    let unread = try await session.ask(ReadInbox(limit: 1)).unread
    let habits = try await session.ask(AllHabits())
    let title = session.say(.remindersTab)
    return PageContent(
      title: title,
      body: """
        \(HTML.header(title, inbox(unread, session)))\
        <div class="reminders"><div class="stack">\(switchCard(report, visit))\
        \(times(report, habits, visit))</div>\
        <div class="stack">\(quiet(report, visit))\(kinds(report, visit))</div></div>
        """
    )
  }

  private static func inbox(_ unread: Int, _ session: Session) -> HTML {
    let count: HTML =
      unread > 0
      ? " <span class=\"badge\">\(unread)\(HTML.spoken(" " + session.say(.inboxNew)))</span>" : ""
    return HTML.link("/inbox", style: "button", "\(session.say(.inboxTitle))\(count)")
  }

  /// The one switch, and where notices arrive.
  private static func switchCard(_ report: RemindersReport, _ visit: Visit) -> HTML {
    let session = visit.session
    let button = visit.button(
      "reminders.switch",
      fields: [("state", report.isOn ? "off" : "on")],
      class: report.isOn ? "button" : "button primary",
      "\(session.say(report.isOn ? .remindersSwitchOff : .remindersSwitchOn))"
    )
    return HTML.card(
      nil,
      """
      <div class="spread"><p><b>\(session.say(report.isOn ? .remindersOn : .remindersOff))</b></p>\
      \(button)</div><p class="small muted">\(NoticeChannels.words(session))</p>
      """
    )
  }

  private static func times(
    _ report: RemindersReport,
    _ habits: [Habit],
    _ visit: Visit
  ) -> HTML {
    let session = visit.session
    guard !habits.isEmpty else {
      let action = HTML.link("/", session.say(.remindersToday), style: "button")
      return HTML.empty(session.say(.remindersNoHabit), icon: .bell, action: action)
    }
    let set = Dictionary(report.items.map { ($0.habit, $0.reminders) }) { first, _ in first }
    let rows = habits.map { habit -> HTML in
      let title = habit.details.title
      let times = HabitTimes.list(of: habit.id, set[habit.id] ?? [], title, visit)
      let dot = HTML.dot(RGB(hex: habit.details.color.rgb))
      return "<div class=\"stack times-of\"><h3>\(dot) \(title)</h3>\(times)</div>"
    }
    return HTML.card(session.say(.remindersTimes), HTML.list(rows))
  }

  private static func quiet(_ report: RemindersReport, _ visit: Visit) -> HTML {
    let session = visit.session
    let from = TimeOfDay(report.quiet?.from ?? 22 * 60).description
    let to = TimeOfDay(report.quiet?.to ?? 7 * 60).description
    let state =
      report.quiet.map { session.say(.quietOn, $0.words) }
      ?? session.say(.quietOff)
    let form = visit.form(
      "reminders.set-quiet-hours",
      class: "stack",
      """
      <div class="row">\
      \(HTML.field(label: session.say(.quietFrom), name: "from", value: from, kind: .time))\
      \(HTML.field(label: session.say(.quietTo), name: "to", value: to, kind: .time))</div>\
      <div class="cluster"><button class="button" name="state" value="on">\
      \(session.say(.quietKeep))</button>\
      \(report.quiet == nil ? "" : off(session))</div>
      """
    )
    return HTML.card(session.say(.quietTitle), "<p>\(state)</p>\(form)")
  }

  private static func off(_ session: Session) -> HTML {
    """
    <button class="button quiet" name="state" value="off">\(session.say(.quietSwitchOff))</button>
    """
  }

  private static func kinds(_ report: RemindersReport, _ visit: Visit) -> HTML {
    let session = visit.session
    let boxes = NoticeKind.allCases.map { kind in
      HTML.checkbox(
        label: session.say(kind.title),
        name: "kind",
        value: kind.rawValue,
        isOn: report.kinds[kind] != false,
        hint: kind.summary
      )
    }
    return HTML.card(
      session.say(.kindsTitle),
      visit.form(
        "reminders.set-kinds",
        class: "stack",
        """
        \(boxes.joined())<p><button class="button">\(session.say(.kindsKeep))</button></p>
        """
      )
    )
  }

  /// On the settings page.
  static func card(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    guard session.product.policies.allowsNotices else { return nil }
    return HTML.card(
      session.say(.remindersTab),
      """
      <p>\(session.say(.remindersSettings))</p>\
      <p>\(HTML.link("/reminders", session.say(.remindersTab), style: "button"))</p>
      """
    )
  }
}

extension NoticeKind {
  var title: Phrase {
    switch self {
    case .reminder: .kindReminder
    case .atRisk: .kindAtRisk
    case .milestone: .kindMilestone
    case .broken: .kindBroken
    case .weekly: .kindWeekly
    }
  }
}

extension QuietHours {
  /// For the words that tell of them.
  var words: [String: String] {
    ["from": TimeOfDay(from).description, "to": TimeOfDay(to).description]
  }
}

extension NoticeChannels {
  /// Where notices arrive, and what to do where none can.
  static func words(_ session: Session) -> String {
    session.say(current.reachesDesktop ? .remindersDesktop : .remindersNoDesktop)
  }
}
