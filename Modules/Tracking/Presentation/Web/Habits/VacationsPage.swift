import Core
import Pages
import Presentation
import TrackingContract

/// The page of planned vacations, with a form to plan another.
enum VacationsPage {
  static let path = "/vacations"

  static let page = Page(path) { request in
    let context = request.context
    let vacations = try await context.ask(AllVacations())
    let habits = try await context.ask(AllHabits(includesArchived: true))
    let title = context.say(.vacationsTitle)
    return PageContent(
      title: title,
      body: """
        \(HTML.wayBack(HabitsPage.path, context.say(.habitsTitle)))\
        \(HTML.header(title, note: context.say(.vacationsHint)))\
        \(list(vacations, habits, request))\
        \(HTML.card(context.say(.vacationPlan), form(habits, request)))
        """
    )
  }

  private static func list(
    _ vacations: [Vacation],
    _ habits: [Habit],
    _ request: PageRequest
  ) -> HTML {
    let today = request.today
    let coming = vacations.filter { $0.to >= today }
    let past = vacations.filter { $0.to < today }
    guard !vacations.isEmpty else {
      return HTML.empty(request.context.say(.vacationNone), icon: .moon)
    }
    let titles = DistinctTitles.all(habits)
    let rows = coming.map { row($0, titles, request) }
    let old = past.reversed().map { row($0, titles, request) }
    let words = past.count.counted("that is over", "that are over")
    return """
      \(rows.isEmpty ? nil : HTML.card(nil, HTML.list(rows)))\
      \(old.isEmpty ? nil : HTML.card(nil, style: "quiet", HTML.disclosure(words, HTML.list(old))))
      """
  }

  private static func row(
    _ vacation: Vacation,
    _ titles: [HabitID: String],
    _ request: PageRequest
  ) -> HTML {
    let names = vacation.habits?.compactMap { titles[$0] }.sorted().joined(separator: ", ")
    let days = vacation.from.distance(to: vacation.to) + 1
    let range = VacationWords.range(vacation, request.today)
    let label = "Cancel the vacation, \(range)"
    let button =
      VacationWords.comesBack(vacation, request.context)
      ? request.button(
        VacationActions.cancelling,
        fields: [("vacation", vacation.id.description)],
        class: "button quiet",
        label: label,
        "Cancel"
      )
      : HTML.link(
        CancelVacationPage.path(of: vacation),
        style: "button quiet",
        label: label,
        "Cancel"
      )
    return """
      <div class="spread"><div><p><strong>\(range)</strong> \
      <span class="muted small">\(days.counted("day"))</span></p>\
      <p class="small muted">\(names ?? "All habits")</p></div>\(button)</div>
      """
  }

  private static func form(_ habits: [Habit], _ request: PageRequest) -> HTML {
    let today = request.today
    let chosen = habits.filter { !$0.details.archived }
    let titles = DistinctTitles.all(chosen)
    let boxes = chosen.map { habit in
      HTML.checkbox(
        label: titles[habit.id] ?? habit.details.title,
        name: "habit",
        value: habit.id.description
      )
    }
    let which: HTML =
      boxes.isEmpty
      ? "" : HTML.disclosure("Only for some habits", "<div class=\"stack\">\(boxes.joined())</div>")
    return request.form(
      "tracking.plan-vacation",
      class: "stack",
      """
      <div class="pair">\
      \(HTML.field(
        label: "First day",
        name: "from",
        value: today.advanced(by: 1).description,
        kind: .date,
        required: true
      ))\
      \(HTML.field(
        label: "Last day",
        name: "to",
        value: today.advanced(by: 7).description,
        kind: .date,
        required: true
      ))</div>\
      \(which)<div class="toolbar"><button class="button primary">Plan it</button></div>
      """
    )
  }
}

/// The actions that plan and cancel vacations.
enum VacationActions {
  static let cancelling = "tracking.cancel-vacation"
  private static let planning = "tracking.plan-vacation"

  static let all: [FormAction] = [
    FormAction(planning, run: plan), FormAction(cancelling, run: cancel),
  ]

  private static func plan(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let (from, to) = (try day("from", fields), try day("to", fields))
    let habits = Set(fields.all("habit").compactMap { HabitID($0) })
    let command = PlanVacation(from: from, to: to, habits: habits.isEmpty ? nil : habits)
    let vacation = try await context.send(command)
    let range = VacationWords.range(vacation, context.today)
    return .done(
      context.say(.vacationPlanned, ["range": range]),
      undo: Undo(cancelling, ["vacation": vacation.id.description])
    )
  }

  private static func day(_ name: String, _ fields: FormFields) throws -> Day {
    guard let day = try fields.day(name) else {
      throw DomainError(
        "no-days",
        "Give the first and the last day. Nothing was planned.",
        isFinal: true,
        about: name
      )
    }
    return day
  }

  private static func cancel(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let id: EntityID = try fields.id("vacation")
    let known = try await context.ask(AllVacations()).first { $0.id == id }
    try await context.send(CancelVacation(id: id))
    let undo = known.flatMap { vacation in
      VacationWords.comesBack(vacation, context)
        ? Undo(planning, ["from": vacation.from.description, "to": vacation.to.description]) : nil
    }
    let message = Message(.done, context.say(.vacationCancelled), undo: undo)
    return ActionResult(VacationsPage.path, message)
  }
}

enum VacationWords {
  /// Whether a vacation that is cancelled can be planned again by the few fields of a button.
  ///
  /// Those have room for a vacation of all habits alone.
  static func comesBack(_ vacation: Vacation, _ context: PageContext) -> Bool {
    vacation.habits == nil && mayBegin(vacation.from, context)
  }

  /// Whether a vacation may be planned from a day on.
  static func mayBegin(_ day: Day, _ context: any SpaceContext) -> Bool {
    day >= context.today || context.backfill.allows(day)
  }

  /// What cancelling a vacation means.
  static func consequence(of vacation: Vacation, _ context: any SpaceContext) -> String {
    let streaks = context.showsStreaks ? ", and a streak that rests on them may end" : ""
    let way =
      mayBegin(vacation.from, context)
      ? "To have it back, you plan it anew."
      : "It has begun, so it cannot be planned anew from its first day."
    return "Its days count again like all others\(streaks). \(way) Nothing has been changed yet."
  }

  /// Returns a range as `24 Dec to 2 Jan 2027`.
  static func range(_ vacation: Vacation, _ today: Day) -> String {
    let from = vacation.from.shortWords(today: today)
    guard vacation.to != vacation.from else { return from }
    return "\(from) to \(vacation.to.shortWords(today: today))"
  }
}
