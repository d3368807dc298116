import Accounts
import Core
import FileSystem
import Journals

/// Sees to it that the spaces of an account that a command has erased are gone when the command ends.
///
/// A server that runs has them open and erases them itself (``ErasureWatch``); without one, this does.
struct SpaceErasure: Sendable {
  private static let pause = Duration.milliseconds(200)

  let configuration: ServerConfiguration
  let data: ServerData
  let accounts: AccountStore
  /// How long to wait for a server that runs.
  var patience = Duration.seconds(20)

  /// Returns the spaces that could not be erased.
  func finish() async throws -> [ErasedSpace] {
    let end = ContinuousClock.now + patience
    while true {
      let left = try await accounts.spacesToErase()
      if left.isEmpty { return [] }
      if let lock = try data.takeUnlessServed() {
        defer { lock.release() }
        return try await erase(left)
      }
      // A server never erases those of a product that it does not serve.
      let isAwaited = left.contains { configuration.products.contains($0.product) }
      guard isAwaited, ContinuousClock.now < end else { return left }
      try await Task.sleep(for: SpaceErasure.pause)
    }
  }

  /// - Returns: those without a journal here.
  private func erase(_ spaces: [ErasedSpace]) async throws -> [ErasedSpace] {
    var left: [ErasedSpace] = []
    for (product, spaces) in Dictionary(grouping: spaces, by: \.product) {
      guard configuration.holds(product, in: data) else {
        left += spaces
        continue
      }
      let journal = try ServerStores.openJournal(of: product, configuration, data)
      for space in spaces {
        try await journal.erase(space.id)
        try await accounts.confirmErasure(of: space.id)
      }
    }
    return left
  }
}
