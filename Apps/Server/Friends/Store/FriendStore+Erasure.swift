import Core
import ServerStorage

/// Erases people with their accounts, and exports what is stored about them.
extension FriendStore {
  /// The accounts with data here, to check which of them were erased.
  public func accounts() async throws(FriendsError) -> [AccountID] {
    try await tables.read { database in
      try database.all(
        """
        SELECT account FROM people UNION SELECT account FROM public_pages
        UNION SELECT account FROM page_counters ORDER BY account
        """
      ) { try $0.id(0) }
    }
  }

  /// Erases everything about a person, and what others have of them; repeating it changes nothing.
  public func erase(_ account: AccountID) async throws(FriendsError) {
    let erased = try await tables.write { database in
      // They need no name among friends.
      let pages = try database.run("DELETE FROM public_pages WHERE account = ?", .id(account))
      try database.run("DELETE FROM page_counters WHERE account = ?", .id(account))
      guard let person = try Person.find(account, in: database) else { return pages > 0 }
      try FriendStore.erase(person.id, in: database)
      return true
    }
    if erased { _ = try? await tables.scrub() }
  }

  /// Applies the ledger of erasures after a backup was restored.
  ///
  /// It takes down again what the backup has brought back, separates friends who had parted, and
  /// lets no invitation be used twice. It must be called at each start, before any request is
  /// answered.
  ///
  /// - Returns: how many posts, pages, friendships and invitations there were.
  @discardableResult
  public func applyTakedowns() async throws(FriendsError) -> Int {
    let now = clock.now()
    // On the store's thread, since the ledger blocks its caller.
    try await tables.read { [ledger] _ in try ledger.join() }
    let count = try await tables.write { [ledger] database in
      let keys = try ledger.keys()
      try FriendInvitation.noteUsed(in: ledger, beside: keys, at: now, database)
      guard !keys.isEmpty else { return 0 }
      let posts: [PostID] = try database.all("SELECT id FROM posts") { try $0.id(0) }
        .filter { keys.contains(ErasureLedger.key(.post, $0)) }
      let pages: [PublicPageID] = try database.all("SELECT id FROM public_pages") { try $0.id(0) }
        .filter { keys.contains(ErasureLedger.key(.page, $0)) }
      for post in posts { try FriendStore.delete(post, in: database) }
      for page in pages {
        try database.run("DELETE FROM public_pages WHERE id = ?", .id(page))
      }
      return try posts.count + pages.count + Friendship.end(named: keys, at: now, in: database)
        + FriendInvitation.revoke(named: keys, at: now, in: database)
    }
    if count > 0 { _ = try? await tables.scrub() }
    return count
  }

  private static func erase(_ person: PersonID, in database: any StoreConnection) throws {
    let ofPosts = "IN (SELECT id FROM posts WHERE author = ?1)"
    let steps = [
      "reactions WHERE person = ?1 OR post \(ofPosts)",
      "notices WHERE recipient = ?1 OR actor = ?1 OR post \(ofPosts)",
      "outbox WHERE recipient = ?1 OR actor = ?1 OR post \(ofPosts)",
      "posts WHERE author = ?1",
      "friendships WHERE person = ?1 OR friend = ?1",
      "blocks WHERE person = ?1 OR blocked = ?1",
      "invitations WHERE person = ?1",
      "counters WHERE person = ?1",
      "people WHERE id = ?1",
    ]
    for step in steps { try database.run("DELETE FROM \(step)", .id(person)) }
  }

  /// Everything that is stored about a person among friends, for that person.
  public func export(_ account: AccountID) async throws(FriendsError) -> FriendsExport {
    let now = clock.now()
    return try await tables.read { try FriendsExport(account, at: now, in: $0) }
  }
}

extension FriendsExport {
  fileprivate init(_ account: AccountID, at now: Instant, in database: any StoreConnection) throws {
    let person = try Person.find(account, in: database)
    id = person.map { "\($0.id)" }
    name = person?.name
    since = try database.first(
      "SELECT created_at FROM people WHERE account = ?",
      .id(account)
    ) { $0.instant(0).rfc3339(in: .utc) }
    friends = try Friend.all(of: account, in: database).map {
      Known(hidden: $0.isHidden, name: $0.person.name, since: $0.since.rfc3339(in: .utc))
    }
    blocked = try BlockedPerson.all(by: account, in: database).map {
      Known(hidden: nil, name: $0.person.name, since: $0.since.rfc3339(in: .utc))
    }
    invitations = try FriendInvitation.all(of: account, at: now, in: database).map {
      Made(
        createdAt: $0.createdAt.rfc3339(in: .utc),
        expiresAt: $0.expiresAt.rfc3339(in: .utc),
        state: $0.state
      )
    }
    posts = try person.map { try Post.all(of: $0.id, in: database).map(Shared.init) } ?? []
    publicPages = try PublicPage.all(of: account, in: database).map(Published.init)
    reactions = try person.map { try Given.all(by: $0.id, in: database) } ?? []
    notices = try person.map { try Told.all(to: $0.id, in: database) } ?? []
  }
}

extension FriendsExport.Shared {
  fileprivate init(_ post: Post) {
    at = post.at.rfc3339(in: .utc)
    day = post.achievement.day.description
    done = post.achievement.done
    later = post.achievement.later
    level = post.achievement.level
    product = post.achievement.product
    reactions = post.reactors.map {
      FriendsExport.Received(from: $0.person.name, reaction: $0.reaction)
    }
    subject = post.achievement.subject
    text = post.text
    title = post.achievement.title
    unit = post.achievement.unit
  }
}

extension FriendsExport.Published {
  fileprivate init(_ page: PublicPage) {
    at = page.madeAt.rfc3339(in: .utc)
    code = page.code
    day = page.achievement.day.description
    done = page.achievement.done
    later = page.achievement.later
    level = page.achievement.level
    name = page.name
    product = page.achievement.product
    subject = page.achievement.subject
    title = page.achievement.title
    unit = page.achievement.unit
  }
}

extension FriendsExport.Given {
  fileprivate static func all(
    by person: PersonID,
    in database: any StoreConnection
  ) throws -> [FriendsExport.Given] {
    try database.all(
      """
      SELECT r.at, r.reaction, a.name FROM reactions r JOIN posts p ON p.id = r.post
      JOIN people a ON a.id = p.author WHERE r.person = ? ORDER BY r.at, r.post
      """,
      .id(person)
    ) { row in
      FriendsExport.Given(
        at: row.instant(0).rfc3339(in: .utc),
        reaction: try row.word(1),
        to: row.text(2)
      )
    }
  }
}

extension FriendsExport.Told {
  /// All that is stored, also what is not shown since the friend is hidden or suspended.
  fileprivate static func all(
    to person: PersonID,
    in database: any StoreConnection
  ) throws -> [FriendsExport.Told] {
    try database.all(
      """
      SELECT n.at, a.name, n.kind, n.number, p.title, r.reaction, n.seen_at FROM notices n
      JOIN people a ON a.id = n.actor LEFT JOIN posts p ON p.id = n.post
      LEFT JOIN reactions r ON n.kind = 'reaction' AND r.post = n.post AND r.person = n.actor
      WHERE n.recipient = ? ORDER BY n.number
      """,
      .id(person)
    ) { row in
      FriendsExport.Told(
        at: row.instant(0).rfc3339(in: .utc),
        from: row.text(1),
        kind: try row.word(2),
        number: row.int(3),
        post: row.isNull(4) ? nil : row.text(4),
        reaction: row.isNull(5) ? nil : try row.word(5),
        seenAt: row.optionalInstant(6)?.rfc3339(in: .utc)
      )
    }
  }
}
