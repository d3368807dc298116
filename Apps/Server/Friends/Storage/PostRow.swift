import Core
import ServerStorage

extension Achievement {
  /// From eight columns: product, subject, title, level, unit, day, done, later.
  init(_ row: any StoreRow, at column: Int) throws {
    self.init(
      product: row.text(column),
      subject: try row.word(column + 1),
      title: row.isNull(column + 2) ? nil : row.text(column + 2),
      level: row.int(column + 3),
      unit: row.text(column + 4),
      day: Day(number: row.int(column + 5)),
      done: row.int(column + 6),
      later: row.int(column + 7)
    )
  }

  func insert(
    _ id: PostID,
    by author: PersonID,
    _ milestone: [UInt8],
    _ text: String?,
    at now: Instant,
    in database: any StoreConnection
  ) throws {
    try database.run(
      """
      INSERT INTO posts(id, author, milestone, at, product, subject, title, level, unit, day, done,
        later, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .id(id),
      .id(author),
      .blob(milestone),
      .at(now),
      .text(product),
      .text(subject.rawValue),
      title.map { .text($0) } ?? .null,
      .integer(level),
      .text(unit),
      .integer(day.number),
      .integer(done),
      .integer(later),
      text.map { .text($0) } ?? .null
    )
  }
}

extension Post {
  /// The columns of a post `p` and its author `a`.
  private static let columns =
    "p.id, p.at, p.product, p.subject, p.title, p.level, p.unit, p.day, p.done, p.later, p.words, "
    + "a.id, a.name"

  /// A post that `viewer` may see: their own, or a friend's.
  static func find(
    _ id: PostID,
    for viewer: PersonID,
    in database: any StoreConnection
  ) throws -> Post? {
    try database.first(
      """
      SELECT \(columns) FROM posts p JOIN people a ON a.id = p.author
      WHERE p.id = ?1 AND a.is_barred = 0 AND (p.author = ?2 OR EXISTS(
        SELECT 1 FROM friendships WHERE person = ?2 AND friend = p.author))
      """,
      .id(id),
      .id(viewer),
      read: { try Row($0) }
    ).map { try $0.post(for: viewer, in: database) }
  }

  /// Returns the post of a milestone that was already shared.
  static func find(
    milestone: [UInt8],
    of author: PersonID,
    in database: any StoreConnection
  ) throws -> Post? {
    try database.first(
      """
      SELECT \(columns) FROM posts p JOIN people a ON a.id = p.author
      WHERE p.author = ? AND p.milestone = ?
      """,
      .id(author),
      .blob(milestone),
      read: { try Row($0) }
    ).map { try $0.post(for: author, in: database) }
  }

  static func feed(
    of viewer: PersonID,
    after cursor: FeedCursor?,
    limit: Int,
    in database: any StoreConnection
  ) throws -> [Post] {
    let rows = try database.all(
      """
      SELECT \(columns) FROM posts p JOIN people a ON a.id = p.author
      WHERE (p.at, p.id) < (?2, ?3) AND a.is_barred = 0 AND p.author IN (
        SELECT ?1 UNION ALL SELECT friend FROM friendships WHERE person = ?1 AND is_hidden = 0)
      ORDER BY p.at DESC, p.id DESC LIMIT ?4
      """,
      .id(viewer),
      .integer(cursor?.at.milliseconds ?? .max),
      .id(cursor?.post ?? PostID(rawValue: .max)),
      .integer(limit),
      read: { try Row($0) }
    )
    return try rows.map { try $0.post(for: viewer, in: database) }
  }

  static func all(of author: PersonID, in database: any StoreConnection) throws -> [Post] {
    try database.all(
      """
      SELECT \(columns) FROM posts p JOIN people a ON a.id = p.author
      WHERE p.author = ? ORDER BY p.at DESC, p.id DESC
      """,
      .id(author),
      read: { try Row($0) }
    ).map { try $0.post(for: author, in: database) }
  }

  /// A post without its reactions.
  private struct Row {
    let id: PostID
    let author: Person
    let at: Instant
    let achievement: Achievement
    let text: String?

    init(_ row: any StoreRow) throws {
      id = try row.id(0)
      at = row.instant(1)
      achievement = try Achievement(row, at: 2)
      text = row.isNull(10) ? nil : row.text(10)
      author = try Person(row, at: 11)
    }

    func post(for viewer: PersonID, in database: any StoreConnection) throws -> Post {
      let given = try database.all(
        """
        SELECT r.person, p.name, r.reaction FROM reactions r JOIN people p ON p.id = r.person
        WHERE r.post = ? AND p.is_barred = 0 ORDER BY r.at, r.person
        """,
        .id(id)
      ) { row in Reactor(person: try Person(row), reaction: try row.word(2)) }
      let counts = Reaction.allCases.map { reaction in
        ReactionCount(reaction, given.count { $0.reaction == reaction })
      }
      return Post(
        id: id,
        author: author,
        isOwn: author.id == viewer,
        at: at,
        achievement: achievement,
        text: text,
        reactions: counts.filter { $0.count > 0 },
        ownReaction: given.first { $0.person.id == viewer }?.reaction,
        reactors: author.id == viewer ? given : []
      )
    }
  }
}
