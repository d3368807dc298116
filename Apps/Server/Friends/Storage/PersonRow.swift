import Core
import ServerStorage
import SQLite

extension Person {
  /// The person of an account; nil for one without a name.
  static func find(_ account: AccountID, in database: Database) throws -> Person? {
    try database.first(
      "SELECT id, name FROM people WHERE account = ?",
      .id(account),
      read: { try Person($0) }
    )
  }

  static func find(_ id: PersonID, in database: Database) throws -> Person? {
    try database.first(
      "SELECT id, name FROM people WHERE id = ?",
      .id(id),
      read: { try Person($0) }
    )
  }

  /// The account of a person; nil if there is no such person any more.
  static func account(of person: PersonID, in database: Database) throws -> AccountID? {
    try database.first(
      "SELECT account FROM people WHERE id = ?",
      .id(person),
      read: { try $0.id(0) }
    )
  }

  /// The person of an account, for what shows their name to others.
  ///
  /// - Throws: ``FriendsError/nameNeeded``.
  static func require(_ account: AccountID, in database: Database) throws -> Person {
    guard let person = try find(account, in: database) else { throw FriendsError.nameNeeded }
    return person
  }

  /// From two columns, the id and the name.
  init(_ row: Statement, at column: Int = 0) throws {
    self.init(id: try row.id(column), name: row.text(column + 1))
  }
}

/// What a person has done today, and how many notices they ever got.
enum Counter: String {
  case posts
  case invitations

  /// Counts one more on this day, by UTC.
  ///
  /// - Returns: false if there were `most` already.
  func take(
    _ person: PersonID,
    most: Int,
    at now: Instant,
    in database: Database
  ) throws -> Bool {
    let day = Day(at: now, minutesEast: 0).number
    try database.run("INSERT OR IGNORE INTO counters(person) VALUES (?)", .id(person))
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
