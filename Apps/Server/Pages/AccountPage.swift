import Accounts
import Core
import FileSystem
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation
import Web

/// A person's account: its devices, password and deletion.
struct AccountPage: Sendable {
  static let path = MemberPages.account
  private static let signOutPath = MemberPages.signOut
  private static let passwordPath = "/account/password"
  private static let erasePath = "/account/erase"
  private static let seenPath = "/account/seen"
  /// When the last session began that the page shows.
  private static let seenField = "through"

  let accounts: AccountStore
  let services: AccountServices
  let pages: AccountPages
  let cookie: SessionCookie
  let clock: any WallClock

  var routes: [ServerRoute] {
    [
      .get(AccountPage.path, .member) { exchange, _ in try await show(exchange) },
      .post(AccountPage.signOutPath, .member, signOut),
      .post(AccountPage.seenPath, .member, markSeen),
      .post(AccountPage.passwordPath, .member, changePassword),
      .get(AccountPage.erasePath, .member) { exchange, _ in
        try await erasing(exchange)
      },
      .post(AccountPage.erasePath, .member, erase),
    ]
  }

  // MARK: The page

  private func show(
    _ exchange: ServerExchange,
    problem: Problem? = nil,
    _ refused: RefusedForm? = nil
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let sessions = try await accounts.sessions(of: caller.account.id)
    let new = try await accounts.newSessions(of: caller)
    let isNew = try await accounts.isNew(caller)
    let spaces = try await services.usage(of: caller.account.id)
    let calendar = try await pages.calendar(of: exchange)
    return try await pages.response(
      within: exchange,
      title: "Your account",
      back: MemberPages.wayBack,
      problem: problem,
      refused: refused,
      """
      <p class="lead">\(caller.account.email)</p>\
      \(AccountPages.note(AccountNotice(exchange)?.words))<div class="columns">\
      \(HTML.card(
        "Devices and browsers",
        devices(sessions, new, isNew: isNew, calendar, caller, exchange)
      ))\
      \(HTML.card(
        "Link a device",
        """
        <p class="muted">On the device, type this; it shows a code to confirm here.</p>\
        \(HTML.commands("trellis sync login \(exchange.product.address) --code"))\
        <p>\(HTML.link(LinkPage.path, "I have a code", style: "button"))</p>
        """
      ))\
      \(NoticePage.card(for: caller))\
      \(HTML.card("What is kept here", stored(spaces)))\
      \(HTML.card("Password", password(exchange)))\
      \(caller.account.role == .administrator ? operating : nil)\
      \(HTML.card("Leave", leaving))</div>
      """
    )
  }

  private func devices(
    _ sessions: [Session],
    _ new: Set<SessionID>,
    isNew: Bool,
    _ calendar: LocalCalendar,
    _ caller: Caller,
    _ exchange: ServerExchange
  ) -> HTML {
    let today = calendar.day(at: clock.now())
    let rows = sessions.map { session -> HTML in
      let isOwn = session.id == caller.session.id
      let mark = isOwn ? "this one" : new.contains(session.id) ? "new" : nil
      let kind = session.client.kind == .browser ? "browser" : "device"
      let used = calendar.day(at: session.usedAt).relativeWords(today: today)
      return """
        <div class="spread"><div><strong>\(session.client.name)</strong>\
        \(mark.map { " <span class=\"badge\">\($0)</span>" as HTML })\
        <p class="small muted">\(AccountPages.title(ofProduct: session.client.product)), \(kind), last used \
        \(used)</p></div>\
        \(AccountPages.form(
          for: exchange,
          AccountPage.signOutPath,
          isOwn ? "Sign out here" : "Sign out",
          style: "",
          label: isOwn ? nil : "Sign out \(session.client.name)",
          AccountPages.hidden("session", "\(session.id)")
        ))</div>
        """
    }
    guard sessions.count > 1 else { return HTML.list(rows) }
    let unknown = sessions.filter { new.contains($0.id) }
    return (unknown.isEmpty ? .empty : asking(unknown, isNew: isNew, exchange)) + HTML.list(rows)
      + AccountPages.form(
        for: exchange,
        AccountPage.signOutPath,
        "Sign out everywhere else",
        style: "",
        AccountPages.hidden("session", "others")
      )
  }

  /// Asks the person to check who has signed in (OWASP ASVS 5.0, 6.3.7).
  ///
  /// - Parameter isNew: whether this browser is new itself, so that it confirms nothing for others.
  private func asking(
    _ unknown: [Session],
    isNew: Bool,
    _ exchange: ServerExchange
  ) -> HTML {
    let news =
      unknown.count == 1
      ? "One is new. If you do not know it" : "\(unknown.count) are new. If you do not know one"
    // Nobody confirms what signs in while they look at the page.
    let last = unknown.map(\.createdAt.milliseconds).max() ?? 0
    let limit: HTML? =
      isNew
      ? """
      <p class="small muted">This browser is new itself, so what you say here counts here alone. To \
      have it count everywhere, say it where you were signed in before. If that is nowhere, change your \
      password: all others are signed out, and this browser is known from then on.</p>
      """ : nil
    return """
      <p role="status">\(news), sign it out, and change your password.</p>\(limit)\
      \(AccountPages.form(
        for: exchange,
        AccountPage.seenPath,
        unknown.count == 1 ? "I know it" : "I know them all",
        style: "",
        AccountPages.hidden(AccountPage.seenField, "\(last)")
      ))
      """
  }

  private func stored(_ spaces: [AccountServices.StoredSpace]) -> HTML {
    guard !spaces.isEmpty else {
      return "<p class=\"muted\">Nothing yet.</p>"
    }
    let rows = spaces.map { space -> HTML in
      """
      <p>\(AccountPages.title(ofProduct: space.product)): \
      \(space.facts.counted("entry", "entries")), \
      \(ByteCount(space.bytes).words)</p>
      """
    }
    return rows.joined()
      + "<p class=\"muted\">\(HTML.link(AccountDataPage.path, "Everything about the account"))"
      + "; your days themselves are under \(HTML.link("/data", "Import, export")).</p>"
  }

  private func password(_ exchange: ServerExchange) -> HTML {
    HTML.disclosure(
      "Change it",
      AccountPages.form(
        for: exchange,
        AccountPage.passwordPath,
        "Change the password",
        AccountPages.currentPassword("Current password")
          + AccountPages.newPassword("New password")
      )
    )
  }

  private var operating: HTML {
    HTML.card(
      "This server",
      """
      <p class="muted">You look after it: accounts, invitations, health and storage.</p>\
      <p>\(HTML.link(OperatorPage.path, "To the server", style: "button"))</p>
      """
    )
  }

  private var leaving: HTML {
    """
    <p class="muted">Your devices keep what they hold. On the server everything is erased. A backup \
    that was made before may still have it, but nothing of it is brought back by one.</p><p>\(HTML.link(AccountPage.erasePath, "Delete the account", style: "button danger"))\
    </p>
    """
  }

  // MARK: Forms

  @Sendable
  private func signOut(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let fields = try await exchange.form()
    let named = try fields.required(MemberPages.session)
    let wanted = named == MemberPages.ownSession ? "\(caller.session.id)" : named
    if wanted == "others" {
      _ = try await services.endSessions(of: caller.account.id, except: caller.session.id)
      return AccountPages.onward(to: AccountPage.path)
    }
    guard let id = SessionID(wanted), try await services.endSession(id, by: caller)
    else { return AccountPages.onward(to: AccountPage.path) }
    guard id == caller.session.id else { return AccountPages.onward(to: AccountPage.path) }
    return AccountPages.onward(
      to: SignInPage.path,
      cookie.clearing,
      AccountPage.forgetting
    )
  }

  /// Clears the browser's pages for offline use, and the changes that wait there.
  private static let forgetting = HTTPField(
    name: .clearSiteData,
    value: "\"cache\", \"storage\""
  )

  @Sendable
  private func markSeen(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await exchange.form()
    let end = fields[AccountPage.seenField].flatMap { Int64($0) }
    try await accounts.markSessionsSeen(
      by: try exchange.requireCaller(),
      through: end.map { Instant(milliseconds: $0) }
    )
    return AccountPages.onward(to: AccountPage.path)
  }

  @Sendable
  private func changePassword(
    _ exchange: ServerExchange,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let fields = try await exchange.form()
    do {
      try await services.changePassword(
        of: caller,
        from: try fields.required("password"),
        to: try fields.required("new"),
        sealed: nil
      )
    } catch let error as AccountsError {
      let refused = RefusedForm(at: AccountPage.passwordPath, fields, error)
      return try await show(exchange, problem: Problem(error), refused)
    }
    return AccountPages.onward(to: AccountNotice.passwordChanged.path(on: AccountPage.path))
  }

  private func erasing(
    _ exchange: ServerExchange,
    problem: Problem? = nil,
    _ refused: RefusedForm? = nil
  ) async throws -> Response {
    try await pages.response(
      within: exchange,
      title: "Delete the account?",
      back: .empty,
      status: problem?.status ?? .ok,
      refused: refused,
      """
      <p class="lead">All that the server keeps is erased, for all products. Nobody can bring it back \
      from here. Your devices keep what they hold.</p>\
      \(HTML.card(
        nil,
        AccountPages.form(
          for: exchange,
          AccountPage.erasePath,
          "Delete it for good",
          style: "danger",
          AccountPages.currentPassword()
        )
      ))<p>\(HTML.link(AccountPage.path, "Keep it", style: "button"))</p>
      """
    )
  }

  @Sendable
  private func erase(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let fields = try await exchange.form()
    do {
      try await services.erase(caller.account.id, password: try fields.required("password"))
    } catch let error as AccountsError {
      let refused = RefusedForm(at: AccountPage.erasePath, fields, error)
      return try await erasing(exchange, problem: Problem(error), refused)
    }
    return AccountPages.onward(
      to: AccountNotice.accountDeleted.path(on: SignInPage.path),
      cookie.clearing,
      AccountPage.forgetting
    )
  }
}
