import Accounts
import Core
import Friends
import Journals
import Replication

/// Takes down what people have shared of the habits that they delete.
///
/// A habit that is deleted for good is erased everywhere; its name must not stay with friends or at a
/// public address.
struct DeletedMilestones: Sendable {
  let accounts: AccountStore
  let friends: FriendStore

  /// Takes down the posts and pages of what these facts delete.
  func takeDown(_ erased: [ErasedFact], of space: SpaceID, in product: String) async throws {
    // What a refused fact would have deleted stays.
    let deleted = erased.filter { $0.verdict?.refusal == nil }.compactMap(\.fact.entity)
    guard !deleted.isEmpty, let owner = try await accounts.owner(of: space) else { return }
    try await friends.takeDown(milestonesOf: deleted, in: product, by: owner)
  }
}
