import Accounts
import Core
import HTTPServing
import Hummingbird
import Pages
import Presentation

/// Creates an account in a browser, in two steps: first the address, then the password.
///
/// As in ``SignInPage``, no form ever sends the password of a sealed account. Somebody who has one
/// with the address is told so after the first step
/// (``AccountStore/checkSignUp(of:invitation:address:)``).
struct SignUpPage: Sendable {
  static let path = "/sign-up"
  private static let passwordPath = "/sign-up/password"

  let accounts: AccountStore
  let pages: AccountPages
  let cookie: SessionCookie

  var routes: [ServerRoute] {
    [
      .get(SignUpPage.path, .anyone) { exchange, _ in
        guard exchange.caller == nil else { return AccountPages.onward(to: "/") }
        return first(exchange, invitation: exchange.queryValue("invitation"))
      },
      .post(SignUpPage.path, .anyone, second),
      .post(SignUpPage.passwordPath, .anyone, signUp),
    ]
  }

  /// The address of the form for an invitation.
  static func address(invitation: String?) -> String {
    invitation.map { "\(path)?invitation=\(PercentCoding.encoded($0))" } ?? path
  }

  private func first(
    _ exchange: ServerExchange,
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
      problem: problem,
      refused: refused,
      """
      <p class="lead">With it you use \(product.title) in any browser, such as your phone's, and your \
      devices keep each other up to date.</p>\
      \(HTML.card(
        nil,
        AccountPages.form(
          SignUpPage.path,
          "Continue",
          AccountPages.email() + (needsInvitation ? code(invitation) : .empty)
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
  private func second(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await FormDecoder.fields(of: exchange, AccountForms.limits)
    let (email, invitation) = (try fields.required("email"), fields.text("invitation"))
    do throws(AccountsError) {
      try await accounts.checkSignUp(
        of: email,
        invitation: invitation,
        address: exchange.client.text
      )
      return passwordForm(exchange, email, invitation)
    } catch .sealedAccount {
      return sealed(exchange, invitation)
    } catch { return again(exchange, fields, error) }
  }

  private func sealed(_ exchange: ServerExchange, _ invitation: String?) -> Response {
    pages.onDevice(
      exchange,
      status: .conflict,
      back: SignUpPage.address(invitation: invitation),
      """
      There is an account with this address already. It is sealed: the server cannot read it, and its \
      password is never typed into a web page. Nothing was changed: sign in to it on a device.
      """
    )
  }

  /// The first form once more, with the reason for which its fields were not taken.
  private func again(
    _ exchange: ServerExchange,
    _ fields: FormFields,
    _ error: AccountsError
  ) -> Response {
    first(
      exchange,
      invitation: fields.text("invitation"),
      problem: Problem(error),
      RefusedForm(at: SignUpPage.path, fields, error)
    )
  }

  private func passwordForm(
    _ exchange: ServerExchange,
    _ email: String,
    _ invitation: String?,
    problem: Problem? = nil,
    _ refused: RefusedForm? = nil
  ) -> Response {
    pages.response(
      exchange,
      title: "Choose a password",
      problem: problem,
      refused: refused,
      """
      \(HTML.card(
        nil,
        AccountPages.form(
          SignUpPage.passwordPath,
          "Make the account",
          AccountPages.email(settled: email) + AccountPages.newPassword("Password")
            + (invitation.map { AccountPages.hidden("invitation", $0) } ?? .empty)
        )
      ))\
      \(AccountPages.otherAddress(SignUpPage.address(invitation: invitation)))
      """
    )
  }

  @Sendable
  private func signUp(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let fields = try await FormDecoder.fields(of: exchange, AccountForms.limits)
    let (email, invitation) = (try fields.required("email"), fields.text("invitation"))
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
      switch error {
      case .badEmail, .signUpClosed, .invitationNeeded, .badInvitation:
        return again(exchange, fields, error)
      default:
        let refused = RefusedForm(at: SignUpPage.passwordPath, fields, error)
        return passwordForm(exchange, email, invitation, problem: Problem(error), refused)
      }
    }
  }
}
