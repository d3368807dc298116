import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation
import Products
import Web

/// The pages of the server itself: signing in and up, the account, and linking a device.
///
/// They work without a script, and show nothing personal to people who are not signed in.
struct AccountPages: Sendable {
  let apps: MemberApps

  /// A page of the account, within the app's frame for people who use the app.
  ///
  /// - Parameters:
  ///   - back: the link back to the page above it.
  ///   - problem: an error whose status and headers the page has; nil for none.
  ///   - refused: a form of the page that was refused, shown with what was typed and why.
  func response(
    within exchange: ServerExchange,
    title: String,
    back: HTML = AccountPages.wayBack,
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:],
    problem: Problem? = nil,
    refused: RefusedForm? = nil,
    _ body: HTML
  ) async throws -> Response {
    let (status, headers) = (problem?.status ?? status, problem?.headers ?? headers)
    let body = refused?.shown(in: body) ?? body
    guard exchange.isResident, let app = apps[exchange.product.name] else {
      return response(exchange, title: title, status: status, headers: headers, body)
    }
    let content = PageContent(title: title, body: "\(back)\(HTML.header(title))\(body)")
    var response = try await app.response(content, to: exchange, status: status)
    response.headers.append(contentsOf: headers)
    return response
  }

  /// The link back from the pages below the account's.
  static let wayBack = HTML.wayBack(AccountPage.path, "Your account")

  /// The calendar of the signed-in person; that of UTC for an account that the server cannot read.
  func calendar(of exchange: ServerExchange) async throws -> LocalCalendar {
    let own = try await apps[exchange.product.name]?.calendar(of: exchange)
    return own ?? LocalCalendar(zone: .utc)
  }

  /// A page in the look of the request's product.
  ///
  /// - Parameters:
  ///   - problem: an error whose status and headers the page has; nil for none.
  ///   - refused: a form of the page that was refused, shown with what was typed and why.
  func response(
    _ exchange: ServerExchange,
    title: String,
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:],
    problem: Problem? = nil,
    refused: RefusedForm? = nil,
    _ body: HTML
  ) -> Response {
    let (status, headers) = (problem?.status ?? status, problem?.headers ?? headers)
    let body = refused?.shown(in: body) ?? body
    let site = exchange.product.site
    let content = PageContent(
      title: title,
      isBare: true,
      body: """
        <div class="welcome">\
        <img class="welcome-sign" src="\(site.sign)" alt="" width="96" height="96">\
        <h1>\(title)</h1>\(body)</div>
        """
    )
    return site.response(content, status: status, headers: headers)
  }

  /// The error, with a link to continue.
  func problem(
    _ problem: Problem,
    _ exchange: ServerExchange,
    headers: HTTPFields
  ) -> Response {
    response(
      exchange,
      title: problem.status == .notFound ? "Nothing here" : "That did not work",
      status: problem.status,
      headers: headers,
      """
      \(AccountPages.note(problem.detail))\
      <p>\(HTML.link("/", "Continue", style: "button"))</p>
      """
    )
  }

  /// What the owner of a sealed account is shown in place of a form for its password.
  ///
  /// - Parameter back: the form that asks for the address.
  func onDevice(
    _ exchange: ServerExchange,
    status: HTTPResponse.Status = .ok,
    back: String,
    _ lead: HTML
  ) -> Response {
    let address = exchange.product.address
    return response(
      exchange,
      title: "Use one of your devices",
      status: status,
      """
      <p class="lead">\(lead)</p>\
      \(HTML.card(
        "On a device",
        """
        \(HTML.commands("trellis sync login \(address)"))\
        <p class="muted">Also  trellis sync devices ,  trellis sync password ,  \
        trellis sync account-data  and  trellis sync delete-account  look after it from there.</p>\
        <p class="muted">Password forgotten? Whoever runs this server can give you a code, with which  \
        \(ResetPage.recoveryCommand(at: address))  sets a new one by your recovery phrase.</p>
        """
      ))<p>\(HTML.link(back, "Back", style: "button"))</p>
      """
    )
  }

  /// The display name of a product; its short name if this program does not know it.
  static func title(ofProduct name: String) -> String {
    ProductCatalog.product(named: name)?.title ?? name
  }

  /// A sentence about what just happened.
  static func note(_ words: String?) -> HTML? {
    words.map { "<p class=\"card\" role=\"status\">\($0)</p>" }
  }

  /// A form for a signed-in person, which is only valid for their session.
  ///
  /// - Parameter label: what the button is called for screen readers, if several say the same.
  static func form(
    for exchange: ServerExchange,
    _ path: String,
    _ button: String,
    style: String = "primary",
    label: String? = nil,
    _ fields: HTML
  ) -> HTML {
    form(path, button, style: style, label: label, hidden("token", exchange.formToken) + fields)
  }

  /// A form for everybody that is sent to a path.
  static func form(
    _ path: String,
    _ button: String,
    style: String = "primary",
    label: String? = nil,
    _ fields: HTML
  ) -> HTML {
    """
    <form method="post" action="\(path)" class="stack">\(fields)\
    <button class="button \(style)"\(attribute: "aria-label", label)>\(button)</button></form>
    """
  }

  static func hidden(_ name: String, _ value: String) -> HTML {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
  }

  /// The address of an account.
  ///
  /// - Parameter settled: the one beside a password, which cannot be changed there: another one
  ///   would have to be looked at before its password is sent, as it may belong to a sealed
  ///   account. It stays a field, by which programs that remember passwords know whose they are.
  static func email(settled: String? = nil) -> HTML {
    let readOnly = settled == nil ? [] : [("readonly", "")]
    return .field(
      label: "E-mail address",
      name: "email",
      value: settled,
      kind: .email,
      required: true,
      attributes: [("autocomplete", "username"), ("maxlength", "254")] + readOnly
    )
  }

  /// The way back from a settled address to the form that asks for it.
  static func otherAddress(_ path: String) -> HTML {
    "<p class=\"muted\">Another address? \(HTML.link(path, "Begin again"))</p>"
  }

  static func newPassword(_ label: String) -> HTML {
    .field(
      label: label,
      name: "new",
      kind: .password,
      hint: "At least 8 characters; 15 or more are best, such as four words that nobody connects.",
      required: true,
      attributes: [("autocomplete", "new-password"), ("minlength", "8"), ("maxlength", "512")]
    )
  }

  static func currentPassword(_ label: String = "Password") -> HTML {
    .field(
      label: label,
      name: "password",
      kind: .password,
      required: true,
      attributes: [("autocomplete", "current-password"), ("maxlength", "512")]
    )
  }

  /// A redirect after a form.
  static func onward(to path: String, _ fields: HTTPField...) -> Response {
    var response = Response(status: .seeOther, headers: [.location: path])
    for field in fields { response.headers.append(field) }
    return response
  }
}
