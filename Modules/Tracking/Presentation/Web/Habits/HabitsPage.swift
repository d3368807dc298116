import Core
import Pages
import Presentation
import TrackingContract

/// The page of all habits in their groups, to reorder, edit and archive them.
enum HabitsPage {
  static let path = "/habits"

  static let page = Page(path) { request in
    let context = request.context
    // Queried separately, because archived habits must not affect the order of groups.
    let habits = try await context.ask(AllHabits())
    let archived = try await context.ask(AllHabits(includesArchived: true))
      .filter(\.details.archived)
    let title = context.say(.habitsTitle)
    let add = HabitComponents.addButton(context)
    let rest = HTML.link(VacationsPage.path, context.say(.vacationsTitle), style: "button quiet")
    let note = habits.isEmpty ? nil : context.say(.habitsHint)
    return PageContent(
      title: title,
      body: """
        \(HTML.wayBack(TodayPage.path, context.say(.tabToday)))\
        \(HTML.header(title, note: note, habits.isEmpty ? rest : rest + add))\
        \(habits.isEmpty ? empty(archived.last, context) : list(habits, request))\
        \(archived.isEmpty ? nil : shelf(archived, request))
        """
    )
  }

  private static func empty(_ archived: Habit?, _ context: PageContext) -> HTML {
    // Whoever has archived all habits is not asked to add a first one; the archive is below.
    let words: Phrase = archived == nil ? .habitFirst : .habitNew
    return HTML.empty(
      context.say(NoHabits.words(archived)),
      icon: .plus,
      action: HTML.link(HabitFormPages.newPath, context.say(words), style: "button primary")
    )
  }

  private static func list(_ habits: [Habit], _ request: PageRequest) -> HTML {
    let groups = Grouped(habits) { $0.details.group }.groups
    let titles = DistinctTitles(habits)
    return groups.indices.map { place -> HTML in
      let group = groups[place]
      let heading =
        group.title.isEmpty ? HTML.empty : groupHeading(group, place, groups.count, request)
      let rows = group.items.indices.map { index in
        row(group.items[index], index, group.items.count, titles, request)
      }
      return """
        <section class="card group">\(heading)\
        <ol class="list sortable" data-reorder="tracking.order-habits">\
        \(rows.joined())</ol></section>
        """
    }
    .joined()
  }

  private static func groupHeading(
    _ group: (title: String, items: [Habit]),
    _ place: Int,
    _ count: Int,
    _ request: PageRequest
  ) -> HTML {
    let color = HabitComponents.color(of: group.items.map(\.details))
    let first = group.items[0].id.description
    return """
      <div class="spread" data-id="group-\(first)">\(HabitComponents.heading(group.title, color))\
      \(movers("group", first, group.title, place, count, request))</div>
      """
  }

  private static func row(
    _ habit: Habit,
    _ place: Int,
    _ count: Int,
    _ titles: DistinctTitles,
    _ request: PageRequest
  ) -> HTML {
    let details = habit.details
    let title = titles.title(details.title, habit.id)
    return """
      <li data-id="\(habit.id.description)">\(count > 1 ? handle : nil)\
      <div class="spread"><div class="habit-line">\
      \(details.face)<div><p class="habit-title">\
      \(HTML.link(habit.id.path, title))\(HabitComponents.important(details))</p>\
      <p class="small muted">\(HabitWords.summary(details, request.context))</p></div></div>\
      <div class="toolbar tight">\
      \(movers("habit", habit.id.description, title, place, count, request))\
      \(edit(habit, title))\
      </div></div></li>
      """
  }

  /// The handle to drag with a finger; the buttons beside it do the same for everybody else.
  private static let handle: HTML = """
    <span class="handle" aria-hidden="true">\(Icon.grip.html)</span>
    """

  private static func edit(_ habit: Habit, _ title: String) -> HTML {
    HTML.link(
      "\(habit.id.path)/edit",
      style: "button quiet icon-only",
      label: "Change \(title)",
      Icon.pencil.html
    )
  }

  /// Returns buttons to move an item up and down, where it can move.
  private static func movers(
    _ what: String,
    _ id: String,
    _ title: String,
    _ place: Int,
    _ count: Int,
    _ request: PageRequest
  ) -> HTML {
    guard count > 1 else { return .empty }
    func mover(_ by: Int, _ sign: HTML, _ words: String, _ isPossible: Bool) -> HTML {
      guard isPossible else { return "<span class=\"mover\"></span>" }
      return request.button(
        "tracking.move-\(what)",
        fields: [("habit", id), ("by", "\(by)")],
        class: "button quiet icon-only mover",
        label: "Move \(title) \(words)",
        sign
      )
    }
    return """
      <span class="movers">\(mover(-1, Icon.up.html, "up", place > 0))\
      \(mover(1, Icon.down.html, "down", place < count - 1))</span>
      """
  }

  // MARK: Archive

  private static func shelf(_ habits: [Habit], _ request: PageRequest) -> HTML {
    let titles = DistinctTitles(habits)
    let rows = habits.map { habit -> HTML in
      """
      <div class="spread"><div class="habit-line">\(habit.details.face)\
      <p class="habit-title">\
      \(HTML.link(habit.id.path, titles.title(habit.details.title, habit.id)))</p></div>\
      \(ArchiveButton.html(habit, request))</div>
      """
    }
    let words = request.context.say(.habitsArchived, ["count": "\(habits.count)"])
    return HTML.card(nil, style: "quiet", HTML.disclosure(words, HTML.list(rows)))
  }
}

extension Icon {
  static let grip = Icon(#"<path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01"/>"#)
  static let up = Icon(#"<path d="M6 14.5l6-6 6 6"/>"#)
  static let pencil = Icon(#"<path d="M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5"/>"#)
  static let down = Icon(#"<path d="M6 9.5l6 6 6-6"/>"#)
}

/// Describes a habit in a few words.
enum HabitWords {
  /// Returns a summary such as `3 times a week · 20 pages · hard`.
  static func summary(_ details: HabitDetails, _ context: PageContext) -> String {
    var parts = [details.schedule.words]
    if let target = details.target { parts.append(target.words(context.number)) }
    if details.difficulty != .easy { parts.append(details.difficulty.rawValue) }
    return parts.joined(separator: " · ")
  }
}
