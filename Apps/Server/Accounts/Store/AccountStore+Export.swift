import Core
import ServerStorage

extension AccountStore {
  /// Everything that is stored here about a person, except the contents of their spaces.
  ///
  /// It is for that person; their spaces are exported separately.
  ///
  /// Passwords, tokens and sealed keys are not included, nor are values that are only hashes.
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
    sessions = try SessionRow.all(of: account.id, at: now, in: database).map(Entry.init)
    spaces = try AccountSpace.all(of: account.id, in: database).map(Space.init)
    invitations = try Invitation.all(of: account.id, at: now, in: database)
      .map(MadeInvitation.init)
    flags = try AccountFlag.all(of: account.id, in: database).map(Flag.init)
    pushSubscriptions = try PushSubscription.all(of: account.id, in: database).map { push in
      Push(
        product: push.product,
        endpoint: push.endpoint,
        createdAt: push.createdAt.rfc3339(in: .utc)
      )
    }
    webhook = try Webhook.find(of: account.id, in: database).map { hook in
      Hook(address: hook.address, createdAt: hook.createdAt.rfc3339(in: .utc))
    }
  }
}

extension AccountExport.Entry {
  fileprivate init(_ session: Session) {
    name = session.client.name
    product = session.client.product
    kind = session.client.kind
    createdAt = session.createdAt.rfc3339(in: .utc)
    signedInAt = session.signedInAt.rfc3339(in: .utc)
    usedAt = session.usedAt.rfc3339(in: .utc)
    expiresAt = session.expiresAt.rfc3339(in: .utc)
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
