import Core
import Locks
import ServerStorage

/// The suspended accounts as the tables have them.
struct WrittenSuspensions: Sendable {
  /// Nil if that is not known: before the first write, during each, and after one that failed.
  var accounts: Set<AccountID>?
  /// Counts the writes that have begun, so that only the last one says what is in the tables.
  var begun = 0
}

/// People whose accounts the operator has suspended.
extension FriendStore {
  /// Hides the posts and reactions of these people, and shows those of all others again.
  ///
  /// Their friendships and their content stay: everything is visible again once they are
  /// reinstated.
  public func hide(suspended accounts: Set<AccountID>) async throws(FriendsError) {
    guard suspensions.withLock({ $0.accounts }) != accounts else { return }
    let turn: Int = try await tables.write { [suspensions] database in
      // Here, as writes run one at a time: what their callers remember afterwards may be in another
      // order, and would then be taken for what is in the tables until the next suspension.
      let turn = suspensions.withLock { written in
        written.accounts = nil
        written.begun += 1
        return written.begun
      }
      try database.run("UPDATE people SET is_barred = 0 WHERE is_barred = 1")
      for account in accounts {
        try database.run("UPDATE people SET is_barred = 1 WHERE account = ?", .id(account))
      }
      return turn
    }
    suspensions.withLock { written in
      if written.begun == turn { written.accounts = accounts }
    }
  }
}
