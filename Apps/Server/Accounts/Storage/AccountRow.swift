import Core
import ServerStorage

/// An account including what its owner is not shown.
struct AccountRow: Sendable {
  let account: Account
  let emailKey: String
  let password: StoredPassword
  let passwordChangedAt: Instant
  /// Nil unless it is sealed.
  let sealing: SealingParameters?

  private static let columns =
    "id, email, email_key, password, pepper, role, created_at, password_changed_at, suspended_at, "
    + "suspension, salt, log_n, r, p"

  private init(_ row: any StoreRow) throws {
    let suspendedAt = row.optionalInstant(8)
    let salt = row.optionalBlob(10)
    account = Account(
      id: try row.id(0),
      email: row.text(1),
      role: try row.word(5),
      isSealed: salt != nil,
      createdAt: row.instant(6),
      suspension: suspendedAt.map { Account.Suspension(at: $0, reason: row.text(9)) }
    )
    emailKey = row.text(2)
    password = StoredPassword(text: row.text(3), pepper: row.optionalBlob(4))
    passwordChangedAt = row.instant(7)
    sealing = try salt.map { salt in
      guard let scrypt = ScryptParameters(logN: row.int(11), r: row.int(12), p: row.int(13)) else {
        throw row.damaged(11)
      }
      return SealingParameters(salt: salt, scrypt: scrypt)
    }
  }

  /// Returns the account with an address; nil if there is none.
  static func find(_ email: EmailAddress, in database: any StoreConnection) throws -> AccountRow? {
    try database.first(
      "SELECT \(columns) FROM accounts WHERE email_key = ?",
      .text(email.key),
      read: { try AccountRow($0) }
    )
  }

  /// Returns the account with an id; nil if there is none.
  static func find(_ id: AccountID, in database: any StoreConnection) throws -> AccountRow? {
    try database.first(
      "SELECT \(columns) FROM accounts WHERE id = ?",
      .id(id),
      read: { try AccountRow($0) }
    )
  }

  /// Returns the account with an id that a session has proven.
  ///
  /// - Throws: ``AccountsError/signedOut`` if it was erased meanwhile, and
  ///   ``AccountsError/suspended(_:)``.
  static func active(_ id: AccountID, in database: any StoreConnection) throws -> AccountRow {
    guard let row = try find(id, in: database) else { throw AccountsError.signedOut }
    try row.requireActive()
    return row
  }

  /// - Throws: ``AccountsError/suspended(_:)``.
  func requireActive() throws(AccountsError) {
    if let suspension = account.suspension { throw .suspended(suspension.reason) }
  }

  /// Accounts in the order of their addresses, after one of them.
  static func page(
    after key: String,
    limit: Int,
    in database: any StoreConnection
  ) throws -> [AccountRow] {
    try database.all(
      "SELECT \(columns) FROM accounts WHERE email_key > ? ORDER BY email_key LIMIT ?",
      .text(key),
      .integer(limit),
      read: { try AccountRow($0) }
    )
  }

  /// Accounts whose address contains a text.
  static func matching(
    _ text: String,
    limit: Int,
    in database: any StoreConnection
  ) throws -> [AccountRow] {
    let pattern = text.reduce(into: "") { pattern, character in
      if "!%_".contains(character) { pattern += "!" }
      pattern.append(character)
    }
    return try database.all(
      """
      SELECT \(columns) FROM accounts WHERE email_key LIKE ? ESCAPE '!' ORDER BY email_key LIMIT ?
      """,
      .text("%\(pattern)%"),
      .integer(limit),
      read: { try AccountRow($0) }
    )
  }

  /// Adds an account, and returns it.
  static func insert(_ new: NewAccount, in database: any StoreConnection) throws -> Account {
    try database.run(
      """
      INSERT INTO accounts(id, email, email_key, password, pepper, role, created_at,
        password_changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .id(new.id),
      .text(new.email.text),
      .text(new.email.key),
      .text(new.password.text),
      .blob(new.password.pepper),
      .text(Role.member.rawValue),
      .at(new.now),
      .at(new.now)
    )
    if let sealed = new.sealed { try store(sealed, of: new.id, in: database) }
    guard let row = try find(new.id, in: database) else { throw AccountsError.unknownAccount }
    return row.account
  }

  /// Sets the password of an account, and the time of the change.
  static func set(
    _ password: StoredPassword,
    of id: AccountID,
    at now: Instant,
    in database: any StoreConnection
  ) throws {
    try database.run(
      "UPDATE accounts SET password = ?, pepper = ?, password_changed_at = ? WHERE id = ?",
      .text(password.text),
      .blob(password.pepper),
      .at(now),
      .id(id)
    )
  }

  /// Sets how a sealed account derives its keys, and the keys.
  static func store(
    _ sealed: SealedPassword,
    of id: AccountID,
    in database: any StoreConnection
  ) throws {
    let scrypt = sealed.parameters.scrypt
    try database.run(
      "UPDATE accounts SET salt = ?, log_n = ?, r = ?, p = ? WHERE id = ?",
      .blob(sealed.parameters.salt),
      .integer(scrypt.logN),
      .integer(scrypt.r),
      .integer(scrypt.p),
      .id(id)
    )
    try SealedKeyRing.store(sealed.keyRing, of: id, in: database)
  }
}

/// The initial values of an account.
struct NewAccount: Sendable {
  let id: AccountID
  let email: EmailAddress
  let password: StoredPassword
  let sealed: SealedPassword?
  let now: Instant
}

extension SealedKeyRing {
  /// The key ring of an account; nil if it is not sealed.
  static func find(
    _ account: AccountID,
    in database: any StoreConnection
  ) throws -> SealedKeyRing? {
    try database.first(
      """
      SELECT version, by_password, by_recovery, recovery_key, key_verifier FROM key_rings
      WHERE account = ?
      """,
      .id(account)
    ) { row in
      SealedKeyRing(
        version: row.int(0),
        byPassword: row.blob(1),
        byRecovery: row.blob(2),
        recoveryKey: row.blob(3),
        keyVerifier: row.optionalBlob(4)
      )
    }
  }

  fileprivate static func store(
    _ ring: SealedKeyRing,
    of account: AccountID,
    in database: any StoreConnection
  ) throws {
    try database.run(
      """
      INSERT INTO key_rings(account, version, by_password, by_recovery, recovery_key, key_verifier)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(account) DO UPDATE SET version = excluded.version,
        by_password = excluded.by_password, by_recovery = excluded.by_recovery,
        recovery_key = excluded.recovery_key,
        key_verifier = coalesce(key_rings.key_verifier, excluded.key_verifier)
      """,
      .id(account),
      .integer(ring.version),
      .blob(ring.byPassword),
      .blob(ring.byRecovery),
      .blob(ring.recoveryKey),
      .blob(ring.keyVerifier)
    )
  }

  /// Replaces the key ring of a sealed account.
  ///
  /// - Throws: ``AccountsError/keyVersion(_:)`` unless it follows the version that is stored, and
  ///   ``AccountsError/badKeys`` if it is not of the account's first key.
  static func replace(
    with ring: SealedKeyRing,
    of account: AccountID,
    in database: any StoreConnection
  ) throws {
    let stored = try find(account, in: database)
    let version = stored?.version ?? 0
    // A stored version may be the highest number there is, and a new one is at least 1.
    guard ring.version - 1 == version else { throw AccountsError.keyVersion(version) }
    if let known = stored?.keyVerifier, let new = ring.keyVerifier, new != known {
      throw AccountsError.badKeys
    }
    try store(ring, of: account, in: database)
  }

  /// Stores what checks a proof of the keys, if nothing does so far.
  ///
  /// - Returns: whether it was stored now.
  /// - Throws: ``AccountsError/badKeys`` if another one is stored.
  static func note(
    _ verifier: [UInt8],
    of account: AccountID,
    in database: any StoreConnection
  ) throws -> Bool {
    if let known = try find(account, in: database)?.keyVerifier {
      guard known == verifier else { throw AccountsError.badKeys }
      return false
    }
    return try database.run(
      "UPDATE key_rings SET key_verifier = ? WHERE account = ?",
      .blob(verifier),
      .id(account)
    ) > 0
  }
}
