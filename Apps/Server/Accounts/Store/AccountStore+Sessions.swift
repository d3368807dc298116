import Core
import ServerStorage

/// The sessions of an account, each of a device or a browser (OWASP ASVS 5.0, 7.4 and 7.5).
extension AccountStore {
  /// Returns the sessions of an account, the last used first.
  public func sessions(of account: AccountID) async throws(AccountsError) -> [Session] {
    let now = clock.now()
    return try await tables.read { try SessionRow.all(of: account, at: now, in: $0) }
  }

  /// Returns the new sessions of an account, other than the caller's.
  ///
  /// They began since its owner last confirmed all of them (OWASP ASVS 5.0, 6.3.7).
  public func newSessions(of caller: Caller) async throws(AccountsError) -> Set<SessionID> {
    let now = clock.now()
    return try await tables.read { try NewSessions.all(of: caller, at: now, in: $0) }
  }

  /// Records that the owner of an account knows its sessions.
  ///
  /// A session that is new itself only confirms those before it: somebody who came in with a stolen
  /// password cannot confirm their own session for the others.
  public func markSessionsSeen(by caller: Caller) async throws(AccountsError) {
    let now = clock.now()
    try await tables.write { database in
      let isNew = try NewSessions.isNew(caller.session, of: caller.account.id, in: database)
      let end = isNew ? caller.session.createdAt.advanced(byMilliseconds: -1) : now
      try NewSessions.markSeen(of: caller.account.id, through: end, in: database)
    }
  }

  /// Those of the sessions that have not ended.
  public func open(_ sessions: Set<SessionID>) async throws(AccountsError) -> Set<SessionID> {
    let now = clock.now()
    return try await tables.read { database in
      try sessions.filter { try SessionRow.isOpen($0, at: now, in: database) }
    }
  }

  /// Ends a session of an account; its device keeps its data.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func endSession(
    _ session: SessionID,
    of account: AccountID
  ) async throws(AccountsError) -> Bool {
    let ended = try await tables.write { database in
      try database.run(
        "DELETE FROM sessions WHERE id = ? AND account = ?",
        .id(session),
        .id(account)
      )
    }
    if ended > 0 { report(.sessionEnded, account, session: session) }
    return ended > 0
  }

  /// Ends the sessions of an account.
  ///
  /// - Parameter kept: a session that continues; nil to end all.
  /// - Returns: how many there were.
  @discardableResult
  public func endSessions(
    of account: AccountID,
    except kept: SessionID? = nil
  ) async throws(AccountsError) -> Int {
    let ended = try await tables.write {
      try SessionRow.delete(of: account, except: kept, in: $0)
    }
    report(.sessionsEnded, account)
    return ended
  }
}
