import Core
import ServerStorage

/// Friends, and the actions that the other person is not told about.
extension FriendStore {
  /// The friends of a person, by their names.
  public func friends(of account: AccountID) async throws(FriendsError) -> [Friend] {
    try await tables.read { try Friend.all(of: account, in: $0) }
  }

  /// Ends a friendship; neither person sees anything of the other from now on.
  ///
  /// - Throws: ``FriendsError``: `unknownPerson`.
  public func remove(_ friend: PersonID, by account: AccountID) async throws(FriendsError) {
    let now = clock.now()
    try await tables.write { [ledger] database in
      guard let person = try Person.find(account, in: database),
        let ended = try Friendship.end(person.id, friend, in: database)
      else { throw FriendsError.unknownPerson }
      try ledger.record([ErasureLedger.line(ended, at: now)])
    }
  }

  /// Hides the posts of a friend from the feed, or shows them again.
  ///
  /// - Throws: ``FriendsError``: `unknownPerson`.
  public func setHidden(
    _ isHidden: Bool,
    _ friend: PersonID,
    by account: AccountID
  ) async throws(FriendsError) {
    try await tables.write { database in
      let changed = try database.run(
        """
        UPDATE friendships SET is_hidden = ?
        WHERE person = (SELECT id FROM people WHERE account = ?) AND friend = ?
        """,
        .integer(isHidden ? 1 : 0),
        .id(account),
        .id(friend)
      )
      guard changed > 0 else { throw FriendsError.unknownPerson }
    }
  }

  // MARK: Blocking

  /// Blocks a person permanently: no invitation makes them friends until they are unblocked.
  ///
  /// Anybody who knows their id may do so. The list of the blocked has the names of those who were
  /// friends until then, and not what others have called themselves since.
  ///
  /// - Throws: ``FriendsError``: `unknownPerson`, `nameNeeded`, `tooManyBlocked`.
  public func block(_ other: PersonID, by account: AccountID) async throws(FriendsError) {
    let now = clock.now()
    try await tables.write { [policy, ledger] database in
      let person = try Person.require(account, in: database)
      guard other != person.id, let blocked = try Person.find(other, in: database) else {
        throw FriendsError.unknownPerson
      }
      guard try Block.count(by: person.id, in: database) < policy.blocked else {
        throw FriendsError.tooManyBlocked(policy.blocked)
      }
      let ended = try Friendship.end(person.id, other, in: database)
      let known = ended == nil ? Person(id: blocked.id, name: Block.unnamed) : blocked
      try Block.insert(by: person.id, known, at: now, in: database)
      let keys = [ended, Block.key(by: person.id, other)].compactMap(\.self)
      try ledger.record(keys.map { ErasureLedger.line($0, at: now) })
    }
  }

  /// - Throws: ``FriendsError``: `unknownPerson` if they are not blocked.
  public func unblock(_ other: PersonID, by account: AccountID) async throws(FriendsError) {
    try await tables.write { database in
      let changed = try database.run(
        """
        DELETE FROM blocks WHERE person = (SELECT id FROM people WHERE account = ?) AND blocked = ?
        """,
        .id(account),
        .id(other)
      )
      guard changed > 0 else { throw FriendsError.unknownPerson }
    }
  }

  /// Returns the blocked people, latest first.
  public func blocked(by account: AccountID) async throws(FriendsError) -> [BlockedPerson] {
    try await tables.read { try BlockedPerson.all(by: account, in: $0) }
  }
}

/// A person's wish not to be friends with another one.
enum Block {
  /// What somebody is called who was no friend when they were blocked.
  static let unnamed = "Somebody"

  static func exists(
    by person: PersonID,
    _ other: PersonID,
    in database: any StoreConnection
  ) throws -> Bool {
    try database.has(
      "SELECT 1 FROM blocks WHERE person = ? AND blocked = ?",
      .id(person),
      .id(other)
    )
  }

  static func insert(
    by person: PersonID,
    _ blocked: Person,
    at now: Instant,
    in database: any StoreConnection
  ) throws {
    try database.run(
      """
      INSERT INTO blocks(person, blocked, name, since) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """,
      .id(person),
      .id(blocked.id),
      .text(blocked.name),
      .at(now)
    )
  }

  /// The name of a block in the ledger of erasures.
  static func key(by person: PersonID, _ other: PersonID) -> String {
    let bytes = [person, other].flatMap { id in
      withUnsafeBytes(of: id.rawValue.bigEndian) { [UInt8]($0) }
    }
    return ErasureLedger.key(.block, bytes: bytes)
  }

  static func count(by person: PersonID, in database: any StoreConnection) throws -> Int {
    try database.number("SELECT count(*) FROM blocks WHERE person = ?", .id(person))
  }
}

extension Friend {
  static func all(of account: AccountID, in database: any StoreConnection) throws -> [Friend] {
    try database.all(
      """
      SELECT p.id, p.name, f.since, f.is_hidden FROM people me
      JOIN friendships f ON f.person = me.id JOIN people p ON p.id = f.friend
      WHERE me.account = ? ORDER BY lower(p.name), p.id
      """,
      .id(account)
    ) { row in
      Friend(person: try Person(row), since: row.instant(2), isHidden: row.int(3) != 0)
    }
  }
}

extension BlockedPerson {
  static func all(
    by account: AccountID,
    in database: any StoreConnection
  ) throws -> [BlockedPerson] {
    try database.all(
      """
      SELECT b.blocked, b.name, b.since FROM people me JOIN blocks b ON b.person = me.id
      WHERE me.account = ? ORDER BY b.since DESC, b.blocked
      """,
      .id(account)
    ) { row in BlockedPerson(person: try Person(row), since: row.instant(2)) }
  }
}
