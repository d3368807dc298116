import Accounts
import Core
import HTTPServing
import Hummingbird
import Pages

/// Confirming the code that a device shows (RFC 8628, section 3.3).
struct LinkPage: Sendable {
  static let path = "/link"
  private static let answerPath = "/link/answer"

  let accounts: AccountStore
  let pages: AccountPages

  var routes: [ServerRoute] {
    [
      .get(LinkPage.path, .member, show),
      .post(LinkPage.path, .member, look),
      .post(LinkPage.answerPath, .member, answer),
    ]
  }

  @Sendable
  private func show(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    try await form(exchange, code: exchange.queryValue("code"))
  }

  private func form(
    _ exchange: ServerExchange,
    code: String?,
    problem: Problem? = nil,
    _ refused: RefusedForm? = nil
  ) async throws -> Response {
    try await pages.response(
      within: exchange,
      title: "Link a device",
      problem: problem,
      refused: refused,
      """
      <p class="lead">Type the code that your device shows.</p>\
      \(HTML.card(
        nil,
        AccountPages.form(
          for: exchange,
          LinkPage.path,
          "Continue",
          .field(
            label: "Code",
            name: "code",
            value: code,
            hint: "Eight letters, such as WDJB-MJHT.",
            required: true,
            attributes: [
              ("autocomplete", "off"), ("autocapitalize", "characters"), ("maxlength", "16"),
            ]
          )
        )
      ))
      """
    )
  }

  /// Shows which device asks, so that nobody approves a device that is not in front of them.
  @Sendable
  private func look(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await exchange.form()
    let code = try fields.required("code")
    do {
      let account = try exchange.requireCaller().account
      let request = try await accounts.deviceRequest(code, for: account.id)
      return try await confirmation(exchange, code, request, account)
    } catch let error as AccountsError {
      return try await again(exchange, fields, error)
    }
  }

  /// The form once more, with the reason why its code was not taken.
  private func again(
    _ exchange: ServerExchange,
    _ fields: FormFields,
    _ error: AccountsError
  ) async throws -> Response {
    try await form(
      exchange,
      code: fields["code"],
      problem: Problem(error),
      RefusedForm(at: LinkPage.path, fields, error)
    )
  }

  private func confirmation(
    _ exchange: ServerExchange,
    _ code: String,
    _ request: DeviceRequest,
    _ account: Account
  ) async throws -> Response {
    try await pages.response(
      within: exchange,
      title: "Is this your device?",
      """
      <p class="lead">“\(request.client.name)” wants to sync with the account \(account.email). Allow \
      it only if it is before you and shows this code.</p><p class="figure">\(code)</p>\
      \(AccountPages.form(
        for: exchange,
        LinkPage.answerPath,
        "Allow it",
        AccountPages.hidden("code", code) + AccountPages.hidden("answer", "allow")
      ))\
      \(AccountPages.form(
        for: exchange,
        LinkPage.answerPath,
        "No, turn it down",
        style: "",
        AccountPages.hidden("code", code) + AccountPages.hidden("answer", "deny")
      ))
      """
    )
  }

  @Sendable
  private func answer(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await exchange.form()
    let approves = fields["answer"] == "allow"
    let caller = try exchange.requireCaller()
    do {
      try await accounts.answerDevice(
        try fields.required("code"),
        approves: approves,
        by: caller.account.id,
        in: caller.session.id
      )
    } catch let error as AccountsError {
      return try await again(exchange, fields, error)
    }
    return try await pages.response(
      within: exchange,
      title: approves ? "Linked" : "Turned down",
      """
      <p class="lead">\(
        approves
          ? "Your device goes on by itself in a few seconds." : "That device was not let in."
      )</p><p>\(HTML.link(AccountPage.path, "Your account", style: "button primary"))</p>
      """
    )
  }
}
