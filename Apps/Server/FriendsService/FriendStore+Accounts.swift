import Accounts
import Friends

extension FriendStore {
  /// Returns this store after an update of the suspended accounts, of which nothing is shown.
  ///
  /// This is checked at each read: the command that suspends an account is a separate process.
  func knowing(_ accounts: AccountStore) async throws -> FriendStore {
    try await hide(suspended: try await accounts.suspended())
    return self
  }
}
