import Accounts
import AppSupport
import Core
import HTTPServing
import Hummingbird
import Presentation

/// What the server is, and whether it works.
struct StateRoutes: Sendable {
  let configuration: ServerConfiguration
  let products: ServedProducts
  let accounts: AccountStore
  let health: ServerHealth
  /// The public key that receipts are signed with, in hexadecimal.
  let key: String

  var routes: [ServerRoute] {
    [
      .get("/api/v1/server", .anyone) { exchange, _ in try describe(exchange) },
      .get("/health/live", .anyone) { _, _ in try .document(Health(status: "alive")) },
      .get("/health/ready", .anyone) { _, _ in
        let isReady = await health.isReady()
        return try .document(
          Health(status: isReady ? "ready" : "not ready"),
          status: isReady ? .ok : .serviceUnavailable
        )
      },
    ]
  }

  private struct Health: Encodable {
    let status: String
  }

  private struct Description: Encodable {
    struct Served: Encodable {
      let address: String
      let name: String
      let title: String
    }

    let key: String
    let name: String
    let product: String
    let products: [Served]
    let signUp: String
    let title: String
    let version: String
  }

  private func describe(_ exchange: ServerExchange) throws -> Response {
    let own = exchange.product
    return try .document(
      Description(
        key: key,
        name: "trellis-server",
        product: own.name,
        products: products.all.map {
          Description.Served(address: $0.address, name: $0.name, title: $0.product.title)
        },
        signUp: configuration.accounts.signUp.rawValue,
        title: own.product.title,
        version: AppVersion.current
      )
    )
  }
}
