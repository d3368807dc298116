import Core
import Pages
import Presentation
import TrackingContract

/// The page that asks before a vacation is cancelled that no button could bring back.
enum CancelVacationPage {
  static let page = Page("\(VacationsPage.path)/{id}/cancel") { request in
    let context = request.context
    let id = try request.id(as: EntityID.self)
    let vacations = try await context.ask(AllVacations())
    guard let vacation = vacations.first(where: { $0.id == id }) else { throw NotFound() }
    let title = "Cancel the vacation, \(VacationWords.range(vacation, context.today))?"
    let cancel = request.button(
      VacationActions.cancelling,
      fields: [("vacation", id.description)],
      // A second answer comes when the vacation is gone, and this page with it.
      back: VacationsPage.path,
      class: "button danger",
      "Cancel the vacation"
    )
    let question: HTML = """
      <div class="stack"><p>\(VacationWords.consequence(of: vacation, context))</p><div class="toolbar">\(cancel)\
      \(HTML.link(VacationsPage.path, "Keep it", style: "button quiet"))</div></div>
      """
    return PageContent(title: title, body: HTML.header(title) + HTML.card(nil, question))
  }

  static func path(of vacation: Vacation) -> String {
    "\(VacationsPage.path)/\(vacation.id)/cancel"
  }
}
