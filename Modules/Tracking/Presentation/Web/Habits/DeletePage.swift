import Core
import Pages
import Presentation
import TrackingContract

/// The page that asks for confirmation before a habit is deleted, and shows what would be lost.
enum DeletePage {
  static let page = Page("/habits/{id}/delete") { request in
    let context = request.context
    let habit = try await request.habit()
    let entries = try await context.ask(EntriesOf(habit: habit.id))
    let title = context.say(.deleteTitle, ["title": try await context.label(of: habit)])
    let question: HTML = """
      <div class="stack"><p>\(loss(entries, context))</p>\(try await request.cards(in: .deletion))\
      <p class="muted">\(context.say(.deleteInstead))</p>\
      <div class="toolbar">\(buttons(habit, request))</div></div>
      """
    return PageContent(title: title, body: HTML.header(title) + HTML.card(nil, question))
  }

  private static func loss(_ entries: [RecordedEntry], _ context: PageContext) -> String {
    guard !entries.isEmpty else { return context.say(.deleteNothing) }
    let notes = entries.count { !$0.entry.note.isEmpty }
    let days = entries.count.counted("marked day")
    let words = notes == 0 ? days : "\(days) and \(notes.counted("note"))"
    return context.say(.deleteLoss, ["days": words])
  }

  private static func buttons(_ habit: Habit, _ request: PageRequest) -> HTML {
    let delete = request.button(
      "tracking.delete-habit",
      fields: [("habit", habit.id.description)],
      // A second answer comes when the habit is gone, and this page with it.
      back: HabitsPage.path,
      class: "button danger",
      "Delete for good"
    )
    let archive = habit.details.archived ? HTML.empty : ArchiveButton.html(habit, request)
    return """
      \(delete)\(archive)\
      \(HTML.link(habit.id.path, request.context.say(.formCancel), style: "button quiet"))
      """
  }
}
