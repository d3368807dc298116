import Core
import Journals
import Replication

/// Starts another epoch in restored spaces, and erases again what the ledgers name.
///
/// Accounts, posts and the like are erased again when a node starts; here the ledgers that nodes
/// share get what only this one knows, so that whichever node starts first erases it.
struct RestoredSpaces: Sendable {
  /// The number of spaces processed concurrently: they share the journal's transactions.
  private static let breadth = 32

  let configuration: ServerConfiguration

  /// - Returns: the number of spaces.
  func begin(_ products: [String]) async throws -> Int {
    let data = ServerData(path: configuration.dataFolder)
    try ServerStores.joinLedgers(configuration, data)
    var count = 0
    for product in products where configuration.holds(product, in: data) {
      let journal = try ServerStores.openJournal(of: product, configuration, data)
      let ledger = try ServerStores.openLedger(of: product, configuration, data)
      let replicator = ServerStores.replicator(journal, ledger, nil)
      let erased = try ledger.read()
      let spaces = try await journal.spaces()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, space) in spaces.enumerated() {
          if index >= RestoredSpaces.breadth { try await group.next() }
          group.addTask { try await replicator.restored(space, erased: erased[space] ?? []) }
        }
        try await group.waitForAll()
      }
      count += spaces.count
    }
    return count
  }
}
