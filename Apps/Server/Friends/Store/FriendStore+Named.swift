import Core
import ServerStorage

/// Gives what earlier versions shared of substances the keys of this one, by which it is found when
/// its substance is renamed or deleted.
extension FriendStore {
  /// What a person shared in one product under the names of substances.
  public struct SharedByName: Sendable, Equatable {
    public let account: AccountID
    public let product: String
  }

  /// Who has posts and pages whose key may contain a name.
  public func sharedByName() async throws(FriendsError) -> [SharedByName] {
    try await tables.read { database in
      try database.all(
        """
        SELECT a.account, p.product FROM posts p JOIN people a ON a.id = p.author
        WHERE p.is_by_name = 1
        UNION SELECT account, product FROM public_pages WHERE is_by_name = 1
        ORDER BY account, product
        """
      ) { row in SharedByName(account: try row.id(0), product: row.text(1)) }
    }
  }

  /// Identifies the substances of these posts and pages, once.
  ///
  /// What was shared under a name that no substance has any more stays as it is.
  ///
  /// - Parameter substances: by the names in the former keys.
  public func identify(
    _ substances: [String: EntityID],
    in shared: SharedByName
  ) async throws(FriendsError) {
    try await tables.write { database in
      for post in try FriendStore.posts(of: shared, database) {
        try database.run("UPDATE posts SET is_by_name = 0 WHERE id = ?", .id(post.id))
        guard let key = post.key(among: substances, in: shared.product) else { continue }
        // Unless its owner has shared the same milestone once more.
        try database.run(
          """
          UPDATE posts SET milestone = ?1 WHERE id = ?2 AND NOT EXISTS (
            SELECT 1 FROM posts AS other WHERE other.author = posts.author AND other.milestone = ?1)
          """,
          .blob(key),
          .id(post.id)
        )
      }
      for page in try FriendStore.pages(of: shared, database) {
        let key = page.key(among: substances, in: shared.product) ?? page.milestone
        try database.run(
          "UPDATE public_pages SET is_by_name = 0, milestone = ? WHERE id = ?",
          .blob(key),
          .id(page.id)
        )
      }
    }
  }

  private static func posts(
    of shared: SharedByName,
    _ database: any StoreConnection
  ) throws -> [SharedMilestone<PostID>] {
    try database.all(
      """
      SELECT p.id, p.level, p.unit, p.milestone FROM posts p JOIN people a ON a.id = p.author
      WHERE a.account = ? AND p.product = ? AND p.is_by_name = 1
      """,
      .id(shared.account),
      .text(shared.product),
      read: { try SharedMilestone($0) }
    )
  }

  private static func pages(
    of shared: SharedByName,
    _ database: any StoreConnection
  ) throws -> [SharedMilestone<PublicPageID>] {
    try database.all(
      """
      SELECT id, level, unit, milestone FROM public_pages
      WHERE account = ? AND product = ? AND is_by_name = 1
      """,
      .id(shared.account),
      .text(shared.product),
      read: { try SharedMilestone($0) }
    )
  }
}
