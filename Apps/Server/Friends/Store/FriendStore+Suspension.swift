import Core
import Locks
import ServerStorage

/// People whose accounts the operator has suspended.
extension FriendStore {
  /// Hides the posts and reactions of these people, and shows those of all others again.
  ///
  /// Their friendships and their content stay: everything is visible again once they are
  /// reinstated.
  public func hide(suspended accounts: Set<AccountID>) async throws(FriendsError) {
    guard suspended.withLock({ $0 }) != accounts else { return }
    try await tables.write { database in
      try database.run("UPDATE people SET is_barred = 0 WHERE is_barred = 1")
      for account in accounts {
        try database.run("UPDATE people SET is_barred = 1 WHERE account = ?", .id(account))
      }
    }
    suspended.withLock { $0 = accounts }
  }
}
