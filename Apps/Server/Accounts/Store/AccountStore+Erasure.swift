import Core
import ServerStorage

/// Erases accounts permanently, even after a backup is restored.
extension AccountStore {
  /// Erases an account and everything about its owner, who has just given the password.
  ///
  /// - Returns: the spaces to erase; see ``spacesToErase()``.
  /// - Throws: ``AccountsError``: `badCredentials`, `tooManyAttempts`, `busy`.
  public func eraseAccount(
    _ account: AccountID,
    password: String
  ) async throws(AccountsError) -> [ErasedSpace] {
    let row = try await proven(account, by: password)
    return try await erase(account) { database in
      guard try AccountRow.active(account, in: database).password == row.password else {
        throw AccountsError.badCredentials
      }
    }
  }

  /// Erases an account on behalf of an administrator or the operator.
  ///
  /// - Returns: the spaces to erase; see ``spacesToErase()``.
  /// - Throws: ``AccountsError``: `badEmail`, `unknownAccount`, `administratorsOnly`, `ownAccount`.
  public func eraseAccount(
    _ email: String,
    by authority: Authority
  ) async throws(AccountsError) -> [ErasedSpace] {
    let found = try await account(at: email, by: authority)
    guard authority != .account(found.id) else { throw .ownAccount }
    return try await erase(found.id) { try AccountStore.require(authority, in: $0) }
  }

  /// The spaces whose accounts are gone, and whose facts are not yet confirmed as erased.
  ///
  /// They are requested again at each start, so that a crash between the two loses none.
  public func spacesToErase() async throws(AccountsError) -> [ErasedSpace] {
    try await tables.read { try ErasedSpace.all(in: $0) }
  }

  /// Records that the facts of a space are erased.
  public func confirmErasure(of space: SpaceID) async throws(AccountsError) {
    try await tables.write { try $0.run("DELETE FROM erasing WHERE id = ?", .id(space)) }
  }

  /// Erases again what a restored backup has brought back, according to the ledger.
  ///
  /// It must be called at each start.
  ///
  /// - Returns: the spaces to erase; see ``spacesToErase()``.
  /// - Throws: ``AccountsError/store(_:)``, also when the ledger cannot be written.
  public func applyErasures() async throws(AccountsError) -> [ErasedSpace] {
    try await recordErasures()
    // On the store's thread, since the ledger blocks its caller.
    try await tables.read { [ledger] _ in try ledger.join() }
    let ids: [AccountID] = try await tables.read { [ledger] database in
      let keys = try ledger.keys()
      return try database.all("SELECT id FROM accounts") { try $0.id(0) }
        .filter { keys.contains(ErasureLedger.key(.account, $0)) }
    }
    for id in ids { _ = try await erase(id) { _ in } }
    return try await spacesToErase()
  }

  /// Those of the given spaces whose accounts were erased, according to the ledger.
  ///
  /// A restored store of spaces may have some that the accounts know nothing of.
  public func erased(among spaces: [SpaceID]) async throws(AccountsError) -> [SpaceID] {
    try await tables.read { [ledger] _ in
      let keys = try ledger.keys()
      return spaces.filter { keys.contains(ErasureLedger.key(.space, $0)) }
    }
  }

  /// - Parameter permit: throws unless it may be erased, in the same transaction.
  private func erase(
    _ account: AccountID,
    _ permit: @Sendable (any StoreConnection) throws -> Void
  ) async throws(AccountsError) -> [ErasedSpace] {
    let now = clock.now()
    try await tables.write { [ledger] database in
      try permit(database)
      // An invalid ledger is detected before anything is erased.
      try ledger.check()
      try AccountRow.erase(account, at: now, in: database)
    }
    report(.erased, account)
    // It counts as erased whatever happens now: missing ledger entries are written at the next
    // start.
    do throws(AccountsError) {
      try await recordErasures()
    } catch { report(.erasureUnrecorded, account) }
    _ = try? await tables.scrub()
    return try await spacesToErase()
  }

  /// Writes erasures into the ledger that it does not contain yet.
  ///
  /// After a crash in between, lines may be written twice, which changes nothing.
  private func recordErasures() async throws(AccountsError) {
    try await tables.write { [ledger] database in
      let lines = try database.all("SELECT line FROM unrecorded_erasures") { $0.text(0) }
      guard !lines.isEmpty else { return }
      try ledger.record(lines)
      try database.run("DELETE FROM unrecorded_erasures")
    }
  }
}

extension AccountRow {
  /// Removes an account; only the data for the ledger and the ids of its spaces remain.
  fileprivate static func erase(
    _ account: AccountID,
    at now: Instant,
    in database: any StoreConnection
  ) throws {
    let spaces = try AccountSpace.all(of: account, in: database)
    var lines = spaces.map { ErasureLedger.line(.space, $0.id, at: now) }
    lines.append(ErasureLedger.line(.account, account, at: now))
    for line in lines {
      try database.run(
        "INSERT INTO unrecorded_erasures VALUES (?) ON CONFLICT DO NOTHING",
        .text(line)
      )
    }
    for space in spaces {
      try database.run(
        "INSERT INTO erasing VALUES (?, ?) ON CONFLICT DO NOTHING",
        .id(space.id),
        .text(space.product)
      )
    }
    try AccountStore.withdrawGifts(of: account, at: now, in: database)
    try database.run("UPDATE invitations SET account = NULL WHERE account = ?", .id(account))
    for table in AccountsSchema.tablesOfAccounts {
      try database.run("DELETE FROM \(table) WHERE account = ?", .id(account))
    }
    try database.run("DELETE FROM accounts WHERE id = ?", .id(account))
  }
}

extension ErasedSpace {
  fileprivate static func all(in database: any StoreConnection) throws -> [ErasedSpace] {
    try database.all("SELECT id, product FROM erasing ORDER BY id") { row in
      ErasedSpace(id: try row.id(0), product: row.text(1))
    }
  }
}
