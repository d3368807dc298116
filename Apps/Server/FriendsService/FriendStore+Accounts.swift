import Accounts
import Friends

extension FriendStore {
  /// This store, once it knows whom the operator has suspended by now; nothing of them is shown then.
  ///
  /// Asked for at each reading: the command that suspends an account is a process of its own.
  func knowing(_ accounts: AccountStore) async throws -> FriendStore {
    try await bar(try await accounts.suspended())
    return self
  }
}
