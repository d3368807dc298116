import Core
import ServerStorage

/// An event on its way to one person, or to all friends of the actor.
///
/// It is stored in the transaction of its cause, and removed in the one that stores the notices; so
/// a crash neither loses nor repeats any.
struct Delivery: Sendable {
  /// The idempotency key; a person who was told under this key is not told again.
  let key: String
  let kind: FriendNotice.Kind
  let actor: PersonID
  /// Nil for all friends of the actor.
  let recipient: PersonID?
  let post: PostID?
  let at: Instant

  func enqueue(in database: any StoreConnection) throws {
    try database.run(
      """
      INSERT INTO outbox(key, kind, actor, recipient, post, at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """,
      .text(key),
      .text(kind.rawValue),
      .id(actor),
      .id(recipient),
      .id(post),
      .at(at)
    )
  }

  /// The one that has waited the longest.
  static func first(in database: any StoreConnection) throws -> Delivery? {
    try database.first(
      "SELECT key, kind, actor, recipient, post, at FROM outbox ORDER BY at, key LIMIT 1"
    ) { row in
      Delivery(
        key: row.text(0),
        kind: try row.word(1),
        actor: try row.id(2),
        recipient: try row.optionalID(3),
        post: try row.optionalID(4),
        at: row.instant(5)
      )
    }
  }

  /// The recipients: friends at this moment, and for a post those who have not hidden its author.
  func recipients(in database: any StoreConnection) throws -> [PersonID] {
    try database.all(
      """
      SELECT person FROM friendships
      WHERE friend = ?1 AND (person = ?2 OR ?2 IS NULL) AND (?2 IS NOT NULL OR is_hidden = 0)
      ORDER BY person
      """,
      .id(actor),
      .id(recipient),
      read: { try $0.id(0) }
    )
  }

  /// Stores the notices, and removes it from the outbox.
  ///
  /// - Returns: the people who had not got it before, with the numbers of their notices.
  func deliver(
    keeping most: Int,
    in database: any StoreConnection
  ) throws -> [(person: PersonID, number: Int)] {
    var reached: [(PersonID, Int)] = []
    for person in try recipients(in: database) {
      guard let number = try insertNotice(for: person, in: database) else { continue }
      try database.run(
        "DELETE FROM notices WHERE recipient = ? AND number <= ?",
        .id(person),
        .integer(number - most)
      )
      reached.append((person, number))
    }
    try database.run("DELETE FROM outbox WHERE key = ?", .text(key))
    return reached
  }

  /// - Returns: the number of the notice; nil for a person who got it before.
  private func insertNotice(for person: PersonID, in database: any StoreConnection) throws -> Int? {
    let isDelivered = try database.has(
      "SELECT 1 FROM notices WHERE recipient = ? AND key = ?",
      .id(person),
      .text(key)
    )
    guard !isDelivered else { return nil }
    try Counter.begin(person, in: database)
    try database.run("UPDATE counters SET notices = notices + 1 WHERE person = ?", .id(person))
    let number = try database.number(
      "SELECT notices FROM counters WHERE person = ?",
      .id(person)
    )
    try database.run(
      """
      INSERT INTO notices(recipient, number, key, kind, actor, post, at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .id(person),
      .integer(number),
      .text(key),
      .text(kind.rawValue),
      .id(actor),
      .id(post),
      .at(at)
    )
    return number
  }
}
