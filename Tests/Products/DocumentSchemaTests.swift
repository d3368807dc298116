import API
import Core
import Pages
import Presentation
import Products
import SobrietyContract
import StreaksContract
import Testing

/// The schemas that the description of the API has of documents.
@Suite struct DocumentSchemaTests {
  /// A space with months of habits, or with a sober day, according to what the product has.
  private func space(_ name: String) async throws -> OpenSpace {
    let product = try #require(ProductCatalog.product(named: name))
    let tracks = product.modules.contains { $0.manifest.name == "tracking" }
    let facts = tracks ? LivedSpace(seed: 1).facts : []
    let today = LivedSpace.begin.advanced(by: LivedSpace.length + 2)
    let space = try await OpenSpace.open(product, facts, on: today)
    if space.page.answers(SobrietyOf.self) {
      try await space.page.send(MarkDay(status: .sober))
    }
    return space
  }

  private func write(_ endpoint: DocumentEndpoint, _ space: OpenSpace) async throws -> [UInt8] {
    let habit = try #require(try await space.ask(AllStreaks()).items.first?.habit)
    let values = ["habit": habit.description, "day": space.today.description]
    return try await endpoint.body(
      DocumentRequest(
        context: space.page,
        values: values.filter { endpoint.path.contains("{\($0.key)}") }
      )
    )
  }

  /// What a program that knows only the schema makes of a document.
  private func read<Content: Codable>(_ type: Content.Type, _ bytes: [UInt8]) throws -> [UInt8] {
    try JSON.encode(JSON.decode(type, from: bytes))
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `every document is described, and is as its schema says`(product: String) async throws {
    let space = try await space(product)
    let book = SchemaRegistry()
    #expect(!space.documents.isEmpty)
    for endpoint in space.documents {
      guard let type = endpoint.content as? any Codable.Type,
        case .reference = try book.schema(of: type)
      else {
        Issue.record("\(endpoint.path) has no schema of its own.")
        continue
      }
      let bytes = try await write(endpoint, space)
      let again = try read(type, bytes)
      #expect(again == bytes, "\(endpoint.path)")
    }
    await space.close()
  }
}
