import Core
import Pages
import Presentation
import RemindersContract
import TrackingContract

/// The page of the notice preferences.
enum RemindersPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    let report = try await context.ask(AllReminders())
    let unread = try await context.ask(ReadInbox(limit: 1)).unread
    let habits = try await RemindableHabits.all(context)
    let archived = try await ArchivedHabits.latest(asking: context.askIfAvailable)
    let title = context.say(.remindersTab)
    return PageContent(
      title: title,
      body: """
        \(HTML.header(title, inbox(unread, context)))\
        <div class="reminders"><div class="stack">\(switchCard(report, request))\
        \(MomentsCard.html(report, request))\(times(report, habits, archived, request))</div>\
        <div class="stack">\(quiet(report, request))\(kinds(report, request))</div></div>
        """
    )
  }

  private static func inbox(_ unread: Int, _ context: PageContext) -> HTML {
    let count: HTML =
      unread > 0
      ? " <span class=\"badge\">\(unread)\(HTML.spoken(" " + context.say(.inboxNew)))</span>" : ""
    return HTML.link("/inbox", style: "button", "\(context.say(.inboxTitle))\(count)")
  }

  /// Returns the card with the main switch and the channels.
  private static func switchCard(_ report: RemindersReport, _ request: PageRequest) -> HTML {
    let context = request.context
    let button = request.button(
      "reminders.switch",
      fields: [("state", report.isOn ? "off" : "on")],
      class: report.isOn ? "button" : "button primary",
      "\(context.say(report.isOn ? .remindersSwitchOff : .remindersSwitchOn))"
    )
    return HTML.card(
      nil,
      """
      <div class="spread"><p><b>\(context.say(report.isOn ? .remindersOn : .remindersOff))</b></p>\
      \(button)</div>\(channel(report, context))\(NoticeChannels.link(context))
      """
    )
  }

  /// Returns where notices arrive; nothing if none is given.
  private static func channel(_ report: RemindersReport, _ context: PageContext) -> HTML {
    report.isOn ? "<p class=\"small muted\">\(NoticeChannels.words(context))</p>" : ""
  }

  private static func times(
    _ report: RemindersReport,
    _ habits: [RemindableHabits.Item],
    _ archived: Habit?,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    guard !habits.isEmpty else {
      let action = HTML.link("/", context.say(.remindersToday), style: "button")
      let words: Phrase = archived == nil ? .remindersNoHabit : .todayArchived
      return HTML.empty(context.say(words), icon: .bell, action: action)
    }
    let set = Dictionary(report.items.map { ($0.habit, $0.reminders) }) { first, _ in first }
    let rows = habits.map { habit -> HTML in
      let times = HabitTimes.list(of: habit.id, set[habit.id] ?? [], habit.label, request)
      let face = habit.color.map { HTML.face(habit.icon, $0) }
      let title = HTML.titled(face, "\(habit.label)")
      return "<div class=\"stack times-of\"><h3>\(title)</h3>\(times)</div>"
    }
    return HTML.card(context.say(.remindersTimes), HTML.list(rows))
  }

  private static func quiet(_ report: RemindersReport, _ request: PageRequest) -> HTML {
    let context = request.context
    let from = TimeOfDay(report.quiet?.from ?? 22 * 60).description
    let to = TimeOfDay(report.quiet?.to ?? 7 * 60).description
    let state =
      report.quiet.map { context.say(.quietOn, $0.words) }
      ?? context.say(.quietOff)
    let form = request.form(
      "reminders.set-quiet-hours",
      class: "stack",
      label: context.say(.quietTitle),
      """
      <div class="cluster">\
      \(HTML.field(label: context.say(.quietFrom), name: "from", value: from, kind: .time))\
      \(HTML.field(label: context.say(.quietTo), name: "to", value: to, kind: .time))</div>\
      <div class="cluster">\
      \(HTML.submit(
        context.say(.quietKeep),
        about: context.say(.quietTitle),
        sends: (name: "state", value: "on")
      ))\
      \(report.quiet == nil ? "" : off(context))</div>
      """
    )
    return HTML.card(context.say(.quietTitle), "<p>\(state)</p>\(form)")
  }

  private static func off(_ context: PageContext) -> HTML {
    """
    <button class="button quiet" name="state" value="off">\(context.say(.quietSwitchOff))</button>
    """
  }

  private static func kinds(_ report: RemindersReport, _ request: PageRequest) -> HTML {
    let context = request.context
    let boxes = report.known.filter { !$0.isTimed }.map { kind in
      HTML.checkbox(
        label: context.say(kind.title),
        name: "kind",
        value: kind.rawValue,
        isOn: report.kinds[kind] != false,
        hint: ReminderViews.purpose(of: kind, report, context)
      )
    }
    return HTML.card(
      context.say(.kindsTitle),
      request.form(
        "reminders.set-kinds",
        class: "stack",
        """
        \(boxes.joined())\
        <p>\(HTML.submit(context.say(.kindsKeep), about: context.say(.kindsTitle)))</p>
        """
      )
    )
  }

  /// Returns the card on the settings page.
  static func card(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard context.product.policies.allowsNotices else { return nil }
    let isOn = try await context.ask(AllReminders()).isOn
    let state = isOn ? NoticeChannels.words(context) : context.say(.remindersOff)
    return HTML.card(
      context.say(.remindersTab),
      """
      <p>\(context.say(.remindersSettings))</p>\
      <p class="small muted">\(state)</p>\
      <p>\(HTML.link("/reminders", context.say(.remindersTab), style: "button"))</p>
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
    case .pledge: .kindPledge
    case .review: .kindReview
    }
  }
}

extension QuietHours {
  /// The times as values for phrases.
  var words: [String: String] {
    ["from": TimeOfDay(from).description, "to": TimeOfDay(to).description]
  }
}

extension NoticeChannels {
  /// Returns where notices arrive, and what to do if there is no channel.
  static func words(_ context: PageContext) -> String {
    if current.page != nil { return context.say(.remindersElsewhere) }
    return context.say(current.reachesDesktop ? .remindersDesktop : .remindersNoDesktop)
  }

  /// Leads to the page on which a person says where notices go, if there is one.
  static func link(_ context: PageContext) -> HTML? {
    current.page.map { page in
      "<p>\(HTML.link(page, context.say(.remindersElsewhereLink), style: "button"))</p>"
    }
  }

  /// Whether notices can arrive anywhere but in the inbox.
  static var canArrive: Bool { current.reachesDesktop || current.page != nil }
}
