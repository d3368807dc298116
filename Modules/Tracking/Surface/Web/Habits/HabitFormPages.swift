import CommandKit
import Core
import PageKit
import TrackingContract

/// Adding a habit and changing one.
enum HabitFormPages {
  static let newPath = "/habits/new"

  static let new = Page(newPath) { visit in
    let groups = try await groups(visit.session)
    let form = HabitForm(
      details: HabitDetails(title: visit.query["title"] ?? ""),
      id: nil,
      groups: groups,
      visit: visit
    )
    return content(visit.session.say(.habitNew), visit.session.say(.habitNewHint), form)
  }

  static let edit = Page("/habits/{id}/edit") { visit in
    let habit = try await visit.habit()
    let form = HabitForm(
      details: habit.details,
      id: habit.id,
      groups: try await groups(visit.session),
      visit: visit
    )
    let page = content(
      visit.session.say(.habitEdit),
      visit.session.say(.habitEditHint, ["title": habit.details.title]),
      form
    )
    return PageContent(title: page.title, body: page.body + putAway(habit, visit))
  }

  private static func content(_ title: String, _ hint: String, _ form: HabitForm) -> PageContent {
    PageContent(title: title, body: HTML.header(title, note: hint) + form.html)
  }

  private static func groups(_ session: Session) async throws -> [String] {
    var seen: Set<String> = []
    return try await session.ask(AllHabits(includesArchived: true))
      .compactMap(\.details.group)
      .filter { seen.insert($0).inserted }
  }

  private static func putAway(_ habit: Habit, _ visit: Visit) -> HTML {
    HTML.card(
      nil,
      style: "quiet",
      """
      <div class="spread"><p class="muted small">\(visit.session.say(.habitPutAway))</p>\
      <div class="toolbar">\(ArchiveButton.html(habit, visit))\
      \(HTML.link("\(habit.id.path)/delete", "Delete…", style: "button quiet danger"))</div></div>
      """
    )
  }
}

/// Puts a habit away with its history, or brings it back.
enum ArchiveButton {
  static func html(_ habit: Habit, _ visit: Visit) -> HTML {
    let isArchived = habit.details.archived
    return visit.button(
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

extension Visit {
  /// The habit that the path names, archived or not.
  ///
  /// - Throws: ``NotFound`` when there is no such habit.
  func habit() async throws -> Habit {
    let id: HabitID = try id()
    let habits = try await session.ask(AllHabits(includesArchived: true))
    guard let habit = habits.first(where: { $0.id == id }) else { throw NotFound() }
    return habit
  }

  /// A day in the path.
  func day() throws -> Day {
    guard let day = Day(try parameter("day")) else { throw NotFound() }
    return day
  }
}
