import Core
import ServerStorage

/// The sessions of an account that its owner has not confirmed.
///
/// The account has an instant up to which all its sessions are known, and each session has one of its
/// own. Only a session that is known itself moves the account's: whoever came in with a stolen
/// password could otherwise confirm one of their sessions by another. One that is not known moves its
/// own alone, so that an owner whose known devices are all gone is not asked for ever, and nobody
/// else is told anything.
enum NewSessions {
  /// The open ones that neither the account nor the caller's session knows, without that session.
  static func all(
    of caller: Caller,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> Set<SessionID> {
    let ids: [SessionID] = try database.all(
      """
      SELECT s.id FROM sessions s JOIN accounts a ON a.id = s.account
        JOIN sessions own ON own.id = ?2
      WHERE s.account = ?1 AND s.id <> ?2 AND s.expires_at > ?3
        AND s.created_at > a.sessions_seen_at AND s.created_at > own.seen_at
      """,
      .id(caller.account.id),
      .id(caller.session.id),
      .at(now)
    ) { try $0.id(0) }
    return Set(ids)
  }

  /// Whether a session is one that the account does not know.
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

  /// Records that the first session of an account, which is about to be added, is known: there is no
  /// other one that would have to confirm it.
  ///
  /// One that merely finds no others is not the first: whoever came in with a stolen password could
  /// end them all, and sign in once more.
  static func markFirst(
    _ session: Session,
    of account: AccountID,
    in database: any StoreConnection
  ) throws {
    try database.run(
      """
      UPDATE accounts SET sessions_seen_at = ?1 WHERE id = ?2 AND sessions_seen_at = 0
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE account = ?2)
      """,
      .at(session.createdAt),
      .id(account)
    )
  }

  /// Has the next session of an account count as its first, after the operator's link has replaced
  /// the password: nobody who knew the old one can sign in.
  static func awaitFirst(of account: AccountID, in database: any StoreConnection) throws {
    try database.run("UPDATE accounts SET sessions_seen_at = 0 WHERE id = ?", .id(account))
  }

  /// Records that the sessions up to an instant are known to all sessions of an account.
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

  /// Records that they are known to one session.
  static func markSeen(
    by session: SessionID,
    through end: Instant,
    in database: any StoreConnection
  ) throws {
    try database.run(
      "UPDATE sessions SET seen_at = ?1 WHERE id = ?2 AND seen_at < ?1",
      .at(end),
      .id(session)
    )
  }
}
