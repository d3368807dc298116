import Core
import ServerStorage

/// Searches accounts, for administrators.
extension AccountStore {
  /// The maximum length of a search text in characters; the rest is ignored.
  private static let longestSearch = 254

  /// Returns accounts whose address contains a text, in the order of their addresses.
  ///
  /// - Parameters:
  ///   - text: empty for all.
  ///   - limit: the maximum number of accounts.
  /// - Throws: ``AccountsError``: `administratorsOnly`.
  public func accounts(
    matching text: String,
    limit: Int,
    by authority: Authority
  ) async throws(AccountsError) -> [Account] {
    let wanted = TextRule.line.cleaned(text).lowercased().prefix(AccountStore.longestSearch)
    return try await tables.read { database in
      try AccountStore.require(authority, in: database)
      return try AccountRow.matching(String(wanted), limit: limit, in: database).map(\.account)
    }
  }

  /// Returns an account by its id.
  ///
  /// - Throws: ``AccountsError``: `administratorsOnly`, `unknownAccount`.
  public func account(
    _ id: AccountID,
    by authority: Authority
  ) async throws(AccountsError) -> Account {
    try await tables.read { database in
      try AccountStore.require(authority, in: database)
      guard let row = try AccountRow.find(id, in: database) else {
        throw AccountsError.unknownAccount
      }
      return row.account
    }
  }

  /// Returns an account by its e-mail address.
  ///
  /// - Throws: ``AccountsError``: `badEmail`, `administratorsOnly`, `unknownAccount`.
  public func account(
    at email: String,
    by authority: Authority
  ) async throws(AccountsError) -> Account {
    let email = try EmailAddress(email)
    return try await tables.read { database in
      try AccountStore.require(authority, in: database)
      guard let row = try AccountRow.find(email, in: database) else {
        throw AccountsError.unknownAccount
      }
      return row.account
    }
  }

  /// The number of accounts, and of suspended ones.
  ///
  /// - Throws: ``AccountsError``: `administratorsOnly`.
  public func count(
    by authority: Authority
  ) async throws(AccountsError) -> (accounts: Int, suspended: Int) {
    try await tables.read { database in
      try AccountStore.require(authority, in: database)
      return (
        try database.number("SELECT count(*) FROM accounts"),
        try database.number("SELECT count(*) FROM accounts WHERE suspended_at IS NOT NULL")
      )
    }
  }

  /// Checks an account owner's password again before an important action.
  ///
  /// - Throws: ``AccountsError``: `signedOut`, `suspended`, `badCredentials`, `tooManyAttempts`,
  ///   `busy`.
  public func confirm(_ id: AccountID, by password: String) async throws(AccountsError) {
    _ = try await proven(id, by: password)
  }
}
