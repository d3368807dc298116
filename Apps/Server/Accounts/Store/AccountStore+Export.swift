import Core
import ServerStorage

extension AccountStore {
  /// Everything that is stored here about a person, except the contents of their spaces.
  ///
  /// It is for that person; their spaces are exported separately.
  ///
  /// Passwords, tokens and sealed keys are not included, nor are values that are only hashes or
  /// random. A test lists the columns that are left out.
  ///
  /// - Throws: ``AccountsError``: `signedOut` if the account was erased meanwhile, `suspended`,
  ///   `badCredentials`, `tooManyAttempts`, `busy`.
  public func export(
    _ account: AccountID,
    password: String
  ) async throws(AccountsError) -> AccountExport {
    _ = try await proven(account, by: password)
    let now = clock.now()
    let document = try await tables.read { database in
      guard let row = try AccountRow.find(account, in: database) else {
        throw AccountsError.signedOut
      }
      return try AccountExport(row, at: now, in: database)
    }
    report(.exported, account)
    return document
  }
}

extension AccountExport {
  fileprivate init(_ row: AccountRow, at now: Instant, in database: any StoreConnection) throws {
    let account = row.account
    email = account.email
    id = account.id.description
    role = account.role
    isSealed = account.isSealed
    createdAt = account.createdAt.rfc3339(in: .utc)
    passwordChangedAt = row.passwordChangedAt.rfc3339(in: .utc)
    suspendedAt = account.suspension?.at.rfc3339(in: .utc)
    suspensionReason = account.suspension?.reason
    keyRingVersion = try SealedKeyRing.find(account.id, in: database)?.version
    passwordResetEndsAt = try AccountExport.instant(
      "SELECT expires_at FROM resets WHERE account = ?",
      account.id,
      in: database
    )
    sessionsSeenAt = try AccountExport.instant(
      "SELECT sessions_seen_at FROM accounts WHERE id = ?",
      account.id,
      in: database
    )
    sessions = try SessionRow.all(of: account.id, at: now, in: database)
      .map { try Entry($0, in: database) }
    spaces = try AccountSpace.all(of: account.id, in: database).map(Space.init)
    invitations = try Invitation.all(of: account.id, at: now, in: database)
      .map(MadeInvitation.init)
    flags = try AccountFlag.all(of: account.id, in: database).map(Flag.init)
    pushSubscriptions = try PushSubscription.all(of: account.id, in: database).map(Push.init)
    webhook = try Webhook.find(of: account.id, in: database).map(Hook.init)
    notices = try Notice.all(of: account.id, in: database)
    approvedDevices = try Approved.all(of: account.id, at: now, in: database)
  }

  /// The instant that a query finds for an id; nil for 0, which stands for never.
  fileprivate static func instant(
    _ query: String,
    _ id: some Identifier,
    in database: any StoreConnection
  ) throws -> String? {
    let found = try database.first(query, .id(id)) { $0.instant(0) }
    guard let found, found.milliseconds > 0 else { return nil }
    return found.rfc3339(in: .utc)
  }
}

extension AccountExport.Entry {
  fileprivate init(_ session: Session, in database: any StoreConnection) throws {
    name = session.client.name
    product = session.client.product
    kind = session.client.kind
    createdAt = session.createdAt.rfc3339(in: .utc)
    signedInAt = session.signedInAt.rfc3339(in: .utc)
    usedAt = session.usedAt.rfc3339(in: .utc)
    expiresAt = session.expiresAt.rfc3339(in: .utc)
    seenAt = try AccountExport.instant(
      "SELECT seen_at FROM sessions WHERE id = ?",
      session.id,
      in: database
    )
  }
}

extension AccountExport.Space {
  fileprivate init(_ space: AccountSpace) {
    product = space.product
    createdAt = space.createdAt.rfc3339(in: .utc)
  }
}

extension AccountExport.MadeInvitation {
  fileprivate init(_ invitation: Invitation) {
    createdAt = invitation.createdAt.rfc3339(in: .utc)
    expiresAt = invitation.expiresAt.rfc3339(in: .utc)
    state = invitation.state
  }
}

extension AccountExport.Flag {
  fileprivate init(_ flag: AccountFlag) {
    code = flag.code
    day = flag.day.description
    count = flag.count
  }
}

extension AccountExport.Push {
  fileprivate init(_ push: PushSubscription) {
    product = push.product
    endpoint = push.endpoint
    topics = push.settings.topics.sorted()
    tellsNames = push.settings.tellsNames
    createdAt = push.createdAt.rfc3339(in: .utc)
  }
}

extension AccountExport.Hook {
  fileprivate init(_ webhook: Webhook) {
    address = webhook.address
    topics = webhook.settings.topics.sorted()
    tellsNames = webhook.settings.tellsNames
    createdAt = webhook.createdAt.rfc3339(in: .utc)
    isOff = webhook.isOff
    failingSince = webhook.failure?.since.rfc3339(in: .utc)
    failure = webhook.failure?.reason
  }
}

extension AccountExport.Notice {
  fileprivate static func all(
    of account: AccountID,
    in database: any StoreConnection
  ) throws -> [AccountExport.Notice] {
    try database.all(
      """
      SELECT webhook IS NOT NULL, document, attempts, due_at, expires_at FROM notice_outbox
      WHERE account = ? ORDER BY due_at, channel, notice
      """,
      .id(account)
    ) { row in
      let document = row.optionalBlob(1).map { String(decoding: $0, as: UTF8.self) }
      return AccountExport.Notice(
        to: row.int(0) == 0 ? .browser : .webhook,
        document: document,
        attempts: row.int(2),
        dueAt: document == nil ? nil : row.instant(3).rfc3339(in: .utc),
        expiresAt: row.instant(4).rfc3339(in: .utc)
      )
    }
  }
}

extension AccountExport.Approved {
  fileprivate static func all(
    of account: AccountID,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> [AccountExport.Approved] {
    try database.all(
      """
      SELECT name, product, kind, created_at, expires_at FROM device_codes
      WHERE account = ? AND expires_at > ? ORDER BY created_at, code
      """,
      .id(account),
      .at(now)
    ) { row in
      AccountExport.Approved(
        name: row.text(0),
        product: row.text(1),
        kind: try row.word(2),
        createdAt: row.instant(3).rfc3339(in: .utc),
        expiresAt: row.instant(4).rfc3339(in: .utc)
      )
    }
  }
}
