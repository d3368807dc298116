import Core
import ServerStorage

/// Invitations, the only way to become friends: there is no search.
extension FriendStore {
  /// Milliseconds for which an invitation is listed after it has expired.
  private static let kept: Int64 = 30 * 86_400_000

  /// Creates an invitation, which can be used once.
  ///
  /// - Throws: ``FriendsError``: `nameNeeded`, `tooManyInvitations`.
  public func invite(by account: AccountID) async throws(FriendsError) -> NewFriendInvitation {
    let code = InvitationCode(random: random)
    let now = clock.now()
    let invitation = FriendInvitation(
      id: Secret.id(random),
      createdAt: now,
      expiresAt: now.advanced(bySeconds: policy.invitationLifetime),
      state: .open
    )
    try await tables.write { [policy] database in
      let person = try Person.require(account, in: database)
      try database.run(
        "DELETE FROM invitations WHERE person = ? AND expires_at < ?",
        .id(person.id),
        .integer(now.milliseconds - FriendStore.kept)
      )
      let open = try database.number(
        "SELECT count(*) FROM invitations WHERE person = ?2 AND \(FriendInvitation.isOpen)",
        .at(now),
        .id(person.id)
      )
      guard open < policy.openInvitations else {
        throw FriendsError.tooManyInvitations(policy.openInvitations)
      }
      let most = policy.invitationsADay
      guard try Counter.invitations.take(person.id, most: most, at: now, in: database) else {
        throw FriendsError.tooManyInvitations(most)
      }
      try invitation.insert(code.hash, by: person.id, in: database)
    }
    return NewFriendInvitation(invitation: invitation, code: code.text)
  }

  /// Returns the invitations of a person, newest first.
  public func invitations(
    of account: AccountID
  ) async throws(FriendsError) -> [FriendInvitation] {
    let now = clock.now()
    return try await tables.read { try FriendInvitation.all(of: account, at: now, in: $0) }
  }

  /// Revokes an invitation.
  ///
  /// - Returns: whether it was the caller's and usable until now.
  @discardableResult
  public func revokeInvitation(
    _ id: FriendInvitationID,
    by account: AccountID
  ) async throws(FriendsError) -> Bool {
    let now = clock.now()
    let line = ErasureLedger.line(.invitation, id, at: now)
    return try await tables.write { [ledger] database in
      let revoked = try database.run(
        """
        UPDATE invitations SET revoked_at = ?1 WHERE id = ?2
          AND person = (SELECT id FROM people WHERE account = ?3) AND \(FriendInvitation.isOpen)
        """,
        .at(now),
        .id(id),
        .id(account)
      )
      guard revoked > 0 else { return false }
      try ledger.record([line])
      return true
    }
  }

  /// Makes the caller a friend of the person who created a code, who is notified.
  ///
  /// Repeating the call, as after a lost answer, changes nothing.
  ///
  /// - Parameter name: what friends call the caller from now on; nil if that does not change.
  /// - Throws: ``FriendsError``: `nameNeeded`, `badName`, `badInvitation`, `ownInvitation`,
  ///   `alreadyFriends`, `blockedByYou`, `tooManyFriends`, `inviterIsFull`; the code stays usable
  ///   then, and the caller's name is what it was.
  public func accept(
    _ code: String,
    as name: String? = nil,
    by account: AccountID
  ) async throws(FriendsError) -> Friend {
    guard let code = InvitationCode(code)?.hash else { throw .badInvitation }
    let newName: String? = if let name { try Person.checked(name: name) } else { nil }
    let (id, now): (PersonID, Instant) = (Secret.id(random), clock.now())
    let (friend, used) = try await tables.write {
      [policy] database -> (Friend, FriendInvitationID) in
      if let newName {
        _ = try Person.rename(account, to: newName, new: id, at: now, in: database)
      }
      let person = try Person.require(account, in: database)
      if let known = try FriendInvitation.accepted(code, by: person.id, in: database) {
        return known
      }
      let (invitation, inviter) = try FriendInvitation.open(code, at: now, in: database)
      try FriendStore.check(person.id, mayJoin: inviter.id, policy, in: database)
      try database.run(
        "UPDATE invitations SET used_at = ? WHERE id = ?",
        .at(now),
        .id(invitation)
      )
      try Friendship.insert(person.id, inviter.id, at: now, in: database)
      try Delivery(
        key: "friend/\(person.id)/\(now.milliseconds)",
        kind: .friend,
        actor: person.id,
        recipient: inviter.id,
        post: nil,
        at: now
      ).enqueue(in: database)
      return (Friend(person: inviter, since: now, isHidden: false), invitation)
    }
    // After the friendship is on disk: a code that is recorded as used without a friendship,
    // because the program ended in between, would be lost. What cannot be recorded now is recorded
    // at the next start.
    let line = ErasureLedger.line(.invitation, used, at: now)
    _ = try? await tables.write { [ledger] _ in try ledger.record([line]) }
    return friend
  }

  private static func check(
    _ person: PersonID,
    mayJoin inviter: PersonID,
    _ policy: FriendsPolicy,
    in database: any StoreConnection
  ) throws {
    guard inviter != person else { throw FriendsError.ownInvitation }
    // A blocked person learns no more than for a mistyped code.
    guard try !Block.exists(by: inviter, person, in: database) else {
      throw FriendsError.badInvitation
    }
    guard try !Block.exists(by: person, inviter, in: database) else {
      throw FriendsError.blockedByYou
    }
    guard try !Friendship.exists(person, inviter, in: database) else {
      throw FriendsError.alreadyFriends
    }
    guard try Friendship.count(of: person, in: database) < policy.friends else {
      throw FriendsError.tooManyFriends(policy.friends)
    }
    guard try Friendship.count(of: inviter, in: database) < policy.friends else {
      throw FriendsError.inviterIsFull
    }
  }
}

extension FriendInvitation {
  /// The condition for a usable invitation, with the current time as first parameter.
  fileprivate static let isOpen = "used_at IS NULL AND revoked_at IS NULL AND expires_at > ?1"

  /// A usable invitation, and the person who created it; not one whom the operator has suspended.
  ///
  /// - Throws: ``FriendsError/badInvitation``.
  fileprivate static func open(
    _ code: [UInt8],
    at now: Instant,
    in database: any StoreConnection
  ) throws -> (FriendInvitationID, Person) {
    let found = try database.first(
      """
      SELECT i.id, p.id, p.name FROM invitations i JOIN people p ON p.id = i.person
      WHERE i.code = ?2 AND p.is_barred = 0 AND \(isOpen)
      """,
      .at(now),
      .blob(code),
      read: { row -> (FriendInvitationID, Person) in (try row.id(0), try Person(row, at: 1)) }
    )
    guard let found else { throw FriendsError.badInvitation }
    return found
  }

  /// The friend that somebody has made by a code, with the invitation; nil if they are none.
  ///
  /// An invitation and the friendship that it led to have the same instant.
  fileprivate static func accepted(
    _ code: [UInt8],
    by person: PersonID,
    in database: any StoreConnection
  ) throws -> (Friend, FriendInvitationID)? {
    try database.first(
      """
      SELECT p.id, p.name, f.since, f.is_hidden, i.id FROM invitations i
      JOIN people p ON p.id = i.person
      JOIN friendships f ON f.person = ?2 AND f.friend = i.person AND f.since = i.used_at
      WHERE i.code = ?1
      """,
      .blob(code),
      .id(person)
    ) { row -> (Friend, FriendInvitationID) in
      let friend = Friend(
        person: try Person(row),
        since: row.instant(2),
        isHidden: row.int(3) != 0
      )
      return (friend, try row.id(4))
    }
  }

  /// Revokes the invitations that a ledger of erasures names.
  ///
  /// - Returns: how many there were.
  static func revoke(
    named keys: Set<String>,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> Int {
    let open: [FriendInvitationID] = try database.all(
      "SELECT id FROM invitations WHERE used_at IS NULL AND revoked_at IS NULL"
    ) { try $0.id(0) }
    let named = open.filter { keys.contains(ErasureLedger.key(.invitation, $0)) }
    for id in named {
      try database.run(
        "UPDATE invitations SET revoked_at = ? WHERE id = ?",
        .at(now),
        .id(id)
      )
    }
    return named.count
  }

  /// Adds the used invitations to a ledger, which has the given keys, if it lacks them.
  static func noteUsed(
    in ledger: ErasureLedger,
    beside keys: Set<String>,
    at now: Instant,
    _ database: any StoreConnection
  ) throws {
    let used: [FriendInvitationID] = try database.all(
      "SELECT id FROM invitations WHERE used_at IS NOT NULL"
    ) { try $0.id(0) }
    let new = Set(used.map { ErasureLedger.key(.invitation, $0) }).subtracting(keys)
    try ledger.record(new.sorted().map { ErasureLedger.line($0, at: now) })
  }

  fileprivate func insert(
    _ code: [UInt8],
    by person: PersonID,
    in database: any StoreConnection
  ) throws {
    try database.run(
      "INSERT INTO invitations(id, code, person, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
      .id(id),
      .blob(code),
      .id(person),
      .at(createdAt),
      .at(expiresAt)
    )
  }

  static func all(
    of account: AccountID,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> [FriendInvitation] {
    try database.all(
      """
      SELECT i.id, i.created_at, i.expires_at, i.used_at, i.revoked_at
      FROM invitations i JOIN people p ON p.id = i.person
      WHERE p.account = ? ORDER BY i.created_at DESC, i.id
      """,
      .id(account)
    ) { row in
      let expiresAt = row.instant(2)
      let state: State =
        if !row.isNull(3) { .used } else if !row.isNull(4) { .revoked } else if expiresAt > now {
          .open
        } else { .expired }
      return FriendInvitation(
        id: try row.id(0),
        createdAt: row.instant(1),
        expiresAt: expiresAt,
        state: state
      )
    }
  }
}
