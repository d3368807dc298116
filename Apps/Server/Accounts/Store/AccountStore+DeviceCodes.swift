import Core
import Crypto
import ServerStorage

/// Linking a device by a code that a person types where they are already signed in.
///
/// Source: RFC 8628; OWASP ASVS 5.0, 6.5.5 and 6.6.
extension AccountStore {
  /// Starts to link a device.
  ///
  /// - Throws: ``AccountsError``: `tooManyCodes`.
  public func beginDeviceCode(
    for client: SessionClient,
    address: String
  ) async throws(AccountsError) -> DeviceCode {
    let (token, userCode, now) = (Secret.token(random), UserCode(random: random), clock.now())
    let limits = policy.deviceCodes
    let origin = keyed("address", address)
    try await tables.write { database in
      try database.run("DELETE FROM device_codes WHERE expires_at <= ?", .at(now))
      let all = try database.number("SELECT count(*) FROM device_codes")
      let own = try database.number(
        "SELECT count(*) FROM device_codes WHERE address = ?",
        .blob(origin)
      )
      let isTaken = try database.has(
        "SELECT 1 FROM device_codes WHERE user_code = ?",
        .text(userCode.text)
      )
      guard all < limits.most, own < limits.mostOfAddress, !isTaken else {
        throw AccountsError.tooManyCodes
      }
      try database.run(
        """
        INSERT INTO device_codes(code, user_code, address, name, product, kind, created_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .blob(Secret.hash(token)),
        .text(userCode.text),
        .blob(origin),
        .text(client.name),
        .text(client.product),
        .text(client.kind.rawValue),
        .at(now),
        .at(now.advanced(bySeconds: limits.lifetime))
      )
    }
    return DeviceCode(
      deviceCode: token,
      userCode: userCode.text,
      expiresIn: limits.lifetime,
      interval: limits.interval
    )
  }

  /// Returns the device whose code a signed-in person typed, to be shown before they approve it.
  ///
  /// - Throws: ``AccountsError``: `expiredCode`, `tooManyAttempts`.
  public func deviceRequest(
    _ userCode: String,
    for account: AccountID
  ) async throws(AccountsError) -> DeviceRequest {
    try attempts.takeUserCode(account)
    guard let code = UserCode(userCode) else { throw .expiredCode }
    let now = clock.now()
    let request = try await tables.read { database in
      try database.first(
        """
        SELECT name, product, kind, created_at, expires_at FROM device_codes
        WHERE user_code = ? AND \(AccountStore.isPending) AND expires_at > ?
        """,
        .text(code.text),
        .at(now)
      ) { row in
        DeviceRequest(
          client: SessionClient(name: row.text(0), product: row.text(1), kind: try row.word(2)),
          createdAt: row.instant(3),
          expiresAt: row.instant(4)
        )
      }
    }
    guard let request else { throw .expiredCode }
    attempts.succeedUserCode(account)
    return request
  }

  /// Approves or denies the device whose code a signed-in person typed.
  ///
  /// - Parameters:
  ///   - account: that person's, which an approved device is signed in to.
  ///   - session: that of the request. If it was ended meanwhile, so were its codes, and no other
  ///     must follow.
  /// - Throws: ``AccountsError``: `expiredCode`, `tooManyAttempts`, `suspended`, `signedOut`.
  public func answerDevice(
    _ userCode: String,
    approves: Bool,
    by account: AccountID,
    in session: SessionID
  ) async throws(AccountsError) {
    try attempts.takeUserCode(account)
    guard let code = UserCode(userCode) else { throw .expiredCode }
    let now = clock.now()
    try await tables.write { database in
      _ = try AccountRow.active(account, in: database)
      guard try SessionRow.isOpen(session, at: now, in: database) else {
        throw AccountsError.signedOut
      }
      let changed = try database.run(
        """
        UPDATE device_codes SET is_denied = ?, account = ?
        WHERE user_code = ? AND \(AccountStore.isPending) AND expires_at > ?
        """,
        .integer(approves ? 0 : 1),
        .id(approves ? account : nil),
        .text(code.text),
        .at(now)
      )
      guard changed == 1 else { throw AccountsError.expiredCode }
    }
    attempts.succeedUserCode(account)
    report(approves ? .deviceApproved : .deviceDenied, account)
  }

  /// Polls whether a device was approved, and signs it in if so.
  ///
  /// - Throws: ``AccountsError``: `expiredCode`, `deniedCode`, `slowDown`, `suspended`.
  public func redeem(_ deviceCode: String) async throws(AccountsError) -> DeviceCodeAnswer {
    let (hash, now) = (Secret.hash(deviceCode), clock.now())
    let found = try await tables.read { try RedeemedCode.find(hash, at: now, in: $0) }
    guard let found else { throw .expiredCode }
    try polls.ask(hash, at: now)
    guard found.isDenied || found.account != nil else { return .pending }
    let (session, token) = newSession(found.client)
    let account: Account? = try await tables.write { [self] database in
      // The code may have been used or revoked meanwhile.
      guard let found = try RedeemedCode.find(hash, at: now, in: database) else {
        throw AccountsError.expiredCode
      }
      try database.run("DELETE FROM device_codes WHERE code = ?", .blob(hash))
      guard let id = found.account else { return nil }
      let row = try AccountRow.active(id, in: database)
      try insert(session, token, of: id, in: database)
      return row.account
    }
    polls.forget(hash)
    guard let account else { throw .deniedCode }
    report(.signedIn, account.id, session: session.id)
    return .signedIn(SignedIn(account: account, session: session, token: token))
  }

  /// The condition for a code that nobody has answered.
  private static let isPending = "is_denied = 0 AND account IS NULL"

  /// Returns a keyed hash of a text, which nobody can guess without the server's secret.
  func keyed(_ purpose: String, _ text: String) -> [UInt8] {
    let message = Array(purpose.utf8) + [0] + Array(text.utf8)
    return Array(
      HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: secret))
    )
  }
}

/// A code of a device as its device finds it.
private struct RedeemedCode: Sendable {
  let isDenied: Bool
  /// Who approved it.
  let account: AccountID?
  let client: SessionClient

  static func find(
    _ code: [UInt8],
    at now: Instant,
    in database: any StoreConnection
  ) throws -> RedeemedCode? {
    try database.first(
      """
      SELECT is_denied, account, name, product, kind FROM device_codes
      WHERE code = ? AND expires_at > ?
      """,
      .blob(code),
      .at(now)
    ) { row in
      RedeemedCode(
        isDenied: row.int(0) != 0,
        account: try row.optionalID(1),
        client: SessionClient(name: row.text(2), product: row.text(3), kind: try row.word(4))
      )
    }
  }
}
