import API
import Accounts
import HTTPServing
import HTTPTypes
import Hummingbird

/// Making accounts and signing in, for programs.
extension AccountRoutes {
  var comingIn: [ServerOperation] {
    get throws {
      [
        try ServerOperation(
          .post,
          "/api/v1/accounts",
          .anyone,
          "Makes an account, and signs a device in.",
          takes: AccountDocuments.SignUp.self,
          upTo: AccountRoutes.keyBytes,
          gives: [.created(AccountDocuments.SignedInAnswer.self)],
          signUp
        ),
        try ServerOperation(
          .post,
          "/api/v1/accounts/check",
          .anyone,
          "Checks what makes an account before a password is sent: the address must not be that of a "
            + "sealed one.",
          takes: AccountDocuments.SignUpCheck.self,
          gives: [.noContent],
          checkSignUp
        ),
        try ServerOperation(
          .post,
          "/api/v1/sign-in-parameters",
          .anyone,
          "Returns how a device derives what it sends instead of a password.",
          takes: AccountDocuments.Question.self,
          gives: [.ok(AccountDocuments.Parameters.self)],
          parameters
        ),
        try ServerOperation(
          .post,
          "/api/v1/sessions",
          .anyone,
          "Signs a device in.",
          takes: AccountDocuments.SignIn.self,
          gives: [.created(AccountDocuments.SignedInAnswer.self)],
          signIn
        ),
      ]
    }
  }

  @Sendable
  private func signUp(
    _ exchange: ServerExchange,
    _ body: AccountDocuments.SignUp,
    _: [String: String]
  ) async throws -> Response {
    let signedIn = try await accounts.signUp(
      SignUpRequest(
        SignInRequest(
          email: body.email,
          password: body.password,
          client: client(body.device, exchange),
          address: exchange.client.text
        ),
        invitation: body.invitation,
        sealed: try body.sealed?.password
      )
    )
    return try .document(AccountDocuments.SignedInAnswer(signedIn), status: .created)
  }

  @Sendable
  private func checkSignUp(
    _ exchange: ServerExchange,
    _ check: AccountDocuments.SignUpCheck,
    _: [String: String]
  ) async throws -> Response {
    try await accounts.checkSignUp(
      of: check.email,
      invitation: check.invitation,
      address: exchange.client.text
    )
    return .noContent
  }

  @Sendable
  private func parameters(
    _ exchange: ServerExchange,
    _ question: AccountDocuments.Question,
    _: [String: String]
  ) async throws -> Response {
    let found = try await accounts.signInParameters(
      of: question.email,
      address: exchange.client.text
    )
    return try .document(AccountDocuments.Parameters(found))
  }

  @Sendable
  private func signIn(
    _ exchange: ServerExchange,
    _ body: AccountDocuments.SignIn,
    _: [String: String]
  ) async throws -> Response {
    let signedIn = try await accounts.signIn(
      SignInRequest(
        email: body.email,
        password: body.password,
        client: client(body.device, exchange),
        address: exchange.client.text
      )
    )
    return try .document(AccountDocuments.SignedInAnswer(signedIn), status: .created)
  }

  private func client(
    _ device: AccountDocuments.Device,
    _ exchange: ServerExchange
  ) -> SessionClient {
    SessionClient(name: device.name, product: exchange.product.name, kind: .device)
  }
}
