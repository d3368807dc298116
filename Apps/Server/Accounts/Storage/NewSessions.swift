import Core
import ServerStorage

/// The sessions of an account that its owner has not confirmed.
enum NewSessions {
  /// The open ones, without the caller's.
  static func all(
    of caller: Caller,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> Set<SessionID> {
    let ids: [SessionID] = try database.all(
      """
      SELECT s.id FROM sessions s JOIN accounts a ON a.id = s.account
      WHERE s.account = ? AND s.id <> ? AND s.expires_at > ? AND s.created_at > a.sessions_seen_at
      """,
      .id(caller.account.id),
      .id(caller.session.id),
      .at(now)
    ) { try $0.id(0) }
    return Set(ids)
  }

  static func isNew(
    _ session: Session,
    of account: AccountID,
    in database: any StoreConnection
  ) throws -> Bool {
    try database.has(
      "SELECT 1 FROM accounts WHERE id = ? AND sessions_seen_at < ?",
      .id(account),
      .at(session.createdAt)
    )
  }

  /// Records that the sessions up to an instant are known.
  static func markSeen(
    of account: AccountID,
    through end: Instant,
    in database: any StoreConnection
  ) throws {
    try database.run(
      "UPDATE accounts SET sessions_seen_at = ?1 WHERE id = ?2 AND sessions_seen_at < ?1",
      .at(end),
      .id(account)
    )
  }
}
