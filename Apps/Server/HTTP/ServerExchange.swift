import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Web

/// A request to the server, with its product and the account that it proves.
final class ServerExchange: Exchange {
  let received: ReceivedRequest
  let product: ServedProduct
  /// The proven sender; nil if the request proves nothing.
  let caller: Caller?
  /// The origin of the request, for limits.
  let client: ClientAddress
  private let secrets: Secrets
  private let identifiedAt = ContinuousClock.now
  /// Identifies the sender once more.
  private let identify: @Sendable () async throws -> Caller?

  /// How long a sender counts as identified while their request arrives.
  private static let trust = Duration.seconds(1)

  init(
    _ received: ReceivedRequest,
    product: ServedProduct,
    caller: Caller?,
    client: ClientAddress,
    secrets: Secrets,
    identify: @escaping @Sendable () async throws -> Caller?
  ) {
    self.received = received
    self.product = product
    self.caller = caller
    self.client = client
    self.secrets = secrets
    self.identify = identify
  }

  /// - Throws: ``Problem`` or `AccountsError`, both of which answer 401, if the session has ended
  ///   while a slow body arrived.
  func recheckSender() async throws {
    guard let caller, ContinuousClock.now - identifiedAt > ServerExchange.trust else { return }
    guard try await identify()?.session.id == caller.session.id else {
      throw Problem(AccountsError.signedOut)
    }
  }

  /// Whether it is authenticated by a token, which no browser sends by itself.
  ///
  /// What a browser does send by itself is the password for a proxy in front of the server
  /// (RFC 7617).
  var isProgram: Bool { ServerGate.bearer(header(.authorization)) != nil }

  /// Whether its sender has a space that the server can read.
  var isResident: Bool { caller?.account.isSealed == false }

  /// Whether it comes from a program, which reads documents rather than pages.
  var isForProgram: Bool { ["api", "health", "v1"].contains(path.first) }

  /// The form token for a page that answers this request, valid only for its session.
  ///
  /// Empty if nobody is signed in.
  var formToken: String { principal.map { secrets.formToken(for: $0) } ?? "" }

  /// The fields of a form from a signed-in person.
  ///
  /// - Throws: ``Problem`` 403 for a form that was not on a page for this session.
  func form() async throws -> FormFields {
    let fields = try await FormDecoder.fields(of: self, AccountForms.limits)
    try secrets.admit(form: fields["token"], of: principal)
    return fields
  }

  /// The app's view of the sender, so that its forms and the server's pages share one token.
  private var principal: WebPrincipal? {
    caller.map { caller in
      let account = Principal.account(caller.account.id)
      let visitor = Visitor(account, space: nil, session: "\(caller.session.id)")
      return .member(visitor, isProgram: isProgram)
    }
  }

  /// The sender, for routes that require one.
  ///
  /// - Throws: ``Problem`` 401 if nobody is signed in.
  func requireCaller() throws -> Caller {
    guard let caller else { throw Problem(AccountsError.signedOut) }
    return caller
  }
}
