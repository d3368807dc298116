import Core
import ServerStorage

/// The spaces of accounts, one for each product, and flags about them.
extension AccountStore {
  /// The number of flags in one answer.
  private static let mostFlags = 1000
  /// The number of bytes of the longest code.
  private static let longestCode = 64

  /// Returns the space of somebody who has just been authenticated, created at the first call.
  ///
  /// - Throws: the errors of the method for an account.
  public func space(
    of caller: Caller,
    product: String
  ) async throws(AccountsError) -> AccountSpace {
    if let known = caller.spaces.first(where: { $0.product == product }) { return known }
    return try await space(of: caller.account.id, product: product)
  }

  /// Returns the space of an account for a product, created at the first call.
  ///
  /// - Parameter product: one that the server serves.
  /// - Throws: ``AccountsError``: `signedOut` if the account was erased meanwhile, `suspended`.
  public func space(
    of account: AccountID,
    product: String
  ) async throws(AccountsError) -> AccountSpace {
    let known = try await tables.read { try AccountSpace.find(account, product, in: $0) }
    if let known { return known }
    let (id, now): (SpaceID, Instant) = (Secret.id(random), clock.now())
    return try await tables.write { database in
      _ = try AccountRow.active(account, in: database)
      try database.run(
        """
        INSERT INTO spaces(account, product, id, created_at) VALUES (?, ?, ?, ?)
        ON CONFLICT(account, product) DO NOTHING
        """,
        .id(account),
        .text(product),
        .id(id),
        .at(now)
      )
      guard let space = try AccountSpace.find(account, product, in: database) else {
        throw AccountsError.signedOut
      }
      return space
    }
  }

  /// Returns the spaces of an account, in the order of their products.
  public func spaces(of account: AccountID) async throws(AccountsError) -> [AccountSpace] {
    try await tables.read { try AccountSpace.all(of: account, in: $0) }
  }

  /// Returns the account to which a space belongs; nil if there is none any more.
  public func owner(of space: SpaceID) async throws(AccountsError) -> AccountID? {
    try await tables.read { database in
      try database.first(
        "SELECT account FROM spaces WHERE id = ?",
        .id(space),
        read: { try $0.id(0) }
      )
    }
  }

  /// Counts a flag about an account on this day, by UTC, for the operator; its data stays as it is.
  ///
  /// Nothing happens if the account is gone.
  ///
  /// - Parameter code: describes the suspicion in one word, such as `bulk-entries`.
  public func flag(_ account: AccountID, _ code: String) async throws(AccountsError) {
    let code = String(decoding: code.utf8.prefix(AccountStore.longestCode), as: UTF8.self)
    let day = Day(at: clock.now(), minutesEast: 0)
    try await tables.write { database in
      guard try AccountRow.find(account, in: database) != nil else { return }
      try database.run(
        """
        INSERT INTO flags VALUES (?, ?, ?, 1)
        ON CONFLICT(account, code, day) DO UPDATE SET count = flags.count + 1
        """,
        .id(account),
        .text(code),
        .integer(day.number)
      )
    }
  }

  /// Returns the flags since a day, newest first, at most 1,000.
  ///
  /// - Throws: ``AccountsError``: `administratorsOnly`.
  public func flags(
    since day: Day,
    by authority: Authority
  ) async throws(AccountsError) -> [AccountFlag] {
    try await tables.read { database in
      try AccountStore.require(authority, in: database)
      return try database.all(
        """
        SELECT account, code, day, count FROM flags WHERE day >= ?
        ORDER BY day DESC, account, code LIMIT ?
        """,
        .integer(day.number),
        .integer(AccountStore.mostFlags),
        read: AccountFlag.read
      )
    }
  }
}

extension AccountSpace {
  private static let columns = "id, product, created_at"

  private static func read(_ row: any StoreRow) throws -> AccountSpace {
    AccountSpace(
      id: try row.id(0),
      product: row.text(1),
      createdAt: row.instant(2)
    )
  }

  fileprivate static func find(
    _ account: AccountID,
    _ product: String,
    in database: any StoreConnection
  ) throws -> AccountSpace? {
    try database.first(
      "SELECT \(columns) FROM spaces WHERE account = ? AND product = ?",
      .id(account),
      .text(product),
      read: read
    )
  }

  static func all(
    of account: AccountID,
    in database: any StoreConnection
  ) throws -> [AccountSpace] {
    try database.all(
      "SELECT \(columns) FROM spaces WHERE account = ? ORDER BY product",
      .id(account),
      read: read
    )
  }
}

extension AccountFlag {
  fileprivate static func read(_ row: any StoreRow) throws -> AccountFlag {
    AccountFlag(
      account: try row.id(0),
      code: row.text(1),
      day: Day(number: row.int(2)),
      count: row.int(3)
    )
  }

  static func all(of account: AccountID, in database: any StoreConnection) throws -> [AccountFlag] {
    try database.all(
      "SELECT account, code, day, count FROM flags WHERE account = ? ORDER BY day, code",
      .id(account),
      read: read
    )
  }
}
