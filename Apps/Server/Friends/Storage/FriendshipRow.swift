import Core
import ServerStorage

/// The friendship of two people.
enum Friendship {
  static func exists(
    _ a: PersonID,
    _ b: PersonID,
    in database: any StoreConnection
  ) throws -> Bool {
    try database.has(
      "SELECT 1 FROM friendships WHERE person = ? AND friend = ?",
      .id(a),
      .id(b)
    )
  }

  static func count(of person: PersonID, in database: any StoreConnection) throws -> Int {
    try database.number("SELECT count(*) FROM friendships WHERE person = ?", .id(person))
  }

  static func insert(
    _ a: PersonID,
    _ b: PersonID,
    at now: Instant,
    in database: any StoreConnection
  ) throws {
    for (person, friend) in [(a, b), (b, a)] {
      try database.run(
        "INSERT INTO friendships(person, friend, since) VALUES (?, ?, ?)",
        .id(person),
        .id(friend),
        .at(now)
      )
    }
  }

  /// Ends a friendship, with all that each has of the other: reactions, notices and deliveries.
  ///
  /// - Returns: its name in the ledger of erasures; nil if they were not friends.
  @discardableResult
  static func end(
    _ a: PersonID,
    _ b: PersonID,
    in database: any StoreConnection
  ) throws -> String? {
    let since = try database.first(
      "SELECT since FROM friendships WHERE person = ? AND friend = ?",
      .id(a),
      .id(b),
      read: { $0.instant(0) }
    )
    for (person, other) in [(a, b), (b, a)] {
      try database.run(
        "DELETE FROM friendships WHERE person = ? AND friend = ?",
        .id(person),
        .id(other)
      )
      try database.run(
        """
        DELETE FROM reactions WHERE person = ?
          AND post IN (SELECT id FROM posts WHERE author = ?)
        """,
        .id(person),
        .id(other)
      )
      try database.run(
        "DELETE FROM notices WHERE recipient = ? AND actor = ?",
        .id(person),
        .id(other)
      )
      try database.run(
        "DELETE FROM outbox WHERE recipient = ? AND actor = ?",
        .id(person),
        .id(other)
      )
    }
    return since.map { key(a, b, since: $0) }
  }

  /// Ends the friendships that a ledger of erasures names, and restores blocks from that time.
  ///
  /// A block that was lifted since is set again: this errs on the side of the person who wanted to
  /// be left alone.
  ///
  /// - Returns: how many there were.
  static func end(
    named keys: Set<String>,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> Int {
    let ended = try database.all(
      "SELECT person, friend, since FROM friendships WHERE person < friend"
    ) { row -> (PersonID, PersonID)? in
      let (a, b): (PersonID, PersonID) = (try row.id(0), try row.id(1))
      return keys.contains(key(a, b, since: row.instant(2))) ? (a, b) : nil
    }.compactMap(\.self)
    for (a, b) in ended {
      try end(a, b, in: database)
      for (person, other) in [(a, b), (b, a)] where keys.contains(Block.key(by: person, other)) {
        guard let blocked = try Person.find(other, in: database) else { continue }
        try Block.insert(by: person, blocked, at: now, in: database)
      }
    }
    return ended.count
  }

  /// The name of a friendship in the ledger of erasures.
  ///
  /// People who become friends again have another friendship, which begins later.
  private static func key(_ a: PersonID, _ b: PersonID, since: Instant) -> String {
    let ids = [a.rawValue, b.rawValue].sorted().map(\.bigEndian)
    let bytes = ids.flatMap { id in withUnsafeBytes(of: id) { [UInt8]($0) } }
    let start = withUnsafeBytes(of: since.milliseconds.bigEndian) { [UInt8]($0) }
    return ErasureLedger.key(.friendship, bytes: bytes + start)
  }
}
