import Core
import ServerStorage

/// Changes passwords, and resets forgotten ones.
extension AccountStore {
  /// Changes the password of an account; all its other sessions end (OWASP ASVS 5.0, 7.4.3).
  ///
  /// The session that continues is known from then on; see ``isNew(_:)``.
  ///
  /// - Parameters:
  ///   - caller: the session that makes the call, which continues.
  ///   - sealed: how a sealed account derives its keys from the new password, with its key ring, whose
  ///     version follows the stored one; nil for an account that the server can read.
  /// - Throws: ``AccountsError``: `badCredentials`, `weakPassword`, `sealedAccount`, `notSealed`,
  ///   `badKeys`, `keyVersion`, `tooManyAttempts`, `busy`.
  public func changePassword(
    of caller: Caller,
    from current: String,
    to new: String,
    sealed: SealedPassword? = nil
  ) async throws(AccountsError) {
    let id = caller.account.id
    try AccountStore.check(caller.account, new, sealed)
    let row = try await proven(id, by: current)
    let password = try await hasher.hash(new)
    let now = clock.now()
    let used = policy.sessions.used(caller.session, at: now, signedInAt: now)
    try await tables.write { database in
      guard try AccountRow.active(id, in: database).password == row.password else {
        throw AccountsError.badCredentials
      }
      try AccountStore.replacePassword(of: id, with: password, sealed, at: now, in: database)
      try SessionRow.delete(of: id, except: used.id, in: database)
      try SessionRow.touch(used, in: database)
      // There is no other session left that would have to confirm it.
      try NewSessions.markSeen(of: id, through: used.createdAt, in: database)
    }
    report(.passwordChanged, id, session: used.id)
  }

  /// Creates a link that sets a new password once, for somebody who has forgotten theirs.
  ///
  /// An earlier link of the account becomes invalid. The link of a sealed account opens and changes
  /// nothing by itself: its owner also needs the recovery phrase (``resetAccount(by:address:)``).
  ///
  /// - Throws: ``AccountsError``: `badEmail`, `unknownAccount`, `administratorsOnly`.
  public func makeResetLink(
    for email: String,
    by authority: Authority
  ) async throws(AccountsError) -> ResetLink {
    let email = try EmailAddress(email)
    let token = Secret.token(random)
    let expiresAt = clock.now().advanced(bySeconds: policy.resetLifetime)
    let owner = try await tables.write { database in
      try AccountStore.require(authority, in: database)
      guard let account = try AccountRow.find(email, in: database)?.account else {
        throw AccountsError.unknownAccount
      }
      try database.run(
        """
        INSERT INTO resets(account, token, expires_at) VALUES (?, ?, ?)
        ON CONFLICT(account) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
        """,
        .id(account.id),
        .blob(Secret.hash(token)),
        .at(expiresAt)
      )
      return account
    }
    report(.resetLinkMade, owner.id)
    return ResetLink(
      account: owner.id,
      token: token,
      expiresAt: expiresAt,
      isSealed: owner.isSealed
    )
  }

  /// Returns whether a link for a new password is that of a sealed account, whose password is never
  /// typed into a page.
  ///
  /// - Throws: ``AccountsError``: `expiredLink`, `tooManyAttempts`.
  public func isSealed(
    accountOfLink token: String,
    address: String
  ) async throws(AccountsError) -> Bool {
    try attempts.takeQuestion(from: address)
    let (hash, now) = (Secret.hash(token), clock.now())
    return try await tables.read {
      try AccountStore.account(ofLink: hash, at: now, in: $0).isSealed
    }
  }

  /// Returns the sealed account of a link for a new password, with the keys that its owner opens
  /// with the recovery phrase.
  ///
  /// The link remains valid: it is used up by setting a password.
  ///
  /// - Throws: ``AccountsError``: `expiredLink`, `notSealed`, `suspended`, `tooManyAttempts`.
  public func resetAccount(
    by token: String,
    address: String
  ) async throws(AccountsError) -> ResetAccount {
    try attempts.takeSecret(from: address)
    let (hash, now) = (Secret.hash(token), clock.now())
    return try await tables.read { database in
      let account = try AccountStore.account(ofLink: hash, at: now, in: database)
      if let suspension = account.suspension { throw AccountsError.suspended(suspension.reason) }
      guard let ring = try SealedKeyRing.find(account.id, in: database) else {
        throw AccountsError.notSealed
      }
      return ResetAccount(account: account, keyRing: ring)
    }
  }

  /// Sets a new password through a link; all sessions of the account end.
  ///
  /// - Parameters:
  ///   - sealed: how a sealed account derives its keys from the new password, with its key ring, whose
  ///     version follows the stored one; nil for an account that the server can read.
  ///   - keyProof: what shows that the caller has the keys of a sealed account. Those of earlier
  ///     versions go without, until one of their devices has stored what checks it.
  /// - Returns: the account.
  /// - Throws: ``AccountsError``: `expiredLink`, `weakPassword`, `sealedAccount`, `notSealed`,
  ///   `keyProofNeeded`, `badKeys`, `keyVersion`, `tooManyAttempts`, `busy`; the link remains valid.
  @discardableResult
  public func resetPassword(
    by token: String,
    to new: String,
    sealed: SealedPassword? = nil,
    keyProof: String? = nil,
    address: String
  ) async throws(AccountsError) -> AccountID {
    try attempts.takeSecret(from: address)
    let (hash, now) = (Secret.hash(token), clock.now())
    let known = try await tables.read { database in
      let account = try AccountStore.account(ofLink: hash, at: now, in: database)
      try AccountStore.check(keyProof, of: account, in: database)
      return account
    }
    try AccountStore.check(known, new, sealed)
    let password = try await hasher.hash(new)
    try await tables.write { database in
      let account = try AccountStore.account(ofLink: hash, at: now, in: database)
      // Again, as what checks it may have been stored meanwhile.
      try AccountStore.check(keyProof, of: account, in: database)
      try AccountStore.replacePassword(
        of: account.id,
        with: password,
        sealed,
        at: now,
        in: database
      )
      try SessionRow.delete(of: account.id, except: nil, in: database)
      try NewSessions.awaitFirst(of: account.id, in: database)
    }
    report(.passwordReset, known.id)
    return known.id
  }

  /// Returns the account whose owner has just given its password again.
  ///
  /// - Throws: ``AccountsError``: `signedOut`, `suspended`, `badCredentials`, `tooManyAttempts`, `busy`.
  func proven(_ id: AccountID, by password: String) async throws(AccountsError) -> AccountRow {
    let row = try await tables.read { try AccountRow.active(id, in: $0) }
    do throws(AccountsError) {
      // By its id and not by its address: attempts of others at the sign-in do not affect this.
      try attempts.takePassword(id.description, from: nil)
    } catch {
      report(.attemptsRefused, id)
      throw error
    }
    guard try await hasher.check(password, against: row.password) != .wrong else {
      report(.signInFailed, id)
      throw .badCredentials
    }
    attempts.succeed(id.description, from: nil)
    return row
  }

  /// Stores a new password, with the keys that a sealed account has for it; no link can set another
  /// one then.
  private static func replacePassword(
    of account: AccountID,
    with password: StoredPassword,
    _ sealed: SealedPassword?,
    at now: Instant,
    in database: any StoreConnection
  ) throws {
    if let sealed {
      try SealedKeyRing.replace(with: sealed.keyRing, of: account, in: database)
      try AccountRow.store(sealed, of: account, in: database)
    }
    try AccountRow.set(password, of: account, at: now, in: database)
    try database.run("DELETE FROM resets WHERE account = ?", .id(account))
  }

  private static func check(
    _ account: Account,
    _ new: String,
    _ sealed: SealedPassword?
  ) throws(AccountsError) {
    guard account.isSealed == (sealed != nil) else {
      throw account.isSealed ? .sealedAccount : .notSealed
    }
    if let sealed {
      try sealed.check(proof: new)
    } else {
      try PasswordRule.check(new, of: EmailAddress(account.email))
    }
  }

  /// - Throws: ``AccountsError/keyProofNeeded`` if it is not the proof of the account's keys.
  private static func check(
    _ keyProof: String?,
    of account: Account,
    in database: any StoreConnection
  ) throws {
    guard let verifier = try SealedKeyRing.find(account.id, in: database)?.keyVerifier else {
      return
    }
    // Hashes are compared: how long that takes tells nothing about the proof.
    guard let keyProof, Secret.hash(keyProof) == verifier else {
      throw AccountsError.keyProofNeeded
    }
  }

  private static func account(
    ofLink hash: [UInt8],
    at now: Instant,
    in database: any StoreConnection
  ) throws -> Account {
    let id: AccountID? = try database.first(
      "SELECT account FROM resets WHERE token = ? AND expires_at > ?",
      .blob(hash),
      .at(now)
    ) { try $0.id(0) }
    guard let id, let account = try AccountRow.find(id, in: database)?.account else {
      throw AccountsError.expiredLink
    }
    return account
  }
}
