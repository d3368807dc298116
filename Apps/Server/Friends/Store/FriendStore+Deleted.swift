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

  /// The number of posts and public pages that ``takeDown(milestonesOf:in:by:)`` would take down.
  public func shared(
    milestonesOf entities: [EntityID],
    in product: String,
    by account: AccountID
  ) async throws(FriendsError) -> (posts: Int, pages: Int) {
    try await tables.read { database in
      let posts = try FriendStore.posts(of: entities, in: product, by: account, database)
      let pages = try FriendStore.pages(of: entities, in: product, by: account, database)
      return (posts: posts.count, pages: pages.count)
    }
  }

  private static func posts(
    of deleted: [EntityID],
    in product: String,
    by account: AccountID,
    _ database: any StoreConnection
  ) throws -> [PostID] {
    let find = """
      SELECT p.id, p.level, p.unit, p.milestone FROM posts p JOIN people a ON a.id = p.author
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
      "SELECT id, level, unit, milestone FROM public_pages WHERE account = ? AND product = ?"
    return try SharedMilestone.ids(find, of: deleted, in: product, by: account, database)
  }
}
