import Core
import ServerStorage

/// Posts: milestones that their owners have shared.
extension FriendStore {
  /// The maximum number of posts in one answer.
  public static let mostInPage = 50

  /// Shares a milestone, which the server has verified; friends are notified.
  ///
  /// Repeating the call, as after a lost answer, changes nothing.
  ///
  /// - Returns: the post, and whether it is new.
  /// - Throws: ``FriendsError``: `nameNeeded`, `badText`, `tooManyPosts`, `alreadyPosted`.
  @discardableResult
  public func share(
    _ new: NewPost,
    by account: AccountID
  ) async throws(FriendsError) -> (post: Post, isNew: Bool) {
    let text = try Post.checked(text: new.text)
    let (id, now): (PostID, Instant) = (Secret.id(random), clock.now())
    let key = MilestoneHash.of(new.milestone, unit: new.achievement.unit)
    return try await tables.write { [policy] database in
      let author = try Person.require(account, in: database)
      let owner = ("author", SQLValue.id(author.id))
      try MilestoneHash.addUnit(to: new.milestone, in: "posts", of: owner, database)
      if let known = try Post.find(milestone: key, of: author.id, in: database) {
        guard known.achievement.title == new.achievement.title, known.text == text else {
          throw FriendsError.alreadyPosted
        }
        return (known, false)
      }
      let most = policy.postsADay
      guard try Counter.posts.take(author.id, most: most, at: now, in: database) else {
        throw FriendsError.tooManyPosts(most)
      }
      try new.achievement.insert(id, by: author.id, key, text, at: now, in: database)
      try Delivery(
        key: "post/\(id)",
        kind: .post,
        actor: author.id,
        recipient: nil,
        post: id,
        at: now
      ).enqueue(in: database)
      guard let post = try Post.find(id, for: author.id, in: database) else {
        throw FriendsError.unknownPost
      }
      return (post, true)
    }
  }

  /// Returns a post that somebody may see; nil for any other.
  public func post(_ id: PostID, for account: AccountID) async throws(FriendsError) -> Post? {
    try await tables.read { database -> Post? in
      guard let viewer = try Person.find(account, in: database) else { return nil }
      return try Post.find(id, for: viewer.id, in: database)
    }
  }

  /// Deletes a post of the caller's, with its reactions.
  ///
  /// - Throws: ``FriendsError``: `unknownPost`.
  public func deletePost(_ id: PostID, by account: AccountID) async throws(FriendsError) {
    let line = ErasureLedger.line(.post, id, at: clock.now())
    try await tables.write { [ledger] database in
      let isOwn = try database.has(
        "SELECT 1 FROM posts WHERE id = ? AND author = (SELECT id FROM people WHERE account = ?)",
        .id(id),
        .id(account)
      )
      guard isOwn else { throw FriendsError.unknownPost }
      try FriendStore.delete(id, in: database)
      try ledger.record([line])
    }
  }

  static func delete(_ post: PostID, in database: any StoreConnection) throws {
    for (table, column) in [
      ("reactions", "post"), ("notices", "post"), ("outbox", "post"), ("posts", "id"),
    ] {
      try database.run("DELETE FROM \(table) WHERE \(column) = ?", .id(post))
    }
  }

  /// Returns the caller's posts and those of friends who are not hidden, newest first.
  public func feed(
    of account: AccountID,
    after cursor: FeedCursor? = nil,
    limit: Int = 20
  ) async throws(FriendsError) -> FeedPage {
    let limit = min(max(limit, 1), FriendStore.mostInPage)
    return try await tables.read { database in
      guard let viewer = try Person.find(account, in: database) else {
        return FeedPage(posts: [], next: nil)
      }
      var posts = try Post.feed(of: viewer.id, after: cursor, limit: limit + 1, in: database)
      let goesOn = posts.count > limit
      posts = Array(posts.prefix(limit))
      return FeedPage(posts: posts, next: goesOn ? posts.last.map { FeedCursor($0) } : nil)
    }
  }

  // MARK: Reactions

  /// Reacts to a friend's post, and replaces an earlier reaction; nil removes it.
  ///
  /// - Throws: ``FriendsError``: `nameNeeded`, `unknownPost`, `ownPost`.
  @discardableResult
  public func react(
    _ reaction: Reaction?,
    to id: PostID,
    by account: AccountID
  ) async throws(FriendsError) -> Post {
    let now = clock.now()
    return try await tables.write { database in
      let person = try Person.require(account, in: database)
      guard let post = try Post.find(id, for: person.id, in: database) else {
        throw FriendsError.unknownPost
      }
      guard !post.isOwn else { throw FriendsError.ownPost }
      try FriendStore.set(reaction, post, by: person.id, at: now, in: database)
      guard let post = try Post.find(id, for: person.id, in: database) else {
        throw FriendsError.unknownPost
      }
      return post
    }
  }

  private static func set(
    _ reaction: Reaction?,
    _ post: Post,
    by person: PersonID,
    at now: Instant,
    in database: any StoreConnection
  ) throws {
    guard let reaction else {
      try database.run(
        "DELETE FROM reactions WHERE post = ? AND person = ?",
        .id(post.id),
        .id(person)
      )
      return
    }
    try database.run(
      """
      INSERT INTO reactions(post, person, reaction, at) VALUES (?, ?, ?, ?)
      ON CONFLICT(post, person) DO UPDATE SET reaction = excluded.reaction, at = excluded.at
      """,
      .id(post.id),
      .id(person),
      .text(reaction.rawValue),
      .at(now)
    )
    // With this key the author is notified once, however often somebody changes their mind.
    try Delivery(
      key: "reaction/\(post.id)/\(person)",
      kind: .reaction,
      actor: person,
      recipient: post.author.id,
      post: post.id,
      at: now
    ).enqueue(in: database)
  }
}
