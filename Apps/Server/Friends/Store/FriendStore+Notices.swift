import Core
import ServerStorage

/// Notices, and their delivery to the recipients.
extension FriendStore {
  /// The maximum number of notices in one answer.
  public static let mostNotices = 100

  /// Delivers everything that waits; must be called at each start and after each change.
  ///
  /// - Parameter didDeliver: receives new notices once they are on disk; after a crash in between
  ///   it is not called again, but the notices exist all the same.
  public func deliver(
    _ didDeliver: @Sendable ([DeliveredNotice]) async -> Void = { _ in }
  ) async throws(FriendsError) {
    while let notices = try await deliverNext() {
      if !notices.isEmpty { await didDeliver(notices) }
    }
  }

  /// - Returns: nil if nothing waits.
  private func deliverNext() async throws(FriendsError) -> [DeliveredNotice]? {
    let waits = try await tables.read { try Delivery.first(in: $0) != nil }
    guard waits else { return nil }
    return try await tables.write { [policy] database in
      guard let next = try Delivery.first(in: database) else { return nil }
      let told = try next.deliver(keeping: policy.notices, in: database)
      return try told.compactMap { person, number in
        guard let account = try Person.account(of: person, in: database) else {
          throw FriendsError.unknownPerson
        }
        return try FriendNotice.all(of: person, after: number - 1, limit: 1, in: database).first
          .map { DeliveredNotice(account: account, notice: $0) }
      }
    }
  }

  /// Returns the notices of a person after a number, oldest first.
  public func notices(
    of account: AccountID,
    after number: Int = 0,
    limit: Int = FriendStore.mostNotices
  ) async throws(FriendsError) -> [FriendNotice] {
    let limit = min(max(limit, 1), FriendStore.mostNotices)
    return try await tables.read { database in
      guard let person = try Person.find(account, in: database) else { return [] }
      return try FriendNotice.all(of: person.id, after: number, limit: limit, in: database)
    }
  }

  /// Returns all unseen notices of a person, oldest first.
  public func news(of account: AccountID) async throws(FriendsError) -> [FriendNotice] {
    try await tables.read { database in
      guard let person = try Person.find(account, in: database) else { return [] }
      return try FriendNotice.all(of: person.id, onlyUnseen: true, in: database)
    }
  }

  /// Returns when a person's latest notice was made; nil if they have none.
  public func latestNotice(of account: AccountID) async throws(FriendsError) -> Instant? {
    try await tables.read { database in
      try database.first(
        """
        SELECT n.at FROM notices n JOIN people p ON p.id = n.recipient
        WHERE p.account = ? ORDER BY n.number DESC LIMIT 1
        """,
        .id(account),
        read: { $0.instant(0) }
      )
    }
  }

  /// Whether a notice is still true: friends may have parted since, or a post was deleted.
  public func isStillTrue(
    _ number: Int,
    of account: AccountID
  ) async throws(FriendsError) -> Bool {
    try await tables.read { database in
      guard let person = try Person.find(account, in: database) else { return false }
      let found = try FriendNotice.all(of: person.id, after: number - 1, limit: 1, in: database)
      return found.first?.number == number
    }
  }

  /// The number of unseen notices.
  public func unseenNotices(of account: AccountID) async throws(FriendsError) -> Int {
    try await tables.read { database in
      guard let person = try Person.find(account, in: database) else { return 0 }
      return try FriendNotice.unseen(of: person.id, in: database)
    }
  }

  /// Marks the notices up to a number as seen, on all devices.
  public func markSeen(upTo number: Int, by account: AccountID) async throws(FriendsError) {
    let now = clock.now()
    try await tables.write { database in
      _ = try database.run(
        """
        UPDATE notices SET seen_at = ?
        WHERE recipient = (SELECT id FROM people WHERE account = ?) AND number <= ?
          AND seen_at IS NULL
        """,
        .at(now),
        .id(account),
        .integer(number)
      )
    }
  }
}

extension FriendNotice {
  /// The condition for notices `n` that are still true: a removed reaction is not.
  private static let source =
    """
    FROM notices n JOIN people a ON a.id = n.actor
    LEFT JOIN reactions r ON r.post = n.post AND r.person = n.actor
    LEFT JOIN friendships f ON f.person = n.recipient AND f.friend = n.actor
    WHERE n.recipient = ?1 AND a.is_barred = 0 AND (n.kind <> 'reaction' OR r.reaction IS NOT NULL)
      AND (n.kind <> 'post' OR f.is_hidden = 0)
    """

  static func all(
    of person: PersonID,
    after number: Int = 0,
    limit: Int = .max,
    onlyUnseen: Bool = false,
    in database: any StoreConnection
  ) throws -> [FriendNotice] {
    try database.all(
      """
      SELECT n.number, n.kind, n.at, a.id, a.name, n.post, r.reaction, n.seen_at \(source)
        AND n.number > ?2 \(onlyUnseen ? "AND n.seen_at IS NULL" : "") ORDER BY n.number LIMIT ?3
      """,
      .id(person),
      .integer(number),
      .integer(limit)
    ) { row in
      let kind: Kind = try row.word(1)
      return FriendNotice(
        number: row.int(0),
        kind: kind,
        at: row.instant(2),
        person: try Person(row, at: 3),
        post: try row.optionalID(5),
        reaction: kind != .reaction || row.isNull(6) ? nil : try row.word(6),
        isSeen: !row.isNull(7)
      )
    }
  }

  fileprivate static func unseen(
    of person: PersonID,
    in database: any StoreConnection
  ) throws -> Int {
    try database.number("SELECT count(*) \(source) AND n.seen_at IS NULL", .id(person))
  }
}
