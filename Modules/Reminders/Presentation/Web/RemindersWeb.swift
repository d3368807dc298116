import Core
import Pages
import Presentation
import RemindersContract

/// Reminders and the inbox in a browser.
extension RemindersPresentation: PagePresentation {
  public static let pages = [
    Page(
      "/reminders",
      tab: Tab(.remindersTab, icon: .bell, order: 60) { context in
        try await context.ask(ReadInbox(limit: 1)).unread
      },
      body: RemindersPage.content
    ),
    Page("/inbox", section: "/reminders", body: InboxPage.content),
  ]

  public static func pages(for product: Product) -> [Page] {
    product.policies.allowsNotices ? pages : []
  }

  public static let cards = [
    Card(in: .habit, order: 40, body: HabitTimes.card),
    Card(in: .settings, order: 30, body: RemindersPage.card),
  ]

  public static let actions = [
    FormAction("reminders.set-reminder", run: ReminderActions.set),
    FormAction("reminders.remove-reminder", run: ReminderActions.remove),
    FormAction("reminders.switch", run: ReminderActions.switchAll),
    FormAction("reminders.set-quiet-hours", run: ReminderActions.quiet),
    FormAction("reminders.set-kinds", run: ReminderActions.kinds),
    FormAction("reminders.set-moments", run: ReminderActions.moments),
    FormAction("reminders.mark-read", run: ReminderActions.read),
  ]

  public static let documents = [
    DocumentEndpoint("reminders", AllReminders.summary) {
      RemindersDocument(try await $0.context.ask(AllReminders()))
    },
    DocumentEndpoint(
      "inbox",
      ReadInbox.summary,
      parameters: [
        DocumentParameter(
          "limit",
          .number(1...500),
          "How many at most; 50 where it is left out."
        ),
        DocumentParameter("new", .flag, "Only what is unread."),
      ]
    ) { request in
      let limit = min(max(1, request.number("limit") ?? InboxLimits.shown), 500)
      let report =
        request.flag("new")
        ? try await InboxReport.unread(upTo: limit, request.context)
        : try await request.context.ask(ReadInbox(limit: limit))
      let freezes = try await FreezeOutcomes.load(report.items, request.context)
      return InboxDocument(report, freezes: freezes, request.context)
    },
  ]

  public static func pageStyles(for theme: Theme) -> String { ReminderStyles.all }
}
