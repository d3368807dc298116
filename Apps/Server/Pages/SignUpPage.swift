import Accounts
import Core
import HTTPServing
import Hummingbird
import Pages
import Presentation

/// Creates an account in a browser.
struct SignUpPage: Sendable {
  static let path = "/sign-up"

  let accounts: AccountStore
  let pages: AccountPages
  let cookie: SessionCookie

  var routes: [ServerRoute] {
    [
      .get(SignUpPage.path, .anyone) { exchange, _ in
        guard exchange.caller == nil else { return AccountPages.onward(to: "/") }
        return form(exchange, email: nil, invitation: exchange.queryValue("invitation"))
      },
      .post(SignUpPage.path, .anyone, signUp),
    ]
  }

  private func form(
    _ exchange: ServerExchange,
    email: String?,
    invitation: String?,
    problem: Problem? = nil,
    _ refused: RefusedForm? = nil
  ) -> Response {
    guard accounts.policy.signUp != .closed else {
      return pages.response(
        exchange,
        title: "No new accounts",
        status: .forbidden,
        AccountPages.note(AccountsError.signUpClosed.message) ?? .empty
      )
    }
    let product = exchange.product.product
    let needsInvitation = accounts.policy.signUp == .invitation
    return pages.response(
      exchange,
      title: "An account for \(product.title)",
      status: problem?.status ?? .ok,
      headers: problem?.headers ?? [:],
      refused: refused,
      """
      <p class="lead">With it you use \(product.title) in any browser, such as your phone's, and your \
      devices keep each other up to date.</p>\
      \(HTML.card(
        nil,
        AccountPages.form(
          SignUpPage.path,
          "Make the account",
          AccountPages.email(email) + AccountPages.newPassword("Password")
            + (needsInvitation ? code(invitation) : .empty)
        )
      ))\
      \(sealedHint(exchange))\
      <p class="muted">You have one? \(HTML.link(SignInPage.path, "Sign in"))</p>
      """
    )
  }

  private func code(_ invitation: String?) -> HTML {
    .field(
      label: "Invitation",
      name: "invitation",
      value: invitation,
      hint: "Whoever runs this server gives it to you.",
      required: true,
      attributes: [("autocomplete", "off"), ("maxlength", "64")]
    )
  }

  /// An account that only its owner can read can only be created on a device.
  private func sealedHint(_ exchange: ServerExchange) -> HTML {
    HTML.card(
      "Should nobody else be able to read it?",
      """
      <p class="muted">A sealed account is made on a device: what you keep is encrypted there, and the \
      server never sees the key. It is used on your devices, and not in a browser here.</p>\
      \(HTML.commands("trellis sync signup \(exchange.product.address) --sealed"))
      """
    )
  }

  @Sendable
  private func signUp(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await FormDecoder.fields(of: exchange, AccountForms.limits)
    let (email, invitation) = (try fields.required("email"), fields["invitation"])
    do {
      let signedIn = try await accounts.signUp(
        SignUpRequest(
          SignInRequest(
            email: email,
            password: try fields.required("new"),
            client: AccountForms.browser(exchange),
            address: exchange.client.text
          ),
          invitation: invitation
        )
      )
      let longest = accounts.policy.sessions.browserLongest
      return AccountPages.onward(
        to: "/",
        cookie.field(with: signedIn.token, seconds: longest)
      )
    } catch let error as AccountsError {
      return form(
        exchange,
        email: email,
        invitation: invitation,
        problem: Problem(error),
        RefusedForm(at: SignUpPage.path, fields, error)
      )
    }
  }
}
