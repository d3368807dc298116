import Core
import HTTPServing
import Pages
import Presentation

/// The browsers that are signed in, each with a button that signs it out.
enum BrowsersPage {
  static let path = "/settings/browsers"
  static let signOutPath = "/do/shell.sign-out"

  /// - Parameter own: the id of the session of the browser that asks; nil for a program.
  static func content(
    _ sessions: [WebSession],
    _ refusals: [RefusalLog.Entry],
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
          note: "Each was let in by you, and stays so until it is signed out or not used for 90 days."
        ))\
        \(HTML.card(nil, rows.isEmpty ? "<p>There is none.</p>" : HTML.list(rows)))\
        \(refused(refusals, request))
        """
    )
  }

  /// The button that signs this browser out.
  static func signOut(_ request: PageRequest) -> HTML {
    """
    <form method="post" action="\(signOutPath)">\
    <input type="hidden" name="token" value="\(request.formToken)">\
    <button class="button">Sign out here</button></form>
    """
  }

  private static func refused(_ entries: [RefusalLog.Entry], _ request: PageRequest) -> HTML? {
    guard !entries.isEmpty else { return nil }
    let rows = entries.map { entry -> HTML in
      """
      <div><strong>\(words(for: entry.code))</strong>\
      <p class="small muted">\(entry.client), \(entry.count == 1 ? "once" : "\(entry.count) times"), \
      last \(day(entry.lastAt, request))</p></div>
      """
    }
    return HTML.card(
      "Refused since the program started",
      """
      <p class="muted">Your own browsers are among them, until they are signed in.</p>\
      \(HTML.list(rows))
      """
    )
  }

  private static func words(for code: String) -> String {
    switch code {
    case "sign-in-needed": "Not signed in"
    case "token-needed": "Without the token"
    case "unknown-host": "For another address"
    case "foreign-origin": "From a page of another site"
    case "stale-form": "A form that is too old, or not from here"
    case "question-waits", "too-many-questions": "Asked on the desktop too often"
    default: "Refused (\(code))"
    }
  }

  private static func row(_ session: WebSession, isOwn: Bool, _ request: PageRequest) -> HTML {
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
