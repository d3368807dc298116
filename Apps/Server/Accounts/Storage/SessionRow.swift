import Core
import ServerStorage

/// The sessions in the store.
enum SessionRow {
  private static let columns =
    "id, name, product, kind, created_at, signed_in_at, used_at, expires_at"
  /// Seconds after which an ended session is removed: not at once, since the clock may be ahead for
  /// a while.
  private static let kept: Int64 = 30 * 86_400

  private static func read(_ row: any StoreRow) throws -> Session {
    Session(
      id: try row.id(0),
      client: SessionClient(name: row.text(1), product: row.text(2), kind: try row.word(3)),
      createdAt: row.instant(4),
      signedInAt: row.instant(5),
      usedAt: row.instant(6),
      expiresAt: row.instant(7)
    )
  }

  /// The session of a token, with its account; nil if there is none, or it has ended.
  static func find(
    _ token: [UInt8],
    at now: Instant,
    in database: any StoreConnection
  ) throws -> (session: Session, account: AccountID)? {
    try database.first(
      "SELECT \(columns), account FROM sessions WHERE token = ? AND expires_at > ?",
      .blob(token),
      .at(now)
    ) { row in (try read(row), try row.id(8)) }
  }

  static func isOpen(
    _ session: SessionID,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> Bool {
    try database.first(
      "SELECT 1 FROM sessions WHERE id = ? AND expires_at > ?",
      .id(session),
      .at(now)
    ) { _ in true } ?? false
  }

  /// The sessions of an account that have not ended, the last used first.
  static func all(
    of account: AccountID,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> [Session] {
    try database.all(
      """
      SELECT \(columns) FROM sessions WHERE account = ? AND expires_at > ?
      ORDER BY used_at DESC, created_at DESC, id
      """,
      .id(account),
      .at(now),
      read: read
    )
  }

  /// Adds a session; those that ended long ago, and the longest unused ones of too many, make room.
  static func insert(
    _ session: Session,
    token: [UInt8],
    of account: AccountID,
    most: Int,
    in database: any StoreConnection
  ) throws {
    try database.run(
      "DELETE FROM sessions WHERE expires_at <= ?",
      .at(session.createdAt.advanced(bySeconds: -kept))
    )
    try database.run(
      """
      DELETE FROM sessions WHERE account = ?1 AND id NOT IN (
        SELECT id FROM sessions WHERE account = ?1
        ORDER BY used_at DESC, created_at DESC, id LIMIT ?2)
      """,
      .id(account),
      .integer(max(0, most - 1))
    )
    try database.run(
      """
      INSERT INTO sessions(id, account, token, name, product, kind, created_at, signed_in_at,
        used_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .id(session.id),
      .id(account),
      .blob(token),
      .text(session.client.name),
      .text(session.client.product),
      .text(session.client.kind.rawValue),
      .at(session.createdAt),
      .at(session.signedInAt),
      .at(session.usedAt),
      .at(session.expiresAt)
    )
  }

  /// Stores that a session was used.
  static func touch(_ session: Session, in database: any StoreConnection) throws {
    try database.run(
      "UPDATE sessions SET signed_in_at = ?, used_at = ?, expires_at = ? WHERE id = ?",
      .at(session.signedInAt),
      .at(session.usedAt),
      .at(session.expiresAt),
      .id(session.id)
    )
  }

  /// Withdraws the codes of devices that were approved and not yet redeemed: they are future
  /// sessions.
  static func withdrawCodes(of account: AccountID, in database: any StoreConnection) throws {
    try database.run("DELETE FROM device_codes WHERE account = ?", .id(account))
  }

  /// Ends a session of an account; returns whether there was one.
  static func delete(
    _ session: SessionID,
    of account: AccountID,
    in database: any StoreConnection
  ) throws -> Bool {
    try database.run(
      "DELETE FROM sessions WHERE id = ? AND account = ?",
      .id(session),
      .id(account)
    ) > 0
  }

  /// Ends the sessions of an account except one, also future ones; returns how many there were.
  @discardableResult
  static func delete(
    of account: AccountID,
    except kept: SessionID?,
    in database: any StoreConnection
  ) throws -> Int {
    try withdrawCodes(of: account, in: database)
    return try database.run(
      "DELETE FROM sessions WHERE account = ? AND id IS DISTINCT FROM ?",
      .id(account),
      .id(kept)
    )
  }
}
