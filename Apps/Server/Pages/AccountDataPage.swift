import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation

/// The page on which a person gets everything that is stored about them, with their password.
struct AccountDataPage: Sendable {
  static let path = "/account/data"

  let services: AccountServices
  let pages: AccountPages

  var routes: [ServerRoute] {
    [
      .get(AccountDataPage.path, .member) { exchange, _ in try await show(exchange) },
      .post(AccountDataPage.path, .member, download),
    ]
  }

  private func show(
    _ exchange: ServerExchange,
    problem: Problem? = nil,
    _ refused: RefusedForm? = nil
  ) async throws -> Response {
    try await pages.response(
      within: exchange,
      title: "Everything about the account",
      problem: problem,
      refused: refused,
      """
      <p class="lead">One file with all that the server keeps about you beside your days: devices, \
      invitations, friends, what you shared, and your notices with where they go. No passwords and \
      no keys.</p>\
      \(HTML.card(
        nil,
        AccountPages.form(
          for: exchange,
          AccountDataPage.path,
          "Download it",
          AccountPages.currentPassword()
        )
      ))
      """
    )
  }

  @Sendable
  private func download(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let fields = try await exchange.form()
    do {
      var response = try Response.document(
        try await services.export(caller.account.id, password: try fields.required("password"))
      )
      response.headers[.contentDisposition] = "attachment; filename=\"account.json\""
      return response
    } catch let error as AccountsError {
      let refused = RefusedForm(at: AccountDataPage.path, fields, error)
      return try await show(exchange, problem: Problem(error), refused)
    }
  }
}
