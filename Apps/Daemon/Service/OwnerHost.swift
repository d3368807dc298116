import Commands
import Core
import LocalApp
import Pages
import Presentation
import Runtime
import Terminal
import Web

/// The only space of this machine's owner, for everybody who is admitted.
struct OwnerHost: WebHost {
  let space: LocalSpace
  let live: SpaceUpdates
  let storage: OwnStorage

  var product: Product { space.product }

  func context(for visitor: Visitor, claiming claim: Claim?) async throws -> PageContext {
    try await space.pageContext(claiming: claim)
  }

  func client(for visitor: Visitor) async throws -> any SpaceClient { space.client }

  func position(for visitor: Visitor) async throws -> SpacePosition {
    try await space.runtimeClient.position()
  }

  var isReplaced: Bool { storage.isReplaced }

  var firstVisit: String { storage.lacksProduct ? FirstPages.product : FirstPages.welcome }

  func advances(for visitor: Visitor) async throws -> AsyncStream<Int> { await live.stream() }
}
