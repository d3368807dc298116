import API
import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird

/// Signing a device in by a short code that is confirmed in a browser.
///
/// Source: RFC 8628, "OAuth 2.0 Device Authorization Grant", whose roles and limits these requests
/// follow.
struct DeviceCodeRoutes: Sendable {
  let accounts: AccountStore

  var operations: [ServerOperation] {
    get throws {
      [
        try ServerOperation(
          .post,
          "/api/v1/device-codes",
          .anyone,
          "Makes a code that is confirmed in a browser.",
          takes: AccountDocuments.DeviceCodeRequest.self,
          gives: [.created(AccountDocuments.DeviceCodeAnswer.self)],
          begin
        ),
        try ServerOperation(
          .post,
          "/api/v1/device-codes/redeem",
          .anyone,
          "Signs a device in once its code was confirmed.",
          takes: AccountDocuments.Redemption.self,
          gives: [
            .created(AccountDocuments.SignedInAnswer.self),
            .document(202, AccountDocuments.Pending.self),
          ],
          redeem
        ),
      ]
    }
  }

  @Sendable
  private func begin(
    _ exchange: ServerExchange,
    _ body: AccountDocuments.DeviceCodeRequest,
    _: [String: String]
  ) async throws -> Response {
    let code = try await accounts.beginDeviceCode(
      for: SessionClient(name: body.device.name, product: exchange.product.name, kind: .device),
      address: exchange.client.text
    )
    return try .document(
      AccountDocuments.DeviceCodeAnswer(
        deviceCode: code.deviceCode,
        expiresIn: code.expiresIn,
        interval: code.interval,
        page: exchange.product.address + LinkPage.path,
        userCode: code.userCode
      ),
      status: .created
    )
  }

  @Sendable
  private func redeem(
    _ exchange: ServerExchange,
    _ body: AccountDocuments.Redemption,
    _: [String: String]
  ) async throws -> Response {
    switch try await accounts.redeem(body.deviceCode) {
    case .pending: return try .document(AccountDocuments.Pending(pending: true), status: .accepted)
    case .signedIn(let signedIn):
      return try .document(AccountDocuments.SignedInAnswer(signedIn), status: .created)
    }
  }
}
