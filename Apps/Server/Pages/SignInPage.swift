import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation

/// Signs a browser in, in two steps: first the address, then the password.
///
/// No form ever sends the password of a sealed account, since the server must not see it: after the
/// first step somebody with such an account is told to use a device instead. Unknown addresses look
/// like one or the other (``AccountStore/signInParameters(of:address:)``).
struct SignInPage: Sendable {
  static let path = "/sign-in"
  private static let passwordPath = "/sign-in/password"

  let accounts: AccountStore
  let pages: AccountPages
  let cookie: SessionCookie

  var routes: [ServerRoute] {
    [
      .get(SignInPage.path, .anyone) { exchange, _ in
        guard exchange.caller == nil else { return AccountPages.onward(to: next(exchange)) }
        return first(exchange, next: next(exchange))
      },
      .post(SignInPage.path, .anyone, second),
      .post(SignInPage.passwordPath, .anyone, signIn),
    ]
  }

  private func next(_ exchange: ServerExchange) -> String {
    ReturnPath.destination(exchange.queryValue("next"))
  }

  private static func address(_ path: String, next: String) -> String {
    "\(path)?next=\(PercentCoding.encoded(next))"
  }

  /// The page for a browser that is not signed in, at any address.
  func needed(_ exchange: ServerExchange, headers: HTTPFields) -> Response {
    first(
      exchange,
      next: ReturnPath.destination(exchange.target),
      status: .unauthorized,
      headers: headers
    )
  }

  private func first(
    _ exchange: ServerExchange,
    next: String,
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:],
    refused: RefusedForm? = nil
  ) -> Response {
    let product = exchange.product.product
    let path = SignInPage.address(SignInPage.path, next: next)
    return pages.response(
      exchange,
      title: "Sign in to \(product.title)",
      status: status,
      headers: headers,
      refused: refused,
      """
      \(AccountPages.note(AccountNotice(exchange)?.words))\
      <p class="lead">\(product.summary)</p>\
      \(HTML.card(nil, AccountPages.form(path, "Continue", AccountPages.email())))\
      \(signUp(exchange))
      """
    )
  }

  private func signUp(_ exchange: ServerExchange) -> HTML? {
    switch accounts.policy.signUp {
    case .closed: nil
    case .open, .invitation:
      "<p class=\"muted\">No account yet? \(HTML.link(SignUpPage.path, "Make one"))</p>"
    }
  }

  @Sendable
  private func second(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await FormDecoder.fields(of: exchange, AccountForms.limits)
    let email = try fields.required("email")
    do throws(AccountsError) {
      let sealing = try await accounts.signInParameters(of: email, address: exchange.client.text)
      return sealing == nil ? passwordForm(exchange, email) : sealed(exchange)
    } catch {
      let problem = Problem(error)
      return first(
        exchange,
        next: next(exchange),
        status: problem.status,
        headers: problem.headers,
        refused: RefusedForm(at: SignInPage.path, fields, error)
      )
    }
  }

  private func passwordForm(
    _ exchange: ServerExchange,
    _ email: String,
    problem: Problem? = nil,
    _ refused: RefusedForm? = nil
  ) -> Response {
    let path = SignInPage.address(SignInPage.passwordPath, next: next(exchange))
    return pages.response(
      exchange,
      title: "Your password",
      problem: problem,
      refused: refused,
      """
      \(HTML.card(
        nil,
        AccountPages.form(
          path,
          "Sign in",
          AccountPages.email(settled: email) + AccountPages.currentPassword()
        )
      ))\
      \(AccountPages.otherAddress(SignInPage.address(SignInPage.path, next: next(exchange))))\
      <p class="muted">Forgotten? Whoever runs this server can give you a link for a new one.</p>
      """
    )
  }

  private func sealed(_ exchange: ServerExchange) -> Response {
    pages.onDevice(
      exchange,
      back: SignInPage.address(SignInPage.path, next: next(exchange)),
      """
      If there is an account with this address, it is sealed: the server cannot read it, and its \
      password is never typed into a web page.
      """
    )
  }

  @Sendable
  private func signIn(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await FormDecoder.fields(of: exchange, AccountForms.limits)
    let email = try fields.required("email")
    do {
      let signedIn = try await accounts.signIn(
        SignInRequest(
          email: email,
          password: try fields.required("password"),
          client: AccountForms.browser(exchange),
          address: exchange.client.text
        )
      )
      let longest = accounts.policy.sessions.browserLongest
      return AccountPages.onward(
        to: next(exchange),
        cookie.field(with: signedIn.token, seconds: longest)
      )
    } catch let error as AccountsError {
      let refused = RefusedForm(at: SignInPage.passwordPath, fields, error)
      return passwordForm(exchange, email, problem: Problem(error), refused)
    }
  }
}
