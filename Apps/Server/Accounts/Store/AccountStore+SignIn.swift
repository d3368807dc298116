import Core
import ServerStorage

/// Creates accounts, and signs in to them.
extension AccountStore {
  /// Creates an account and signs in to it.
  ///
  /// If the address is in use, it signs in if the password is right, and otherwise answers like
  /// ``signIn(_:)``, so that nobody learns who has an account (OWASP ASVS 5.0, 6.3.8). The
  /// invitation is not used up then.
  ///
  /// - Throws: ``AccountsError``: `signUpClosed`, `invitationNeeded`, `badInvitation`, `badEmail`,
  ///   `weakPassword`, `badKeys`, and the errors of ``signIn(_:)``.
  public func signUp(_ request: SignUpRequest) async throws(AccountsError) -> SignedIn {
    let signIn = request.signIn
    let invitation = try neededInvitation(request.invitation)
    let email = try checkedEmail(signIn.email, signIn.password, request.sealed)
    try takePassword(email, from: signIn.address)
    if let known = try await find(email, invitedBy: invitation) {
      return try await admit(known, email, signIn)
    }
    let new = NewAccount(
      id: Secret.id(random),
      email: email,
      password: try await hasher.hash(signIn.password),
      sealed: request.sealed,
      now: clock.now()
    )
    let (session, token) = newSession(signIn.client)
    let account: Account? = try await tables.write { [self] database in
      // Somebody may have been faster with the same address.
      guard try AccountRow.find(email, in: database) == nil else { return nil }
      if let invitation { try Invitation.use(invitation, at: new.now, in: database) }
      let account = try AccountRow.insert(new, in: database)
      try insert(session, token, of: account.id, in: database)
      return account
    }
    guard let account else {
      let known = try await tables.read { try AccountRow.find(email, in: $0) }
      return try await admit(known, email, signIn)
    }
    attempts.succeed(email.key, from: signIn.address)
    report(.accountMade, account.id)
    report(.signedIn, account.id, session: session.id)
    return SignedIn(account: account, session: session, token: token)
  }

  /// Checks all that somebody signs up with but the password, before they are asked for one.
  ///
  /// If the address belongs to a sealed account, they might type its password, which the server
  /// must not get. Unlike ``signInParameters(of:address:)`` this tells the truth: otherwise many
  /// who have no account could make none. It reveals no more than signing up does, where a wrong
  /// password is refused if the address is in use. So it is for those alone who may sign up; and
  /// where it says more than those parameters, it takes an attempt at the account, like signing up.
  ///
  /// - Throws: ``AccountsError``: `sealedAccount`, `signUpClosed`, `invitationNeeded`,
  ///   `badInvitation`, `badEmail`, `tooManyAttempts`.
  public func checkSignUp(
    of typed: String,
    invitation code: String?,
    address: String
  ) async throws(AccountsError) {
    let invitation = try neededInvitation(code)
    let looksSealed = try await signInParameters(of: typed, address: address) != nil
    let email = try EmailAddress(typed)
    if looksSealed { try takePassword(email, from: address) }
    let known = try await find(email, invitedBy: invitation)
    guard known?.account.isSealed != true else { throw .sealedAccount }
  }

  /// Signs a device or a browser in.
  ///
  /// - Throws: ``AccountsError``: `badEmail`, `badCredentials`, `suspended`, `tooManyAttempts`,
  ///   `busy`.
  public func signIn(_ request: SignInRequest) async throws(AccountsError) -> SignedIn {
    let email = try EmailAddress(request.email)
    try takePassword(email, from: request.address)
    let known = try await tables.read { try AccountRow.find(email, in: $0) }
    return try await admit(known, email, request)
  }

  /// Returns the caller to whom a token belongs.
  ///
  /// Its use is stored once an hour.
  ///
  /// - Throws: ``AccountsError``: `signedOut`, `suspended`.
  public func authenticate(_ token: String) async throws(AccountsError) -> Caller {
    let (hash, now) = (Secret.hash(token), clock.now())
    guard let caller = try await caller(with: hash, at: now) else { throw .signedOut }
    guard !caller.session.usedAt.isWithin(seconds: AccountStore.hour, before: now) else {
      return caller
    }
    let used = policy.sessions.used(caller.session, at: now)
    // If the use cannot be stored, the session only ends sooner.
    try? await tables.write { try SessionRow.touch(used, in: $0) }
    return Caller(account: caller.account, session: used, spaces: caller.spaces)
  }

  private static let hour: Int64 = 3600

  /// The caller with a token of this hash, as the tables have it now; nil if the session has ended.
  private func caller(
    with hash: [UInt8],
    at now: Instant
  ) async throws(AccountsError) -> Caller? {
    // Before it is read: what is written in between gives it another version.
    let version = tables.version
    if let known = recentCallers.caller(with: hash, at: version) {
      return known.session.expiresAt > now ? known : nil
    }
    let found: Caller? = try await tables.read { database in
      guard let found = try SessionRow.find(hash, at: now, in: database),
        let row = try AccountRow.find(found.account, in: database)
      else { return nil }
      try row.requireActive()
      return Caller(
        account: row.account,
        session: found.session,
        spaces: try AccountSpace.all(of: found.account, in: database)
      )
    }
    if let found { recentCallers.note(found, with: hash, at: version) }
    return found
  }

  /// Signs in somebody who knows the password of an account, which may not exist.
  private func admit(
    _ row: AccountRow?,
    _ email: EmailAddress,
    _ request: SignInRequest
  ) async throws(AccountsError) -> SignedIn {
    let check = try await hasher.check(request.password, against: row?.password)
    guard let row, case .right(let isOutdated) = check else {
      report(.signInFailed, row?.account.id)
      throw .badCredentials
    }
    attempts.succeed(email.key, from: request.address)
    // Any failure is temporary: the old hash stays until the next sign-in.
    let renewed = isOutdated ? try? await hasher.hash(request.password) : nil
    let signedIn = try await begin(row, renewed, request.client)
    report(.signedIn, signedIn.account.id, session: signedIn.session.id)
    return signedIn
  }

  /// Starts a session of an account whose password was right a moment ago.
  private func begin(
    _ row: AccountRow,
    _ renewed: StoredPassword?,
    _ client: SessionClient
  ) async throws(AccountsError) -> SignedIn {
    let (session, token) = newSession(client)
    let account = try await tables.write { [self] database in
      guard let now = try AccountRow.find(row.account.id, in: database),
        now.password == row.password
      else { throw AccountsError.badCredentials }
      try now.requireActive()
      if let renewed {
        try database.run(
          "UPDATE accounts SET password = ?, pepper = ? WHERE id = ?",
          .text(renewed.text),
          .blob(renewed.pepper),
          .id(row.account.id)
        )
      }
      try insert(session, token, of: row.account.id, in: database)
      return now.account
    }
    return SignedIn(account: account, session: session, token: token)
  }

  /// Stores a new session, and notifies the channels of its account.
  func insert(
    _ session: Session,
    _ token: String,
    of account: AccountID,
    in database: any StoreConnection
  ) throws {
    try NewSessions.markFirst(session, of: account, in: database)
    // The channels of sessions that make room for this one end with them.
    try SessionRow.insert(
      session,
      token: Secret.hash(token),
      of: account,
      most: policy.sessions.most,
      in: database
    )
    guard let notice = announcement(session) else { return }
    _ = try notice.enqueue(for: account, session.createdAt, in: database)
  }

  func newSession(_ client: SessionClient) -> (Session, token: String) {
    let now = clock.now()
    let session = Session(
      id: Secret.id(random),
      client: client,
      createdAt: now,
      signedInAt: now,
      usedAt: now,
      expiresAt: policy.sessions.end(client.kind, signedInAt: now, usedAt: now)
    )
    return (session, Secret.token(random))
  }

  /// - Throws: ``AccountsError/tooManyAttempts(retryAfter:)``, before anything is hashed.
  private func takePassword(
    _ email: EmailAddress,
    from address: String
  ) throws(AccountsError) {
    do throws(AccountsError) {
      try attempts.takePassword(email.key, from: address)
    } catch {
      report(.attemptsRefused)
      throw error
    }
  }

  /// The hash of the invitation that this server requires; nil if it requires none.
  private func neededInvitation(_ given: String?) throws(AccountsError) -> [UInt8]? {
    switch policy.signUp {
    case .open: return nil
    case .closed: throw .signUpClosed
    case .invitation:
      guard let given, !given.isEmpty else { throw .invitationNeeded }
      guard let code = InvitationCode(given) else { throw .badInvitation }
      return code.hash
    }
  }

  /// Returns the account with the address of somebody who signs up; nil if there is none.
  ///
  /// - Throws: ``AccountsError/badInvitation``.
  private func find(
    _ email: EmailAddress,
    invitedBy invitation: [UInt8]?
  ) async throws(AccountsError) -> AccountRow? {
    let now = clock.now()
    return try await tables.read { database in
      if let invitation { try Invitation.require(invitation, at: now, in: database) }
      return try AccountRow.find(email, in: database)
    }
  }

  private func checkedEmail(
    _ email: String,
    _ password: String,
    _ sealed: SealedPassword?
  ) throws(AccountsError) -> EmailAddress {
    let email = try EmailAddress(email)
    if let sealed {
      try sealed.check(proof: password)
    } else {
      try PasswordRule.check(password, of: email)
    }
    return email
  }
}

extension SessionPolicy {
  /// When a session ends unless it is used before.
  func end(_ kind: SessionClient.Kind, signedInAt: Instant, usedAt: Instant) -> Instant {
    switch kind {
    case .device: usedAt.advanced(bySeconds: deviceIdle)
    case .browser:
      min(
        usedAt.advanced(bySeconds: browserIdle),
        signedInAt.advanced(bySeconds: browserLongest)
      )
    }
  }

  /// Returns a session with its latest use set to now.
  func used(_ session: Session, at now: Instant, signedInAt: Instant? = nil) -> Session {
    let signedInAt = signedInAt ?? session.signedInAt
    return Session(
      id: session.id,
      client: session.client,
      createdAt: session.createdAt,
      signedInAt: signedInAt,
      usedAt: now,
      expiresAt: end(session.client.kind, signedInAt: signedInAt, usedAt: now)
    )
  }
}
