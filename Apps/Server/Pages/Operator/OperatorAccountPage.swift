import Accounts
import Core
import FileSystem
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation

/// One account as an administrator sees it, and what they may do with it.
struct OperatorAccountPage: Sendable {
  private static let path = "/operator/accounts/{id}"
  private static let days = 90

  let accounts: AccountStore
  let services: AccountServices
  let pages: AccountPages
  let clock: any WallClock

  static func path(of account: AccountID) -> String { "/operator/accounts/\(account)" }

  var routes: [ServerRoute] {
    [
      .get(OperatorAccountPage.path, .administrator) { exchange, values in
        try await show(exchange, values)
      },
      .post("\(OperatorAccountPage.path)/suspend", .administrator, suspend),
      .post("\(OperatorAccountPage.path)/reinstate", .administrator, reinstate),
      .post("\(OperatorAccountPage.path)/reset-link", .administrator, makeLink),
    ]
  }

  // MARK: The page

  private func show(
    _ exchange: ServerExchange,
    _ values: [String: String],
    problem: Problem? = nil,
    _ refused: RefusedForm? = nil
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let account = try await account(values, by: caller)
    let sessions = try await accounts.sessions(of: account.id)
    let spaces = try await services.usage(of: account.id)
    let flags = try await flags(of: account.id, by: caller)
    return try await pages.response(
      within: exchange,
      title: account.email,
      back: OperatorPage.wayBack,
      problem: problem,
      refused: refused,
      """
      <div class="columns">\
      \(HTML.card("The account", facts(account, sessions.count, spaces)))\
      \(flags)\(account.id == caller.account.id ? nil : changes(account, exchange))</div>
      """
    )
  }

  private func facts(
    _ account: Account,
    _ sessions: Int,
    _ spaces: [AccountServices.StoredSpace]
  ) -> HTML {
    let made = LocalCalendar(zone: .utc).day(at: account.createdAt)
    let kept = spaces.map { space -> HTML in
      """
      <p>\(AccountPages.title(ofProduct: space.product)): \
      \(space.facts.counted("entry", "entries")), \(ByteCount(space.bytes).words)</p>
      """
    }
    let suspended = account.suspension.map { suspension -> HTML in
      "<p>Suspended: \(suspension.reason.isEmpty ? "no reason given" : suspension.reason)</p>"
    }
    return """
      <p>\(each: OperatorAccountPage.marks(of: account), { "<span class=\"badge\">\($0)</span> " })</p>\
      <p>Made on \(made.words); \
      \(sessions.counted("device or browser is", "devices and browsers are")) \
      signed in.</p>\(suspended)\(kept.joined())
      """
  }

  private func flags(of account: AccountID, by caller: Caller) async throws -> HTML? {
    let today = LocalCalendar(zone: .utc).day(at: clock.now())
    let all = try await accounts.flags(
      since: today.advanced(by: -OperatorAccountPage.days),
      by: .account(caller.account.id)
    )
    let rows = all.filter { $0.account == account }.map { flag -> HTML in
      """
      <p>\(flag.day.words): \(flag.what), \(flag.times)</p>
      """
    }
    return rows.isEmpty ? nil : HTML.card("Unlike everyday use", HTML.list(rows))
  }

  private func changes(_ account: Account, _ exchange: ServerExchange) -> HTML {
    let path = OperatorAccountPage.path(of: account.id)
    guard account.suspension == nil else {
      return HTML.card(
        "Let them in again",
        AccountPages.form(for: exchange, "\(path)/reinstate", "End the suspension", .empty)
      )
    }
    return """
      \(link(account, exchange))\(HTML.card(
        "Suspend",
        """
        <p class="muted">Everything of theirs is signed out at once, and nobody can sign in. Nothing is \
        deleted.</p>\
        \(AccountPages.form(
          for: exchange,
          "\(path)/suspend",
          "Suspend the account",
          style: "danger",
          .field(
            label: "Reason",
            name: "reason",
            hint: "A sentence that its owner is shown.",
            required: true,
            attributes: [("maxlength", "500")]
          )
        ))
        """
      ))
      """
  }

  private func link(_ account: Account, _ exchange: ServerExchange) -> HTML {
    let danger =
      account.isSealed
      ? "This account is sealed, so its owner also needs the recovery phrase. Enter your own password "
        + "to show that it is you."
      : "Whoever has the link has the account. Enter your own password to show that it is you."
    return HTML.card(
      "A new password",
      """
      <p class="muted">A link with which its owner sets one, good once and for a day. \(danger)</p>\
      \(AccountPages.form(
        for: exchange,
        "\(OperatorAccountPage.path(of: account.id))/reset-link",
        "Make a link",
        style: "",
        AccountPages.currentPassword("Your own password")
      ))
      """
    )
  }

  // MARK: Forms

  @Sendable
  private func suspend(
    _ exchange: ServerExchange,
    _ values: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let fields = try await exchange.form()
    let account = try await account(values, by: caller)
    try await services.suspend(
      account.email,
      reason: try fields.required("reason"),
      by: .account(caller.account.id)
    )
    return AccountPages.onward(to: OperatorAccountPage.path(of: account.id))
  }

  @Sendable
  private func reinstate(
    _ exchange: ServerExchange,
    _ values: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    _ = try await exchange.form()
    let account = try await account(values, by: caller)
    try await accounts.reinstate(account.email, by: .account(caller.account.id))
    return AccountPages.onward(to: OperatorAccountPage.path(of: account.id))
  }

  @Sendable
  private func makeLink(
    _ exchange: ServerExchange,
    _ values: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let fields = try await exchange.form()
    let account = try await account(values, by: caller)
    do {
      try await accounts.confirm(caller.account.id, by: try fields.required("password"))
    } catch let error as AccountsError {
      let path = "\(OperatorAccountPage.path(of: account.id))/reset-link"
      let refused = RefusedForm(at: path, fields, error)
      return try await show(exchange, values, problem: Problem(error), refused)
    }
    let link = try await accounts.makeResetLink(
      for: account.email,
      by: .account(caller.account.id)
    )
    let used = try await accounts.spaces(of: account.id)
    let product =
      used.compactMap { services.products.product(named: $0.product) }.first ?? exchange.product
    let address = "\(product.address)\(ResetPage.path)?token=\(link.token)"
    let sealed: HTML? =
      link.isSealed
      ? """
      <p>This account is sealed: its owner also needs the recovery phrase, without which nobody can \
      open it. The page says how to go on.</p>
      """ : nil
    return try await pages.response(
      within: exchange,
      title: "A link for a new password",
      back: OperatorPage.wayBack,
      """
      <p class="lead">Give it to \(account.email) alone. It is shown only now, and good once, for a \
      day.</p>\(sealed)\(HTML.card(nil, "<pre class=\"code\" tabindex=\"0\"><code>\(address)</code></pre>"))
      """
    )
  }

  private func account(_ values: [String: String], by caller: Caller) async throws -> Account {
    guard let id = AccountID(values["id"] ?? "") else { throw AccountsError.unknownAccount }
    return try await accounts.account(id, by: .account(caller.account.id))
  }

  // MARK: Words

  static func marks(of account: Account) -> [String] {
    (account.role == .administrator ? ["administrator"] : [])
      + (account.isSealed ? ["sealed"] : []) + (account.suspension == nil ? [] : ["suspended"])
  }
}
