import Accounts
import Core
import Locks
import Journals

/// Whether the server can answer: its stores can be read, and it is not about to end.
final class ServerHealth: Sendable {
  private let accounts: AccountStore
  private let products: ServedProducts
  private let isEnding = Locked(false)

  init(accounts: AccountStore, products: ServedProducts) {
    (self.accounts, self.products) = (accounts, products)
  }

  /// From now on a load balancer sends no more requests here.
  func end() { isEnding.withLock { $0 = true } }

  func isReady() async -> Bool {
    guard !isEnding.withLock({ $0 }) else { return false }
    do {
      _ = try await accounts.sessions(of: AccountID(rawValue: 0))
      let none = SpaceID(rawValue: 0)
      for product in products.all { _ = try await product.journal.syncState(of: none) }
      return true
    } catch {
      return false
    }
  }
}
