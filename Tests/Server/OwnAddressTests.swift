import Core
import Pages
import Presentation
import Products
import Testing

@testable import HTTPServing
@testable import trellis_server

/// What a plugin cannot take, since the server itself is there.
@Suite struct OwnAddressTests {
  @Test func `each address that belongs to no module is known as one of the programs`()
    async throws
  {
    let product = try #require(ProductCatalog.product(named: "streaks"))
    let presentations = ProductCatalog.pagePresentations(of: product)
    let pages = presentations.flatMap { $0.pages(for: product).map(\.path) }
    let files = presentations.flatMap { $0.downloads.map(\.path) }
    let documents = presentations.flatMap { $0.documents.map { "/\($0.path)" } }
    let modules = product.modules.map { "/\($0.manifest.name)" }
    let ofModules = Set((pages + files + documents + modules).map(OwnAddressTests.first))

    let world = try await ServerWorld.open { $0.products = [product.name] }
    let table = try #require(world.handler.tables[product.name])
    let addresses = table.all.map(\.pattern.text)
    #expect(addresses.contains("/operator") && addresses.contains("/api/v1/sync"))
    for address in addresses {
      let below = address.hasPrefix("/api/v1/") ? String(address.dropFirst(7)) : address
      guard !ofModules.contains(OwnAddressTests.first(below)) else { continue }
      #expect(ProgramNames.contain(address: below), "\(address)")
    }
  }

  private static func first(_ address: String) -> String {
    address.split(separator: "/").first.map(String.init) ?? ""
  }
}
