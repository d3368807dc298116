import Core
import Pages
import Presentation
import TrackingContract

/// The pages to add a habit and to edit one.
enum HabitFormPages {
  static let newPath = "/habits/new"

  static let new = Page(newPath) { request in
    let groups = try await groups(request.context)
    let chosen = request.query["like"].flatMap { HabitSuggestion.named($0, request.context) }
    let form = HabitForm(
      details: chosen?.details ?? HabitDetails(title: request.query["title"] ?? ""),
      id: nil,
      groups: groups,
      request: request
    )
    return content(
      HTML.wayBack(HabitsPage.path, request.context.say(.habitsTitle)),
      request.context.say(.habitNew),
      request.context.say(.habitNewHint),
      lead: HabitSuggestion.row(chosen, request),
      form
    )
  }

  static let edit = Page("/habits/{id}/edit") { request in
    let habit = try await request.habit()
    let form = HabitForm(
      details: habit.details,
      id: habit.id,
      groups: try await groups(request.context),
      request: request
    )
    let page = content(
      HTML.wayBack(habit.id.path, habit.details.title),
      request.context.say(.habitEdit),
      request.context.say(.habitEditHint, ["title": try await request.context.label(of: habit)]),
      form
    )
    return PageContent(title: page.title, body: page.body + putAway(habit, request))
  }

  private static func content(
    _ back: HTML,
    _ title: String,
    _ hint: String,
    lead: HTML = .empty,
    _ form: HabitForm
  ) -> PageContent {
    PageContent(title: title, body: back + HTML.header(title, note: hint) + lead + form.html)
  }

  private static func groups(_ context: PageContext) async throws -> [String] {
    var seen: Set<String> = []
    return try await context.ask(AllHabits(includesArchived: true))
      .compactMap(\.details.group)
      .filter { seen.insert($0).inserted }
  }

  private static func putAway(_ habit: Habit, _ request: PageRequest) -> HTML {
    HTML.card(
      nil,
      style: "quiet",
      """
      <div class="spread"><p class="muted small">\(request.context.say(.habitPutAway))</p>\
      <div class="toolbar">\(ArchiveButton.html(habit, request))\
      \(HTML.link("\(habit.id.path)/delete", "Delete…", style: "button quiet danger"))</div></div>
      """
    )
  }
}

/// The button that archives a habit or brings it back.
enum ArchiveButton {
  static func html(_ habit: Habit, _ request: PageRequest) -> HTML {
    let isArchived = habit.details.archived
    return request.button(
      "tracking.archive-habit",
      fields: [
        ("habit", habit.id.description), ("archived", isArchived ? "false" : "true"),
      ],
      class: "button quiet",
      label: "\(isArchived ? "Bring back" : "Archive"): \(habit.details.title)",
      isArchived ? "Bring back" : "Archive"
    )
  }
}

extension PageRequest {
  /// Returns the habit in the path, archived or not.
  ///
  /// - Throws: ``NotFound`` if there is no such habit.
  func habit() async throws -> Habit {
    let id: HabitID = try id()
    let habits = try await context.ask(AllHabits(includesArchived: true))
    guard let habit = habits.first(where: { $0.id == id }) else { throw NotFound() }
    return habit
  }

  /// Returns the day in the path.
  ///
  /// - Throws: ``NotFound`` if it is not a day.
  func day() throws -> Day {
    guard let day = Day(try parameter("day")) else { throw NotFound() }
    return day
  }
}
