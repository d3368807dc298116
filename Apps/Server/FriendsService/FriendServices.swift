import Accounts
import Core
import Friends

/// Friends, as the routes and pages of the server use them.
///
/// A class, so that its methods get one reference and not each of these: with Swift 6.3, an
/// asynchronous method with more arguments than there are registers, one of them an id of 128 bits,
/// continued at a null address.
final class FriendServices: Sendable {
  let store: FriendStore
  let accounts: AccountStore
  let spaces: FriendSpaces
  let deliveries: FriendDeliveries

  init(
    store: FriendStore,
    accounts: AccountStore,
    spaces: FriendSpaces,
    deliveries: FriendDeliveries
  ) {
    self.store = store
    self.accounts = accounts
    self.spaces = spaces
    self.deliveries = deliveries
  }

  /// A friend with what they share at this moment.
  struct Known: Sendable {
    let friend: Friend
    let streaks: [FriendDocuments.Streak]
  }

  /// The friends of a person, with the current streaks that each of them shares.
  func friends(of account: AccountID) async throws -> [Known] {
    var all: [Known] = []
    for friend in try await store.friends(of: account) {
      let other: AccountID
      // Requested again for each, so that a friend who has parted meanwhile shows nothing.
      do throws(FriendsError) {
        other = try await store.account(of: friend.person.id, for: account)
      } catch .unknownPerson { continue }
      all.append(Known(friend: friend, streaks: try await spaces.streaks(of: other)))
    }
    return all
  }

  /// The store, after an update of which accounts the operator has suspended.
  func reading() async throws -> FriendStore { try await store.knowing(accounts) }

  /// Shares a milestone that the server has found in the journal.
  func share(
    _ request: FriendDocuments.Share,
    by account: Account,
    in product: ServedProduct
  ) async throws -> (post: Post, isNew: Bool) {
    let found = try await spaces.milestone(request.milestone, of: account, in: product)
    let outcome = try await store.share(
      NewPost(achievement: found.achievement, text: request.words.text, milestone: found.key),
      by: account.id
    )
    await deliveries.deliver()
    return outcome
  }

  /// Creates a public page of a milestone that the server has found in the journal.
  func publish(
    _ request: FriendDocuments.PublicPageRequest,
    by account: Account,
    in product: ServedProduct
  ) async throws -> (page: PublicPage, isNew: Bool) {
    let found = try await spaces.milestone(request.milestone, of: account, in: product)
    let made = try await store.publish(
      NewPublicPage(achievement: found.achievement, name: request.words.name, milestone: found.key),
      by: account.id
    )
    try await checkNotErased(account.id)
    return made
  }

  /// Sets the name that friends see.
  func setName(_ name: String, of account: AccountID) async throws -> Person {
    let person = try await store.setName(name, of: account)
    try await checkNotErased(account)
    return person
  }

  func accept(
    _ code: String,
    as name: String? = nil,
    by account: AccountID
  ) async throws -> Friend {
    let store = try await reading()
    let friend = try await store.accept(code, as: name, by: account)
    try await checkNotErased(account)
    await deliveries.deliver()
    return friend
  }

  func react(_ reaction: Reaction?, to post: PostID, by account: AccountID) async throws -> Post {
    let post = try await reading().react(reaction, to: post, by: account)
    await deliveries.deliver()
    return post
  }

  /// Erases what somebody has written whose account was erased meanwhile.
  ///
  /// The erasure may have looked here before that was written, and nobody would look again before
  /// the next start. The rest is written only for people who are there.
  ///
  /// - Throws: `AccountsError/signedOut` if so.
  private func checkNotErased(_ account: AccountID) async throws {
    guard try await accounts.account(account) == nil else { return }
    try await store.erase(account)
    throw AccountsError.signedOut
  }

  /// Has what earlier versions shared under the name of a substance go with it from now on.
  func identifyShared() async throws {
    for shared in try await store.sharedByName() {
      guard let substances = try await spaces.substances(of: shared.account, in: shared.product)
      else { continue }
      try await store.identify(substances, in: shared)
    }
  }

  /// Erases people whose accounts are gone, including those that a restored backup brought back.
  func applyErasures() async throws {
    for account in try await accounts.erased(amongAccounts: try await store.accounts()) {
      try await store.erase(account)
    }
    try await store.applyTakedowns()
  }
}
