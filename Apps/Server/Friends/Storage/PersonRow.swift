import Core
import ServerStorage

extension Person {
  /// Returns the person of an account; nil if they have no name.
  static func find(_ account: AccountID, in database: any StoreConnection) throws -> Person? {
    try database.first(
      "SELECT id, name FROM people WHERE account = ?",
      .id(account),
      read: { try Person($0) }
    )
  }

  static func find(_ id: PersonID, in database: any StoreConnection) throws -> Person? {
    try database.first(
      "SELECT id, name FROM people WHERE id = ?",
      .id(id),
      read: { try Person($0) }
    )
  }

  /// Returns the account of a person; nil if there is no such person any more.
  static func account(of person: PersonID, in database: any StoreConnection) throws -> AccountID? {
    try database.first(
      "SELECT account FROM people WHERE id = ?",
      .id(person),
      read: { try $0.id(0) }
    )
  }

  /// Returns the person of an account, for actions that show their name to others.
  ///
  /// - Throws: ``FriendsError/nameNeeded``.
  static func require(_ account: AccountID, in database: any StoreConnection) throws -> Person {
    guard let person = try find(account, in: database) else { throw FriendsError.nameNeeded }
    return person
  }

  /// Gives the person of an account a name in its stored form.
  ///
  /// - Parameter id: identifies them if they have had no name until now.
  static func rename(
    _ account: AccountID,
    to name: String,
    new id: PersonID,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> Person {
    try database.run(
      """
      INSERT INTO people(id, account, name, created_at) VALUES (?, ?, ?, ?)
      ON CONFLICT(account) DO UPDATE SET name = excluded.name
      """,
      .id(id),
      .id(account),
      .text(name),
      .at(now)
    )
    return try require(account, in: database)
  }

  /// From two columns, the id and the name.
  init(_ row: any StoreRow, at column: Int = 0) throws {
    self.init(id: try row.id(column), name: row.text(column + 1))
  }
}

/// The counts of a person's actions of today, and of all notices they ever got.
enum Counter: String {
  case posts
  case invitations

  /// Ensures that a person has counters.
  static func begin(_ person: PersonID, in database: any StoreConnection) throws {
    try database.run(
      "INSERT INTO counters(person) VALUES (?) ON CONFLICT DO NOTHING",
      .id(person)
    )
  }

  /// Counts another action on this day, by UTC.
  ///
  /// - Returns: false if the limit `most` was reached already.
  func take(
    _ person: PersonID,
    most: Int,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> Bool {
    let day = Day(at: now, minutesEast: 0).number
    try Counter.begin(person, in: database)
    try database.run(
      "UPDATE counters SET day = ?1, posts = 0, invitations = 0 WHERE person = ?2 AND day <> ?1",
      .integer(day),
      .id(person)
    )
    return try database.run(
      "UPDATE counters SET \(rawValue) = \(rawValue) + 1 WHERE person = ? AND \(rawValue) < ?",
      .id(person),
      .integer(most)
    ) > 0
  }
}
