import Core
import ServerStorage

/// Invitations, which are required to create an account on an invitation-only server.
extension AccountStore {
  /// The number of invitations that can be open at once.
  private static let mostOpen = 1000
  /// Milliseconds for which an invitation is listed after it has expired.
  private static let kept: Int64 = 90 * 86_400_000

  /// Creates an invitation, which can be used once.
  ///
  /// - Throws: ``AccountsError``: `administratorsOnly`, `tooManyCodes`.
  public func invite(by authority: Authority) async throws(AccountsError) -> NewInvitation {
    let code = InvitationCode(random: random)
    let now = clock.now()
    let inviter: AccountID? = if case .account(let id) = authority { id } else { nil }
    let invitation = Invitation(
      id: Secret.id(random),
      inviter: inviter,
      createdAt: now,
      expiresAt: now.advanced(bySeconds: policy.invitationLifetime),
      state: .open
    )
    try await tables.write { database in
      try AccountStore.require(authority, in: database)
      try database.run(
        "DELETE FROM invitations WHERE expires_at < ?",
        .integer(now.milliseconds - AccountStore.kept)
      )
      let open = try database.number(
        "SELECT count(*) FROM invitations WHERE \(Invitation.isOpen)",
        .at(now)
      )
      guard open < AccountStore.mostOpen else { throw AccountsError.tooManyCodes }
      try Invitation.insert(invitation, code.hash, in: database)
    }
    report(.invitationMade, inviter)
    return NewInvitation(invitation: invitation, code: code.text)
  }

  /// Returns the invitations of the server, newest first.
  ///
  /// - Throws: ``AccountsError``: `administratorsOnly`.
  public func invitations(by authority: Authority) async throws(AccountsError) -> [Invitation] {
    let now = clock.now()
    return try await tables.read { database in
      try AccountStore.require(authority, in: database)
      return try Invitation.all(at: now, in: database)
    }
  }

  /// Revokes an invitation.
  ///
  /// - Returns: whether it was usable until now.
  /// - Throws: ``AccountsError``: `administratorsOnly`.
  @discardableResult
  public func revokeInvitation(
    _ id: InvitationID,
    by authority: Authority
  ) async throws(AccountsError) -> Bool {
    let now = clock.now()
    let revoked = try await tables.write { database in
      try AccountStore.require(authority, in: database)
      return try database.run(
        "UPDATE invitations SET revoked_at = ?1 WHERE id = ?2 AND \(Invitation.isOpen)",
        .at(now),
        .id(id)
      )
    }
    if revoked > 0 { report(.invitationRevoked) }
    return revoked > 0
  }
}

extension Invitation {
  /// The condition for a usable invitation, with the current time as first parameter.
  static let isOpen = "used_at IS NULL AND revoked_at IS NULL AND expires_at > ?1"

  /// - Throws: ``AccountsError/badInvitation`` unless the invitation with that code is usable.
  static func require(_ code: [UInt8], at now: Instant, in database: any StoreConnection) throws {
    let isUsable = try database.has(
      "SELECT 1 FROM invitations WHERE code = ?2 AND \(isOpen)",
      .at(now),
      .blob(code)
    )
    guard isUsable else { throw AccountsError.badInvitation }
  }

  /// Uses up an invitation.
  ///
  /// - Throws: ``AccountsError/badInvitation`` if somebody else was faster.
  static func use(_ code: [UInt8], at now: Instant, in database: any StoreConnection) throws {
    let used = try database.run(
      "UPDATE invitations SET used_at = ?1 WHERE code = ?2 AND \(isOpen)",
      .at(now),
      .blob(code)
    )
    guard used == 1 else { throw AccountsError.badInvitation }
  }

  fileprivate static func insert(
    _ invitation: Invitation,
    _ code: [UInt8],
    in database: any StoreConnection
  ) throws {
    try database.run(
      "INSERT INTO invitations(id, code, account, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
      .id(invitation.id),
      .blob(code),
      .id(invitation.inviter),
      .at(invitation.createdAt),
      .at(invitation.expiresAt)
    )
  }

  /// All invitations, or those that one account has made.
  static func all(
    of inviter: AccountID? = nil,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> [Invitation] {
    try database.all(
      """
      SELECT id, account, created_at, expires_at, used_at, revoked_at FROM invitations
      WHERE account = ?1 OR ?1 IS NULL ORDER BY created_at DESC, id
      """,
      .id(inviter)
    ) { row in
      let expiresAt = row.instant(3)
      let state: State =
        if !row.isNull(4) { .used } else if !row.isNull(5) { .revoked } else if expiresAt > now {
          .open
        } else { .expired }
      return Invitation(
        id: try row.id(0),
        inviter: try row.optionalID(1),
        createdAt: row.instant(2),
        expiresAt: expiresAt,
        state: state
      )
    }
  }
}
