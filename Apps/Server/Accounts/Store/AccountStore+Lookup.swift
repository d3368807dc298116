import Core
import ServerStorage

/// Looks up accounts that a call is about without their owners, such as those of friends.
extension AccountStore {
  /// Returns an account by its id; nil if it no longer exists.
  public func account(_ id: AccountID) async throws(AccountsError) -> Account? {
    try await tables.read { try AccountRow.find(id, in: $0)?.account }
  }

  /// The accounts that the operator has suspended.
  public func suspended() async throws(AccountsError) -> Set<AccountID> {
    try await tables.read { database in
      Set(
        try database.all("SELECT id FROM accounts WHERE suspended_at IS NOT NULL") { row in
          try row.id(0)
        }
      )
    }
  }

  /// Those of the given accounts that were erased, for a store that was restored alone.
  public func erased(amongAccounts ids: [AccountID]) async throws(AccountsError) -> [AccountID] {
    try await tables.read { [ledger] _ in
      let keys = try ledger.keys()
      return ids.filter { keys.contains(ErasureLedger.key(.account, $0)) }
    }
  }
}
