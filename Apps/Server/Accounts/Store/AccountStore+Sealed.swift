import Core
import ServerStorage
import SQLite
import ServerStorage

/// What a device needs to open a sealed account, whose keys the server stores and cannot read.
extension AccountStore {
  /// How a device derives from a password what it sends in its place; nil if it sends the password.
  ///
  /// For an address without an account the answer looks like that for one, and stays the same: it is
  /// drawn from a secret of the server. ``AccountPolicy/sealedShare`` of 100 such addresses look
  /// sealed, so that the answer hardly tells whether there is an account. Whoever asked before and
  /// after an account was made, or erased, may see the answer change.
  ///
  /// - Throws: ``AccountsError``: `badEmail`, `tooManyAttempts`.
  public func signInParameters(
    of email: String,
    address: String
  ) async throws(AccountsError) -> SealingParameters? {
    let email = try EmailAddress(email)
    try attempts.takeQuestion(from: address)
    if let row = try await file.read({ try AccountRow.find(email, in: $0) }) { return row.sealing }
    let drawn = keyed("sign-in parameters", email.key)
    guard Int(drawn[31]) * 100 < policy.sealedShare * 256 else { return nil }
    return SealingParameters(salt: Array(drawn.prefix(16)), scrypt: .standard)
  }

  /// The sealed keys of an account.
  ///
  /// - Throws: ``AccountsError``: `notSealed`.
  public func keyRing(of account: AccountID) async throws(AccountsError) -> SealedKeyRing {
    guard let ring = try await file.read({ try SealedKeyRing.find(account, in: $0) }) else {
      throw .notSealed
    }
    return ring
  }

  /// Replaces the sealed keys of an account.
  ///
  /// - Parameter ring: its version is one more than that which it replaces.
  /// - Throws: ``AccountsError``: `badKeys`, `notSealed`, `keyVersion` if another device was quicker.
  public func setKeyRing(_ ring: SealedKeyRing, of account: AccountID) async throws(AccountsError) {
    try ring.check()
    try await file.write { database in
      guard try AccountRow.active(account, in: database).account.isSealed else {
        throw AccountsError.notSealed
      }
      try SealedKeyRing.replace(with: ring, of: account, in: database)
    }
    report(.keysChanged, account)
  }
}
