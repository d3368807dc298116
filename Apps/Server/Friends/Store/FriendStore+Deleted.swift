import Core
import ServerStorage

/// What people have shared of habits that they delete for good.
extension FriendStore {
  /// Takes down the posts and public pages of habits or substances that their owner has deleted.
  ///
  /// Repeating it changes nothing.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func takeDown(
    milestonesOf deleted: [EntityID],
    in product: String,
    by account: AccountID
  ) async throws(FriendsError) -> Int {
    let now = clock.now()
    let count = try await tables.write { [ledger] database in
      let posts = try FriendStore.posts(of: deleted, in: product, by: account, database)
      let pages = try FriendStore.pages(of: deleted, in: product, by: account, database)
      for post in posts { try FriendStore.delete(post, in: database) }
      for page in pages {
        try database.run("DELETE FROM public_pages WHERE id = ?", .id(page))
      }
      let lines =
        posts.map { ErasureLedger.line(.post, $0, at: now) }
        + pages.map { ErasureLedger.line(.page, $0, at: now) }
      try ledger.record(lines)
      return lines.count
    }
    if count > 0 { _ = try? await tables.scrub() }
    return count
  }

  private static func posts(
    of deleted: [EntityID],
    in product: String,
    by account: AccountID,
    _ database: any StoreConnection
  ) throws -> [PostID] {
    let find = """
      SELECT p.id, p.level, p.milestone FROM posts p JOIN people a ON a.id = p.author
      WHERE a.account = ? AND p.product = ?
      """
    return try SharedMilestone.ids(find, of: deleted, in: product, by: account, database)
  }

  private static func pages(
    of deleted: [EntityID],
    in product: String,
    by account: AccountID,
    _ database: any StoreConnection
  ) throws -> [PublicPageID] {
    let find =
      "SELECT id, level, milestone FROM public_pages WHERE account = ? AND product = ?"
    return try SharedMilestone.ids(find, of: deleted, in: product, by: account, database)
  }
}

/// A post or page, with what tells whose milestone it is.
private struct SharedMilestone<ID: Identifier> {
  let id: ID
  let level: Int
  /// The hash of the milestone's key; the key itself is not stored.
  let milestone: [UInt8]

  /// From three columns: the id, the level and the hash.
  init(_ row: any StoreRow) throws {
    id = try row.id(0)
    level = row.int(1)
    milestone = row.blob(2)
  }

  /// The ids of those that a query finds whose habit or substance is one of `deleted`.
  static func ids(
    _ find: String,
    of deleted: [EntityID],
    in product: String,
    by account: AccountID,
    _ database: any StoreConnection
  ) throws -> [ID] {
    let shared: [SharedMilestone] = try database.all(find, .id(account), .text(product)) {
      try SharedMilestone($0)
    }
    var hashes: Set<[UInt8]> = []
    for level in Set(shared.map(\.level)) {
      for entity in deleted {
        hashes.insert(Secret.hash(Achievement.key(product: product, of: entity, level: level)))
      }
    }
    return shared.filter { hashes.contains($0.milestone) }.map(\.id)
  }
}
