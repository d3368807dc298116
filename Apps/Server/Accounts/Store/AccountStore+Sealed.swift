import Core
import ServerStorage

/// The data with which a device opens a sealed account, whose keys the server cannot read.
extension AccountStore {
  /// How a device derives a proof from a password; nil if it sends the password itself.
  ///
  /// For an address without an account the answer looks like that for an existing one, and stays
  /// the same: it is derived from a secret of the server. ``AccountPolicy/sealedShare`` of 100 such
  /// addresses look sealed, so that the answer hardly reveals whether there is an account. Somebody
  /// who asks before and after an account is created or erased may see the answer change.
  ///
  /// - Throws: ``AccountsError``: `badEmail`, `tooManyAttempts`.
  public func signInParameters(
    of email: String,
    address: String
  ) async throws(AccountsError) -> SealingParameters? {
    let email = try EmailAddress(email)
    try attempts.takeQuestion(from: address)
    if let row = try await tables.read({ try AccountRow.find(email, in: $0) }) {
      return row.sealing
    }
    let drawn = keyed("sign-in parameters", email.key)
    guard Int(drawn[31]) * 100 < policy.sealedShare * 256 else { return nil }
    return SealingParameters(salt: Array(drawn.prefix(16)), scrypt: .standard)
  }

  /// Returns the sealed keys of an account.
  ///
  /// - Throws: ``AccountsError``: `notSealed`.
  public func keyRing(of account: AccountID) async throws(AccountsError) -> SealedKeyRing {
    guard let ring = try await tables.read({ try SealedKeyRing.find(account, in: $0) }) else {
      throw .notSealed
    }
    return ring
  }

  /// Replaces the sealed keys of an account.
  ///
  /// - Parameter ring: its version is one more than that of the ring that it replaces.
  /// - Throws: ``AccountsError``: `badKeys`, `notSealed`, `keyVersion` if another device was
  ///   faster.
  public func setKeyRing(_ ring: SealedKeyRing, of account: AccountID) async throws(AccountsError) {
    try ring.check()
    try await tables.write { database in
      guard try AccountRow.active(account, in: database).account.isSealed else {
        throw AccountsError.notSealed
      }
      try SealedKeyRing.replace(with: ring, of: account, in: database)
    }
    report(.keysChanged, account)
  }

  /// Stores what checks a proof of the keys of an account that was made before there were any.
  ///
  /// - Throws: ``AccountsError``: `notSealed`, and `badKeys` if it is not valid or another is stored.
  public func setKeyVerifier(
    _ verifier: [UInt8],
    of account: AccountID
  ) async throws(AccountsError) {
    guard verifier.count == SealedKeyRing.verifierBytes else { throw .badKeys }
    let isNew = try await tables.write { database in
      guard try AccountRow.active(account, in: database).account.isSealed else {
        throw AccountsError.notSealed
      }
      return try SealedKeyRing.note(verifier, of: account, in: database)
    }
    if isNew { report(.keysChanged, account) }
  }
}
