import CommandKit
import Core
import LocalApp
import Runtime
import Web

/// The one space of this machine's owner, for everybody who is let in.
struct OwnerHost: WebHost {
  let space: LocalSpace
  let live: Live
  let screen: Screen

  var product: Product { space.product }

  func session(for visitor: Visitor) async throws -> Session {
    try await space.session(screen: screen, format: .json)
  }

  func client(for visitor: Visitor) async throws -> any SpaceClient { space.client }

  func head(for visitor: Visitor) async throws -> Int {
    try await space.runtimeClient.head()
  }

  func advances(for visitor: Visitor) async throws -> AsyncStream<Int> { await live.stream() }
}
