import API
import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird

/// A forgotten password, for programs.
extension AccountRoutes {
  var resets: [ServerOperation] {
    get throws {
      [
        try ServerOperation(
          .post,
          "/api/v1/password-resets/keys",
          .anyone,
          "The key ring of a sealed account, for somebody with a code for a new password.",
          takes: AccountDocuments.ResetQuestion.self,
          gives: [.ok(AccountDocuments.ResetAnswer.self)],
          resetKeys
        ),
        try ServerOperation(
          .put,
          "/api/v1/password-resets",
          .anyone,
          "Sets a new password by such a code, and signs all devices out; of a sealed account only "
            + "with a proof of its keys.",
          takes: AccountDocuments.PasswordReset.self,
          upTo: AccountRoutes.keyBytes,
          gives: [.noContent],
          resetPassword
        ),
      ]
    }
  }

  @Sendable
  private func resetKeys(
    _ exchange: ServerExchange,
    _ question: AccountDocuments.ResetQuestion,
    _: [String: String]
  ) async throws -> Response {
    let reset = try await accounts.resetAccount(by: question.token, address: exchange.client.text)
    return try .document(AccountDocuments.ResetAnswer(reset))
  }

  @Sendable
  private func resetPassword(
    _ exchange: ServerExchange,
    _ body: AccountDocuments.PasswordReset,
    _: [String: String]
  ) async throws -> Response {
    try await services.resetPassword(
      by: body.token,
      to: body.new,
      sealed: try body.sealed?.password,
      keyProof: body.keyProof,
      address: exchange.client.text
    )
    return .noContent
  }
}
