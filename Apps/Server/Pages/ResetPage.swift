import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages

/// Sets a new password through a link from the operator.
///
/// For a sealed account it shows the command that does so on a device instead: the server must not
/// see the password, and the keys are opened with the recovery phrase, which it must not see either.
struct ResetPage: Sendable {
  static let path = "/reset"

  let accounts: AccountStore
  let services: AccountServices
  let pages: AccountPages

  var routes: [ServerRoute] {
    [
      .get(ResetPage.path, .anyone, show),
      .post(ResetPage.path, .anyone, reset),
    ]
  }

  /// The command with which the owner of a sealed account sets a new password.
  static func recoveryCommand(at address: String) -> String { "trellis sync recover \(address)" }

  @Sendable
  private func show(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let token = exchange.queryValue("token") ?? ""
    return try await isSealed(exchange, token)
      ? sealed(exchange, token: token, status: .ok) : form(exchange, token: token)
  }

  /// False for a link that cannot be used: whoever sends the form is told so.
  private func isSealed(_ exchange: ServerExchange, _ token: String) async throws -> Bool {
    do throws(AccountsError) {
      return try await accounts.isSealed(accountOfLink: token, address: exchange.client.text)
    } catch .expiredLink { return false }
  }

  private func form(
    _ exchange: ServerExchange,
    token: String,
    problem: Problem? = nil,
    _ refused: RefusedForm? = nil
  ) -> Response {
    pages.response(
      exchange,
      title: "A new password",
      problem: problem,
      refused: refused,
      """
      <p class="lead">All devices are signed out with it. They keep what they hold, and go on once you \
      have signed in again.</p>\
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

  private func sealed(
    _ exchange: ServerExchange,
    token: String,
    status: HTTPResponse.Status
  ) -> Response {
    let command = ResetPage.recoveryCommand(at: exchange.product.address)
    return pages.response(
      exchange,
      title: "Your recovery phrase is needed",
      status: status,
      """
      <p class="lead">This account is sealed: the server cannot read it, and its password is never \
      typed into a web page. With the recovery phrase that you wrote down you set a new one on a device \
      of your own.</p>\
      \(HTML.card(
        "On a device",
        """
        \(HTML.commands("\(command) --reset-code \(token)"))\
        <p class="muted">It asks for the phrase and for the new password, and neither leaves the device. \
        The code is good once, for a day. Your other devices are signed out; they keep what they hold, \
        and go on once you have signed in again.</p>
        """
      ))
      <p class="muted">Without the phrase and without the password nobody can open what the server \
      keeps, and neither can whoever runs it. What is on your devices stays there.</p>
      """
    )
  }

  @Sendable
  private func reset(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await FormDecoder.fields(of: exchange, AccountForms.limits)
    let token = try fields.required("token")
    // Before the password is looked at: that of a sealed account is not for the server.
    guard try await !isSealed(exchange, token) else {
      return sealed(exchange, token: token, status: .conflict)
    }
    do {
      try await services.resetPassword(
        by: token,
        to: try fields.required("new"),
        address: exchange.client.text
      )
    } catch let error as AccountsError {
      let refused = RefusedForm(at: ResetPage.path, fields, error)
      return form(exchange, token: token, problem: Problem(error), refused)
    }
    return AccountPages.onward(to: AccountNotice.passwordSet.path(on: SignInPage.path))
  }
}
