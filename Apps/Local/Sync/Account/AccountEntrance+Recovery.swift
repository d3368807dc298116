import Core
import Loop
import Sealing

/// Comes back into a sealed account whose password is lost.
///
/// A code from whoever runs the server proves to it who asks; the recovery phrase opens the keys,
/// on this device alone, and a proof of them shows to the server that it did.
extension AccountEntrance {
  /// The length of a code: 256 bits in hexadecimal.
  private static let codeDigits = 64

  /// Sets a new password and signs this device in with it; all other devices are signed out, and
  /// the entries get a new key from then on.
  ///
  /// - Parameters:
  ///   - code: from the server's operator, or the link that contains it.
  /// - Throws: a ``DomainError``. Nothing was changed then, unless it says that the new password is
  ///   set.
  public func recover(
    code: String,
    phrase: RecoveryPhrase,
    newPassword: String
  ) async throws -> AccountAccess {
    try AccountEntrance.check(sealedPassword: newPassword)
    let code = try AccountEntrance.resetCode(code)
    let reset = try await resetAccount(code)
    let held = try await heldKeys(of: reset)
    let given = try await Loop.offload { try KeyRing.open(reset.keys, recoveryPhrase: phrase) }
    let united = try held?.united(with: given) ?? given
    // The server accepts no version but its next.
    let next = united.renumbered(given.version).adding()
    let new = try await AccountEntrance.newPassword(newPassword, for: next)
    try await send(new, by: code, keyProof: given.keyProof)
    // Not left to be asked about: a server that cannot be reached then would seem to have changed
    // nothing.
    if isLinked(to: reset) == true { home.sync.endSession() }
    let keys = ServerRing(ring: next, document: new.sealed.keys)
    return try await enter(reset, proof: new.proof, keys)
  }

  /// Finds the code in what a person typed.
  ///
  /// - Throws: a ``DomainError`` for anything else. It might be the recovery phrase, which must not
  ///   be sent.
  public static func resetCode(_ text: String) throws(DomainError) -> String {
    var code = text.trimmed[...]
    if let name = code.firstRange(of: "token=") {
      code = code[name.upperBound...].prefix { $0 != "&" && $0 != "#" }
    }
    guard code.utf8.count == codeDigits, let bytes = Hexadecimal.bytes(code.utf8) else {
      throw DomainError(
        "reset-code-malformed",
        "That is not a code for a new password, which has \(codeDigits) digits and letters from a to f. "
          + "Nothing was sent or changed: copy it from the page of the link that you were given."
      )
    }
    return Hexadecimal.text(bytes)
  }

  private func resetAccount(_ code: String) async throws -> ResetAccount {
    do {
      return try await client.resetAccount(code: code)
    } catch let error as DomainError where error.code == "not-sealed" {
      throw DomainError(
        "not-sealed",
        "This account is not sealed, so no recovery phrase is needed. Nothing was changed: set a new "
          + "password in a browser, at  \(client.origin)/reset?token=\(code)  and sign in with it:  "
          + "trellis sync login \(client.origin)"
      )
    }
  }

  private func send(
    _ new: (proof: String, sealed: SealedPassword),
    by code: String,
    keyProof: String
  ) async throws {
    do {
      try await client.resetPassword(
        code: code,
        to: new.proof,
        sealed: new.sealed,
        keyProof: keyProof
      )
    } catch let error as DomainError where AccountEntrance.mayHaveArrived(error) {
      // The server may have done it, and would not take the code again.
      throw DomainError(
        error.code,
        "\(error.message) The new password may be set already: try it with  trellis sync login "
          + client.origin
      )
    }
  }

  /// The keys that the home has of the account; nil if it has none.
  ///
  /// - Throws: a ``DomainError`` if the home is in use with another account.
  private func heldKeys(of reset: ResetAccount) async throws -> KeyRing? {
    if isLinked(to: reset) == false { try await SyncLinking.checkSignedOut(home) }
    return try home.sync.loadKeys(of: reset.id, at: client.origin)
  }

  /// Whether the home's account is that one; nil if it has none, or its file cannot be read.
  private func isLinked(to reset: ResetAccount) -> Bool? {
    guard let known = try? home.sync.loadAccount() else { return nil }
    return known.server == client.origin && known.account == reset.id
  }

  private func enter(
    _ reset: ResetAccount,
    proof: String,
    _ keys: ServerRing
  ) async throws -> AccountAccess {
    do {
      let signedIn = try await client.signIn(email: reset.email, password: proof, device: device)
      return try await checked(AccountAccess(signedIn: signedIn, keys: keys), isSealed: true)
    } catch let error as DomainError {
      throw DomainError(
        error.code,
        "The new password is set, but this device could not be signed in with it. \(error.message) "
          + "Then sign in with the new password:  trellis sync login \(client.origin)"
      )
    }
  }
}
