import Core
import ServerStorage

/// Actions of administrators and the operator on others' accounts (OWASP ASVS 5.0, 8.2).
extension AccountStore {
  /// The number of accounts in one answer.
  private static let pageSize = 200
  /// The number of characters of a reason that are stored.
  private static let longestReason = 500
  /// The reason that the owner sees for a suspension without one.
  public static let usualReason = "No reason was given."

  /// Creates an account for somebody, regardless of the server's policy.
  ///
  /// - Throws: ``AccountsError``: `administratorsOnly`, `badEmail`, `weakPassword`, `accountExists`,
  ///   `busy`.
  public func addAccount(
    _ email: String,
    password: String,
    by authority: Authority
  ) async throws(AccountsError) -> Account {
    let email = try EmailAddress(email)
    try PasswordRule.check(password, of: email)
    try await tables.read { try AccountStore.require(authority, in: $0) }
    let new = NewAccount(
      id: Secret.id(random),
      email: email,
      password: try await hasher.hash(password),
      sealed: nil,
      now: clock.now()
    )
    let account = try await tables.write { database in
      try AccountStore.require(authority, in: database)
      guard try AccountRow.find(email, in: database) == nil else {
        throw AccountsError.accountExists
      }
      return try AccountRow.insert(new, in: database)
    }
    report(.accountMade, account.id)
    return account
  }

  /// Makes an account the first administrator, or a further one, at the server's command line.
  ///
  /// - Throws: ``AccountsError``: `badEmail`, `unknownAccount`.
  public func makeAdministrator(_ email: String) async throws(AccountsError) -> Account {
    try await setRole(.administrator, of: email, by: .operator)
  }

  /// Sets the role of an account; what an administrator has given out ends with that role.
  ///
  /// - Throws: ``AccountsError``: `badEmail`, `unknownAccount`, `administratorsOnly`, `ownAccount`.
  @discardableResult
  public func setRole(
    _ role: Role,
    of email: String,
    by authority: Authority
  ) async throws(AccountsError) -> Account {
    let now = clock.now()
    return try await change(email, by: authority, reporting: .roleChanged) { account, database in
      if role != .administrator {
        try AccountStore.withdrawGifts(of: account, at: now, in: database)
      }
      try database.run(
        "UPDATE accounts SET role = ? WHERE id = ?",
        .text(role.rawValue),
        .id(account)
      )
    }
  }

  /// Suspends an account: its sessions end, and nobody can sign in.
  ///
  /// Nothing in it is deleted. What an administrator has given out ends.
  ///
  /// - Parameter reason: a sentence for its owner; ``usualReason`` stands for one without a word.
  /// - Throws: the errors of ``setRole(_:of:by:)``.
  @discardableResult
  public func suspend(
    _ email: String,
    reason: String,
    by authority: Authority
  ) async throws(AccountsError) -> Account {
    let now = clock.now()
    let given = String(TextRule.line.cleaned(reason).prefix(AccountStore.longestReason))
    let reason = given.isEmpty ? AccountStore.usualReason : given
    return try await change(email, by: authority, reporting: .suspended) { account, database in
      try database.run(
        "UPDATE accounts SET suspended_at = ?, suspension = ? WHERE id = ?",
        .at(now),
        .text(reason),
        .id(account)
      )
      try SessionRow.delete(of: account, except: nil, in: database)
      try AccountStore.withdrawGifts(of: account, at: now, in: database)
    }
  }

  /// Ends what an administrator has given out, who is about to be none any more: their invitations,
  /// and the links for new passwords.
  ///
  /// Who has made a link is not noted, so all of them end.
  static func withdrawGifts(
    of account: AccountID,
    at now: Instant,
    in database: any StoreConnection
  ) throws {
    guard try AccountRow.find(account, in: database)?.account.role == .administrator else { return }
    try database.run(
      "UPDATE invitations SET revoked_at = ?1 WHERE account = ?2 AND \(Invitation.isOpen)",
      .at(now),
      .id(account)
    )
    try database.run("DELETE FROM resets")
  }

  /// Reinstates a suspended account.
  ///
  /// - Throws: the errors of ``setRole(_:of:by:)``.
  @discardableResult
  public func reinstate(
    _ email: String,
    by authority: Authority
  ) async throws(AccountsError) -> Account {
    try await change(email, by: authority, reporting: .reinstated) { account, database in
      try database.run(
        "UPDATE accounts SET suspended_at = NULL, suspension = NULL WHERE id = ?",
        .id(account)
      )
    }
  }

  /// Up to 200 accounts in the order of their addresses.
  ///
  /// - Parameter email: the last address of the page before; nil for the first page.
  /// - Throws: ``AccountsError``: `administratorsOnly`, `badEmail`.
  public func accounts(
    after email: String? = nil,
    by authority: Authority
  ) async throws(AccountsError) -> [Account] {
    var key = ""
    if let email { key = try EmailAddress(email).key }
    return try await tables.read { [key] database in
      try AccountStore.require(authority, in: database)
      return try AccountRow.page(after: key, limit: AccountStore.pageSize, in: database)
        .map(\.account)
    }
  }

  private func change(
    _ email: String,
    by authority: Authority,
    reporting kind: SecurityEvent.Kind,
    _ body: @Sendable (AccountID, any StoreConnection) throws -> Void
  ) async throws(AccountsError) -> Account {
    let email = try EmailAddress(email)
    let account = try await tables.write { database in
      try AccountStore.require(authority, in: database)
      guard let id = try AccountRow.find(email, in: database)?.account.id else {
        throw AccountsError.unknownAccount
      }
      guard authority != .account(id) else { throw AccountsError.ownAccount }
      try body(id, database)
      guard let row = try AccountRow.find(id, in: database) else {
        throw AccountsError.unknownAccount
      }
      return row.account
    }
    report(kind, account.id)
    return account
  }
}
