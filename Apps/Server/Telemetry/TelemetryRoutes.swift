import API
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Presentation
import Products
import TelemetryContract

/// Receives the counts of products that name this server as their receiver.
///
/// Source: OpenTelemetry Protocol Specification 1.9, "OTLP/HTTP".
struct TelemetryRoutes: Sendable {
  /// Nil if the operator accepts none: the address does not exist then.
  let sums: TelemetrySums?
  let clock: any WallClock

  var operations: [ServerOperation] {
    guard let sums else { return [] }
    return [
      ServerOperation(
        .post,
        "/v1/metrics",
        .anyone,
        "Accepts counts of a product.",
        body: .elsewhere("A request of OTLP/HTTP with the counts that a product discloses."),
        gives: [.ok([String: JSONValue].self)]
      ) { [clock] exchange, _ in
        try exchange.requireJSON()
        let body = try await exchange.body(upTo: 256 << 10, within: 30)
        let received: ReceivedCounts
        do {
          received = try ReceivedCounts(
            body,
            now: clock.now(),
            features: TelemetryRoutes.features
          )
        } catch let error as DomainError {
          throw Problem.badRequest(error.code, error.message)
        }
        try await sums.add(received)
        return .json(Array("{}".utf8))
      }
    ]
  }

  /// The names of the requests of a product; nil for one that counts nothing.
  private static func features(of product: String) -> Set<String>? {
    guard let product = ProductCatalog.products.first(where: { $0.name == product }),
      product.policies.allowsTelemetry
    else { return nil }
    return Set(product.modules.flatMap { $0.manifest.answers.map { $0.name } })
  }
}
