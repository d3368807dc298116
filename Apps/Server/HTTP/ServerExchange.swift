import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Web

/// A request to the server, with the product it is for and the account that it proves.
final class ServerExchange: Exchange {
  let received: ReceivedRequest
  let product: ServedProduct
  /// Who sent it; nil if the request proves nothing.
  let caller: Caller?
  /// Where it came from, for limits.
  let client: ClientAddress
  private let secrets: Secrets

  init(
    _ received: ReceivedRequest,
    product: ServedProduct,
    caller: Caller?,
    client: ClientAddress,
    secrets: Secrets
  ) {
    self.received = received
    self.product = product
    self.caller = caller
    self.client = client
    self.secrets = secrets
  }

  /// Whether it is proven by a token, which no browser sends by itself.
  var isProgram: Bool { header(.authorization) != nil }

  /// Whether somebody sent it whose space the server can read.
  var isResident: Bool { caller?.account.isSealed == false }

  /// Whether a program asks, which reads documents rather than pages.
  var isForProgram: Bool { ["api", "health", "v1"].contains(path.first) }

  /// The token for the forms of a page that answers this request, good for its session alone; empty
  /// for whoever is not signed in.
  var formToken: String { principal.map { secrets.formToken(for: $0) } ?? "" }

  /// The fields of a form that somebody sends who is signed in.
  ///
  /// - Throws: ``Problem`` 403 for a form that no page for this session contained.
  func form() async throws -> FormFields {
    let fields = try await FormDecoder.fields(of: self, AccountForms.limits)
    try secrets.admit(form: fields["token"], of: principal)
    return fields
  }

  /// As the app knows whoever sent it, so that its forms and those of the server's pages have one token.
  private var principal: WebPrincipal? {
    caller.map { caller in
      let account = Principal.account(caller.account.id)
      let visitor = Visitor(account, space: nil, session: "\(caller.session.id)")
      return .member(visitor, isProgram: isProgram)
    }
  }

  /// Who sent it, for routes that need that.
  ///
  /// - Throws: ``Problem`` 401 if nobody did.
  func requireCaller() throws -> Caller {
    guard let caller else { throw Problem(AccountsError.signedOut) }
    return caller
  }
}
