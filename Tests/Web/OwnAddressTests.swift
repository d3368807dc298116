import Core
import Presentation
import Products
import Testing

@testable import HTTPServing
@testable import Web

/// What a plugin cannot take, since the app itself is there.
@Suite struct OwnAddressTests {
  @Test func `each address that belongs to no module is known as one of the programs`()
    async throws
  {
    let world = try await World.open(presentations: [])
    let modules = world.host.product.modules.map { $0.manifest.name }
    let addresses = world.handler.table.all.map(\.pattern.text)
    #expect(addresses.contains("/settings"))
    for address in addresses {
      #expect(ProgramNames.contain(address: address), "\(address)")
      let parts = address.split(separator: "/").map(String.init)
      guard parts.starts(with: ["api", "v1"]), !modules.contains(parts[2]) else { continue }
      #expect(ProgramNames.contain(address: parts[2]), "\(address)")
    }
  }
}
