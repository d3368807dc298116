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

  var routes: [ServerRoute] {
    [
      .post("/api/v1/device-codes", .anyone, begin),
      .post("/api/v1/device-codes/redeem", .anyone, redeem),
    ]
  }

  @Sendable
  private func begin(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let wish = try await exchange.decoded(AccountDocuments.DeviceCodeRequest.self)
    let code = try await accounts.beginDeviceCode(
      for: SessionClient(name: wish.device.name, product: exchange.product.name, kind: .device),
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
  private func redeem(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let wish = try await exchange.decoded(AccountDocuments.Redemption.self)
    switch try await accounts.redeem(wish.deviceCode) {
    case .pending: return try .document(AccountDocuments.Pending(), status: .accepted)
    case .signedIn(let signedIn):
      return try .document(AccountDocuments.SignedInAnswer(signedIn), status: .created)
    }
  }
}
