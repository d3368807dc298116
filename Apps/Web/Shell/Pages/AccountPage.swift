import Core
import HTTPServing
import Pages
import Presentation

/// The account on a server with which everything here is synchronized, if the person wants one.
enum AccountPage {
  static let path = "/settings/account"
  /// Seconds after which a page that waits for something elsewhere reloads.
  private static let pause: Int64 = 3

  static func page(_ account: any AccountLink) -> Page {
    Page(path) { request in
      let context = request.context
      let state = try await account.state(at: context.now, in: context.calendar)
      var cards: HTML?
      if case .linked = state { cards = try await request.cards(in: .account) }
      return PageContent(
        title: "Your account",
        refreshAt: isPassing(state) ? context.now.advanced(bySeconds: pause) : nil,
        body: """
          \(SettingsPage.way(back: request))\(HTML.header("Your account"))\
          \(content(state, request))\(cards)
          """
      )
    }
  }

  /// Whether the page exists: a product may have no accounts.
  static func isOffered(_ request: PageRequest) -> Bool {
    request.has(action: AccountActions.begin)
  }

  private static func isPassing(_ state: AccountLinkState) -> Bool {
    switch state {
    case .waiting: true
    case .linked(let linked): linked.isBusy
    case .unlinked, .asking: false
    }
  }

  private static func content(_ state: AccountLinkState, _ request: PageRequest) -> HTML {
    switch state {
    case .unlinked(let server, let note): unlinked(server, note, request)
    case .waiting(let code): waiting(code, request)
    case .asking(let question): asking(question, request)
    case .linked(let linked): self.linked(linked, request)
    }
  }

  private static func unlinked(_ server: String?, _ note: String?, _ request: PageRequest) -> HTML {
    let said = note.map { note -> HTML in "<p class=\"card\" role=\"status\">\(note)</p>" }
    return """
      <p class="lead">You need none: everything is kept on this computer. With an account on a server of \
      your choice it is the same on all of your devices, and comes back if you lose this one.</p>\
      \(said)\(HTML.card("Link this computer", begin(server, request)))\
      \(HTML.card(
        "If the server must not be able to read",
        """
        <p class="muted">A sealed account, whose entries are encrypted on your devices, is made and \
        signed in to in a terminal: no page ever asks for its password. \
        \(request.context.product.aboutSealedAccounts)</p>\
        \(HTML.commands("trellis sync signup ADDRESS --sealed"))
        """
      ))
      """
  }

  private static func begin(_ server: String?, _ request: PageRequest) -> HTML {
    let field = HTML.field(
      label: "Server",
      name: "server",
      value: server,
      hint:
        "The address of the server, such as habits.example.org. You sign in there, or make an account.",
      required: true,
      attributes: [
        ("autocomplete", "url"), ("autocapitalize", "none"), ("spellcheck", "false"),
        ("maxlength", "200"),
      ]
    )
    return request.form(
      AccountActions.begin,
      class: "stack",
      "\(field)<p><button class=\"button primary\">Continue</button></p>"
    )
  }

  private static func waiting(_ code: AccountLinkCode, _ request: PageRequest) -> HTML {
    let time = code.expiresAt.clockTime(in: request.context.calendar.zone)
    let address = "\(code.page)?code=\(PercentCoding.encoded(code.code))"
    return HTML.card(
      "Confirm it on the server",
      """
      <p>Open the server's page, sign in or make an account there, and allow this computer if the page \
      shows the same code.</p><p class="figure">\(code.code)</p>\
      <p><a class="button primary" href="\(address)" target="_blank" rel="noopener noreferrer">\
      Open the server's page</a></p>\
      <p class="muted" role="status">This page goes on by itself. The code is good until \(time).</p>\
      \(button(AccountActions.cancel, "Cancel", request))
      """
    )
  }

  private static func asking(_ question: String, _ request: PageRequest) -> HTML {
    HTML.card(
      "Two histories",
      """
      <p>\(question)</p><div class="cluster">\
      \(button(AccountActions.join, "Merge them", style: "primary", request))\
      \(button(AccountActions.cancel, "Cancel", request))</div>
      """
    )
  }

  private static func linked(
    _ linked: AccountLinkState.Linked,
    _ request: PageRequest
  ) -> HTML {
    let words: HTML = "\(each: linked.sentences, { "<p>\($0)</p>" })"
    let again =
      linked.isSignedIn
      ? nil : HTML.card("Sign in again", begin(linked.server, request))
    return """
      \(HTML.card("Linked", words))\(again)\
      \(HTML.card(
        "Unlink this computer",
        """
        <p class="muted">Everything stays here and on the server, and goes nowhere else from then \
        on.</p>\(button(AccountActions.leave, "Unlink", request))
        """
      ))
      """
  }

  private static func button(
    _ action: String,
    _ words: String,
    style: String = "",
    _ request: PageRequest
  ) -> HTML {
    let classes = style.isEmpty ? "button" : "button \(style)"
    return request.form(action, "<button class=\"\(classes)\">\(words)</button>")
  }
}
