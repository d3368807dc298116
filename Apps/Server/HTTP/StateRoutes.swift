import API
import Accounts
import AppSupport
import Core
import HTTPServing
import Hummingbird
import Presentation

/// The server's description, and its health.
struct StateRoutes: Sendable {
  let configuration: ServerConfiguration
  let products: ServedProducts
  let accounts: AccountStore
  let health: ServerHealth
  /// The public key that receipts are signed with, in hexadecimal.
  let key: String

  var operations: [ServerOperation] {
    [
      ServerOperation(
        .get,
        "/api/v1/server",
        .anyone,
        "What the server is, and what it serves.",
        gives: [.ok(ServerDocuments.Description.self)]
      ) { exchange, _ in try describe(exchange) },
      ServerOperation(
        .get,
        "/health/live",
        .anyone,
        "Whether the program runs.",
        gives: [.ok(ServerDocuments.Health.self)]
      ) { _, _ in try .document(ServerDocuments.Health(status: "alive")) },
      ServerOperation(
        .get,
        "/health/ready",
        .anyone,
        "Whether the server can answer.",
        gives: [.ok(ServerDocuments.Health.self), .document(503, ServerDocuments.Health.self)]
      ) { _, _ in
        let isReady = await health.isReady()
        return try .document(
          ServerDocuments.Health(status: isReady ? "ready" : "not ready"),
          status: isReady ? .ok : .serviceUnavailable
        )
      },
    ]
  }

  private func describe(_ exchange: ServerExchange) throws -> Response {
    let own = exchange.product
    return try .document(
      ServerDocuments.Description(
        key: key,
        name: "trellis-server",
        product: own.name,
        products: products.all.map {
          ServerDocuments.Served(address: $0.address, name: $0.name, title: $0.product.title)
        },
        signUp: configuration.accounts.signUp.rawValue,
        title: own.product.title,
        version: AppVersion.current
      )
    )
  }
}

/// The documents about the server itself for programs.
enum ServerDocuments {
  struct Health: Codable {
    let status: String
  }

  struct Served: Codable {
    let address: String
    let name: String
    let title: String
  }

  struct Description: Codable {
    let key: String
    let name: String
    let product: String
    let products: [Served]
    let signUp: String
    let title: String
    let version: String
  }
}
