import Accounts
import Core
import Friends
import Journals
import Locks
import Presentation
import Runtime
import SobrietyContract
import SocialContract
import SQLiteJournal
import StreaksContract
import TrackingContract

/// Reads what friends may see from the owners' spaces, at the time of the request.
///
/// Before anything is shown, the chain of the journal is verified, and the figures are computed
/// from its facts by the product's own modules; what a device claims about itself does not count.
/// The whole chain is verified at most once an hour, and in between only what was added.
final class FriendSpaces: Sendable {
  /// The result for a space whose journal ended at a given place.
  private struct Found: Sendable {
    let head: Int
    let quarter: Int64
    let streaks: [SharedStreak]
  }

  /// A milestone as found in its owner's journal.
  struct FoundMilestone: Sendable {
    let achievement: Achievement
    /// Identifies the same milestone of the same habit; never shown.
    let key: String
  }

  /// The maximum number of cached spaces; beyond it the cache is cleared.
  private static let most = 10_000
  /// Days begin at quarters of an hour everywhere, and a streak changes with the day.
  private static let quarter: Int64 = 900

  private let accounts: AccountStore
  private let products: ServedProducts
  private let clock: any WallClock
  private let known = Locked<[SpaceID: Found]>([:])

  init(accounts: AccountStore, products: ServedProducts, clock: any WallClock) {
    (self.accounts, self.products, self.clock) = (accounts, products, clock)
  }

  // MARK: Milestones

  /// Looks up a milestone in its owner's journal.
  ///
  /// - Throws: `AccountsError/sealedAccount`, and a ``DomainError`` if the milestone was not
  ///   reached, or the journal was changed.
  func milestone(
    _ milestone: FriendDocuments.Milestone,
    of account: Account,
    in product: ServedProduct
  ) async throws -> FoundMilestone {
    let space = try await readable(account, product)
    try await product.chains.verify(space).requireUntouched("so the milestone cannot be shared")
    try await product.runtime.refresh(space)
    let client = product.runtime.client(for: .account(account.id), in: space)
    let card = try await client.ask(
      ComposeShareCard(
        kind: .milestone,
        habit: milestone.habit,
        substance: milestone.substance,
        level: milestone.level,
        unit: milestone.unit,
        // Whether friends see it is decided below.
        showsTitle: true
      )
    )
    let subject: Achievement.Subject = card.subject == .sobriety ? .sobriety : .habit
    let achievement = Achievement(
      product: product.name,
      subject: subject,
      title: milestone.showsTitle == true ? card.title : nil,
      level: card.headline.count,
      unit: card.headline.unit?.rawValue ?? "day",
      day: card.day,
      done: card.recorded.done,
      later: card.recorded.later
    )
    let entity = try await entity(of: milestone, client)
    return FoundMilestone(
      achievement: achievement,
      key: Achievement.key(product: product.name, of: entity, level: achievement.level)
    )
  }

  /// The habit or substance that is meant, which stays the same when it is renamed.
  private func entity(
    of milestone: FriendDocuments.Milestone,
    _ client: any SpaceClient
  ) async throws -> EntityID {
    if let habit = milestone.habit { return habit.entity }
    return try await client.ask(SobrietyOf(substance: milestone.substance)).substance.id.entity
  }

  /// Returns the substances of a person by the names that stood for them in the posts of earlier
  /// versions.
  ///
  /// Nil if nobody can tell now: the product is not served, or the account cannot be read.
  func substances(
    of account: AccountID,
    in product: String
  ) async throws -> [String: EntityID]? {
    guard let account = try await accounts.account(account), !account.isSealed,
      let served = products.product(named: product),
      let space = try await accounts.spaces(of: account.id).first(where: { $0.product == product })
    else { return nil }
    try await served.runtime.refresh(space.id)
    let all = try await served.runtime.client(for: .account(account.id), in: space.id)
      .ask(AllSubstances())
    return Dictionary(all.map { ($0.habitTitle, $0.id.entity) }) { first, _ in first }
  }

  // MARK: Sharing

  /// Returns the habits that a person shares with friends.
  func sharing(of account: Account, in product: ServedProduct) async throws -> SharedHabits {
    let space = try await readable(account, product)
    try await product.runtime.refresh(space)
    return try await product.runtime.client(for: .account(account.id), in: space).ask(AllShared())
  }

  /// Sets what friends see of a habit, as a fact of the space, which its devices receive.
  func share(
    _ command: SetSharing,
    by account: Account,
    in product: ServedProduct
  ) async throws -> SharedHabits {
    let space = try await readable(account, product)
    try await product.runtime.refresh(space)
    return try await product.runtime.client(for: .account(account.id), in: space)
      .send(command).reply
  }

  private func readable(_ account: Account, _ product: ServedProduct) async throws -> SpaceID {
    guard !account.isSealed else { throw AccountsError.sealedAccount }
    return try await accounts.space(of: account.id, product: product.name).id
  }

  // MARK: Streaks

  /// Returns what a friend shares, in all products.
  ///
  /// Nothing is returned for an account that is sealed, suspended or gone, or from a changed
  /// journal.
  func streaks(of friend: AccountID) async throws -> [FriendDocuments.Streak] {
    guard let account = try await accounts.account(friend), !account.isSealed,
      account.suspension == nil
    else { return [] }
    var all: [FriendDocuments.Streak] = []
    for space in try await accounts.spaces(of: friend) {
      guard let product = products.product(named: space.product), product.sharesStreaks else {
        continue
      }
      let streaks = try await streaks(in: space.id, of: account, product)
      all += streaks.map { FriendDocuments.Streak($0, product: product.name) }
    }
    return all
  }

  private func streaks(
    in space: SpaceID,
    of account: Account,
    _ product: ServedProduct
  ) async throws -> [SharedStreak] {
    let quarter = clock.now().seconds / FriendSpaces.quarter
    let found = known.withLock { $0[space] }
    let head = try await product.journal.read(space, after: found?.head ?? 0, limit: 1).head
    if let found, found.head == head, found.quarter == quarter { return found.streaks }
    guard head > 0 else { return [] }
    var streaks: [SharedStreak] = []
    if try await product.chains.verify(space).changed == nil {
      try await product.runtime.refresh(space)
      let client = product.runtime.client(for: .account(account.id), in: space)
      streaks = try await client.ask(SharedStreaks())
    }
    let new = Found(head: head, quarter: quarter, streaks: streaks)
    known.withLock { known in
      if known[space] == nil, known.count >= FriendSpaces.most { known = [:] }
      known[space] = new
    }
    return streaks
  }
}

extension ServedProduct {
  /// Whether friends may see streaks of this product.
  fileprivate var sharesStreaks: Bool {
    product.policies.offersFriends && product.answers(SharedStreaks.self)
  }
}

extension ChainReport {
  /// - Throws: a ``DomainError`` if an entry was altered.
  fileprivate func requireUntouched(_ consequence: String) throws {
    guard changed != nil else { return }
    throw DomainError(
      "history-changed",
      "What the server keeps of your history is not what was written, \(consequence). Nothing was "
        + "shown to anybody: ask whoever runs the server."
    )
  }
}
