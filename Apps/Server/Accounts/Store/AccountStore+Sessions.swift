import Core
import SQLite
import ServerStorage

/// The sessions of an account, each of a device or a browser (OWASP ASVS 5.0, 7.4 and 7.5).
extension AccountStore {
  /// The sessions of an account, the last used first.
  public func sessions(of account: AccountID) async throws(AccountsError) -> [Session] {
    let now = clock.now()
    return try await file.read { try SessionRow.all(of: account, at: now, in: $0) }
  }

  /// Those of the sessions that have not ended.
  public func open(_ sessions: Set<SessionID>) async throws(AccountsError) -> Set<SessionID> {
    let now = clock.now()
    return try await file.read { database in
      try sessions.filter { try SessionRow.isOpen($0, at: now, in: database) }
    }
  }

  /// Ends a session of an account; its device keeps what it holds.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func endSession(
    _ session: SessionID,
    of account: AccountID
  ) async throws(AccountsError) -> Bool {
    let ended = try await file.write { database in
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
  /// - Parameter kept: one that goes on; nil to end all.
  /// - Returns: how many there were.
  @discardableResult
  public func endSessions(
    of account: AccountID,
    except kept: SessionID? = nil
  ) async throws(AccountsError) -> Int {
    let ended = try await file.write {
      try SessionRow.delete(of: account, except: kept, in: $0)
    }
    report(.sessionsEnded, account)
    return ended
  }
}
