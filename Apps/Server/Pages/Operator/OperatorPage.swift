import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation

/// The operator's page: accounts, flags, health and storage.
///
/// It shows nothing of what anybody keeps.
struct OperatorPage: Sendable {
  static let path = "/operator"
  private static let invitePath = "/operator/invitations"
  /// The number of accounts on one page.
  private static let most = 50
  /// The number of days for which flags are listed.
  private static let days = 30
  /// The number of flags on one page.
  private static let mostFlags = 50

  let accounts: AccountStore
  let pages: AccountPages
  let status: OperatorStatus
  let clock: any WallClock

  var routes: [ServerRoute] {
    [
      .get(OperatorPage.path, .administrator) { exchange, _ in try await show(exchange) },
      .post(OperatorPage.invitePath, .administrator, invite),
    ]
  }

  private func show(_ exchange: ServerExchange) async throws -> Response {
    let authority = Authority.account(try exchange.requireCaller().account.id)
    let wanted = exchange.queryValue("q") ?? ""
    let found = try await accounts.accounts(
      matching: wanted,
      limit: OperatorPage.most + 1,
      by: authority
    )
    let flags = try await flags(by: authority)
    return try await pages.response(
      within: exchange,
      title: "This server",
      """
      <div class="columns">\(try await status.health(by: authority))\
      \(HTML.card("Invite somebody", inviting(exchange)))\(HTML.card("Unlike everyday use", flags))\
      \(status.storage)\(HTML.card("Accounts", list(found, wanted)))</div>
      """
    )
  }

  /// The longest card, and therefore the last; a search leads to it.
  private func list(_ found: [Account], _ wanted: String) -> HTML {
    let search: HTML = """
      <form method="get" action="\(OperatorPage.path)#accounts" id="accounts" class="stack" role="search">\
      \(HTML.field(label: "Part of an address", name: "q", value: wanted))\
      <p><button class="button">Search</button></p></form>
      """
    guard !found.isEmpty else { return "\(search)<p class=\"muted\">There is none.</p>" }
    let rows = found.prefix(OperatorPage.most).map { account -> HTML in
      """
      <p>\(HTML.link(OperatorAccountPage.path(of: account.id), account.email))\
      \(each: OperatorAccountPage.marks(of: account), { " <span class=\"badge\">\($0)</span>" })</p>
      """
    }
    let more: HTML? =
      found.count > OperatorPage.most
      ? "<p class=\"small muted\">There are more: search for a part of the address.</p>" : nil
    return "\(search)\(HTML.list(Array(rows)))\(more)"
  }

  private func flags(by authority: Authority) async throws -> HTML {
    let today = LocalCalendar(zone: .utc).day(at: clock.now())
    let flags = try await accounts.flags(
      since: today.advanced(by: -OperatorPage.days),
      by: authority
    )
    guard !flags.isEmpty else { return "<p class=\"muted\">Nothing in the last 30 days.</p>" }
    var rows: [HTML] = []
    for flag in flags.prefix(OperatorPage.mostFlags) {
      // Those of an account that was erased meanwhile are gone as well.
      guard let account = try await accounts.account(flag.account) else { continue }
      rows.append(
        """
        <div class="spread"><div>\(HTML.link(OperatorAccountPage.path(of: account.id), account.email))\
        <p class="small muted">\(flag.what)</p></div>\
        <span class="small muted">\(flag.day.shortWords(today: today)), \(flag.times)</span></div>
        """
      )
    }
    return HTML.list(rows)
      + "<p class=\"small muted\">Nothing is refused for it, and nobody's entries are touched.</p>"
  }

  private func inviting(_ exchange: ServerExchange) -> HTML {
    """
    <p class="muted">A code that one person can use once, within seven days.</p>\
    \(AccountPages.form(for: exchange, OperatorPage.invitePath, "Make an invitation", style: "", .empty))
    """
  }

  @Sendable
  private func invite(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    _ = try await exchange.form()
    let authority = Authority.account(try exchange.requireCaller().account.id)
    let made = try await accounts.invite(by: authority)
    let address = exchange.product.address + SignUpPage.address(invitation: made.code)
    return try await pages.response(
      within: exchange,
      title: "An invitation",
      back: OperatorPage.wayBack,
      """
      <p class="lead">Give it to one person. It is shown only now, and good once, for seven days.</p>\
      <p class="figure">\(made.code)</p>\
      \(HTML.card(nil, "<pre class=\"code\" tabindex=\"0\"><code>\(address)</code></pre>"))
      """
    )
  }

  /// The link back from the pages below this one.
  static let wayBack = HTML.wayBack(path, "This server")
}
