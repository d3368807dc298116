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
  /// They began since its owner last confirmed all of them, from a session that the account knew or
  /// from the caller's (OWASP ASVS 5.0, 6.3.7).
  public func newSessions(of caller: Caller) async throws(AccountsError) -> Set<SessionID> {
    let now = clock.now()
    return try await tables.read { try NewSessions.all(of: caller, at: now, in: $0) }
  }

  /// Whether the caller's own session has not been confirmed for the account's other sessions.
  ///
  /// What it confirms counts for itself alone. It becomes known when one that is known confirms it,
  /// or when it changes the password, which ends all others.
  public func isNew(_ caller: Caller) async throws(AccountsError) -> Bool {
    try await tables.read { database in
      try NewSessions.isNew(caller.session, of: caller.account.id, in: database)
    }
  }

  /// Records that the owner of an account knows its sessions.
  ///
  /// A session that is new itself confirms them for itself alone, also those before it: somebody who
  /// came in with a stolen password, however often, can confirm none of their sessions for the
  /// owner's.
  ///
  /// - Parameter end: when the last session began of which the owner was shown; nil for now.
  public func markSessionsSeen(
    by caller: Caller,
    through end: Instant? = nil
  ) async throws(AccountsError) {
    let now = clock.now()
    let end = min(end ?? now, now)
    try await tables.write { database in
      let isNew = try NewSessions.isNew(caller.session, of: caller.account.id, in: database)
      try NewSessions.markSeen(by: caller.session.id, through: end, in: database)
      guard !isNew else { return }
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

  /// Ends a session of an account; the device keeps its data.
  ///
  /// - Parameter isRevoked: whether another session asks. This one may be a stranger's, who may
  ///   have approved a device that has not come yet: that stays out.
  /// - Returns: whether there was one.
  @discardableResult
  public func endSession(
    _ session: SessionID,
    of account: AccountID,
    isRevoked: Bool = false
  ) async throws(AccountsError) -> Bool {
    let ended = try await tables.write { database in
      if isRevoked { try SessionRow.withdrawCodes(of: account, in: database) }
      return try SessionRow.delete(session, of: account, in: database)
    }
    if ended { report(.sessionEnded, account, session: session) }
    return ended
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
