import CommandKit
import Core
import PageKit
import TrackingContract

/// Asks before a habit is deleted, and says what would be lost.
enum DeletePage {
  static let page = Page("/habits/{id}/delete") { visit in
    let session = visit.session
    let habit = try await visit.habit()
    let entries = try await session.ask(EntriesOf(habit: habit.id))
    let title = session.say(.deleteTitle, ["title": habit.details.title])
    let question: HTML = """
      <div class="stack"><p>\(loss(entries, session))</p>\
      <p class="muted">\(session.say(.deleteInstead))</p>\
      <div class="toolbar">\(buttons(habit, visit))</div></div>
      """
    return PageContent(title: title, body: HTML.header(title) + HTML.card(nil, question))
  }

  private static func loss(_ entries: [ImportedEntry], _ session: Session) -> String {
    guard !entries.isEmpty else { return session.say(.deleteNothing) }
    let notes = entries.count { !$0.entry.note.isEmpty }
    let days = entries.count == 1 ? "1 marked day" : "\(entries.count) marked days"
    let words = notes == 0 ? days : "\(days) and \(notes == 1 ? "1 note" : "\(notes) notes")"
    return session.say(.deleteLoss, ["days": words])
  }

  private static func buttons(_ habit: Habit, _ visit: Visit) -> HTML {
    let delete = visit.button(
      "tracking.delete-habit",
      fields: [("habit", habit.id.description)],
      class: "button danger",
      "Delete for good"
    )
    let archive = habit.details.archived ? HTML.empty : ArchiveButton.html(habit, visit)
    return """
      \(delete)\(archive)\
      \(HTML.link(habit.id.path, visit.session.say(.formCancel), style: "button quiet"))
      """
  }
}
