import API
import Core
import Presentation
import Products

@testable import HTTPServing
@testable import Web

/// A change in the space while a server runs.
enum TestHostOrder {
  static func createHabit(_ host: TestHost) async throws -> Bool {
    let requests = host.product.modules.flatMap { $0.manifest.answers }
    guard let request = requests.first(where: { $0.name == "tracking.create-habit" }) else {
      return false
    }
    let registry = SchemaRegistry()
    let operation = try APIOperation(request, in: registry)
    let space = try await host.client(for: Visitor())
    let example = try operation.description(in: registry).example
    _ = try await operation.answer(JSON.encode(example), in: space)
    return true
  }
}
