import Core
import Pages
import Presentation

/// The browsers that are signed in, each with a button that signs it out.
enum BrowsersPage {
  static let path = "/settings/browsers"
  static let signOutPath = "/do/shell.sign-out"

  /// - Parameter own: the id of the session of the browser that asks; nil for a program.
  static func content(
    _ sessions: [Session],
    own: String?,
    _ request: PageRequest
  ) -> PageContent {
    let rows = sessions.map { row($0, isOwn: $0.id == own, request) }
    return PageContent(
      title: "Signed-in browsers",
      body: """
        \(SettingsPage.way(back: request))\
        \(HTML.header(
          "Signed-in browsers",
          note: "Each was let in by you, and stays so until it is signed out or not used for 400 days."
        ))\
        \(HTML.card(nil, rows.isEmpty ? "<p>There is none.</p>" : HTML.list(rows)))
        """
    )
  }

  private static func row(_ session: Session, isOwn: Bool, _ request: PageRequest) -> HTML {
    let own: HTML = isOwn ? " <span class=\"badge\">this one</span>" : .empty
    return """
      <div class="spread"><div><strong>\(session.browser)</strong>\(own)\
      <p class="small muted">Last used \(day(session.usedAt, request)), \
      signed in \(day(session.createdAt, request))</p></div>\
      <form method="post" action="\(signOutPath)">\
      <input type="hidden" name="token" value="\(request.formToken)">\
      <input type="hidden" name="session" value="\(session.id)">\
      <button class="button\(isOwn ? " danger" : "")"\
      \(attribute: "aria-label", isOwn ? nil : "Sign out \(session.browser)")>\
      \(isOwn ? "Sign out here" : "Sign out")</button></form></div>
      """
  }

  private static func day(_ instant: Instant, _ request: PageRequest) -> String {
    request.context.calendar.day(at: instant).relativeWords(today: request.today)
  }
}
