import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird

/// A request to the server, with the product it is for and the account that it proves.
final class ServerExchange: Exchange {
  let received: ReceivedRequest
  let product: ServedProduct
  /// Who sent it; nil if the request proves nothing.
  let caller: Caller?
  /// Where it came from, for limits.
  let client: ClientAddress

  init(
    _ received: ReceivedRequest,
    product: ServedProduct,
    caller: Caller?,
    client: ClientAddress
  ) {
    self.received = received
    self.product = product
    self.caller = caller
    self.client = client
  }

  /// Whether it is proven by a token, which no browser sends by itself.
  var isProgram: Bool { header(.authorization) != nil }

  /// Whether somebody sent it whose space the server can read.
  var isResident: Bool { caller?.account.isSealed == false }

  /// Whether a program asks, which reads documents rather than pages.
  var isForProgram: Bool { ["api", "health", "v1"].contains(path.first) }

  /// Who sent it, for routes that need that.
  ///
  /// - Throws: ``Problem`` 401 if nobody did.
  func requireCaller() throws -> Caller {
    guard let caller else { throw Problem(AccountsError.signedOut) }
    return caller
  }
}
