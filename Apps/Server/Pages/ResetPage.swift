import Accounts
import Core
import HTTPServing
import Hummingbird
import Pages

/// Sets a new password through a link from the operator.
struct ResetPage: Sendable {
  static let path = "/reset"

  let accounts: AccountStore
  let pages: AccountPages

  var routes: [ServerRoute] {
    [
      .get(ResetPage.path, .anyone) { exchange, _ in
        form(exchange, token: exchange.queryValue("token") ?? "", note: nil)
      },
      .post(ResetPage.path, .anyone, reset),
    ]
  }

  private func form(_ exchange: ServerExchange, token: String, note: Problem?) -> Response {
    pages.response(
      exchange,
      title: "A new password",
      status: note?.status ?? .ok,
      headers: note?.headers ?? [:],
      """
      <p class="lead">All devices are signed out with it. They keep what they hold, and go on once you \
      have signed in again.</p>\(AccountPages.note(note?.detail))\
      \(HTML.card(
        nil,
        AccountPages.form(
          ResetPage.path,
          "Set it",
          AccountPages.hidden("token", token) + AccountPages.newPassword("New password")
        )
      ))
      """
    )
  }

  @Sendable
  private func reset(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await FormDecoder.fields(of: exchange, AccountForms.limits)
    let token = try fields.required("token")
    do {
      try await accounts.resetPassword(
        by: token,
        to: try fields.required("new"),
        address: exchange.client.text
      )
    } catch let error as AccountsError {
      return form(exchange, token: token, note: Problem(error))
    }
    return AccountPages.onward(to: AccountNotice.passwordSet.told(on: SignInPage.path))
  }
}
