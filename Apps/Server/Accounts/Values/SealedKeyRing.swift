/// The sealed keys of a sealed account, which the server stores and cannot open.
public struct SealedKeyRing: Sendable, Equatable {
  /// Counts the changes from 1.
  public let version: Int
  /// The keys, encrypted with a key that the device derives from the password.
  public let byPassword: [UInt8]
  /// The keys, encrypted for ``recoveryKey``.
  public let byRecovery: [UInt8]
  /// The public key whose private half is derived from the recovery phrase.
  public let recoveryKey: [UInt8]
  /// The SHA-256 of what proves that somebody has the keys; nil from devices of earlier versions.
  ///
  /// All rings of an account have the same: it derives from a key that stays.
  public let keyVerifier: [UInt8]?

  /// The size of a verifier.
  static let verifierBytes = 32

  public init(
    version: Int,
    byPassword: [UInt8],
    byRecovery: [UInt8],
    recoveryKey: [UInt8],
    keyVerifier: [UInt8]? = nil
  ) {
    self.version = version
    self.byPassword = byPassword
    self.byRecovery = byRecovery
    self.recoveryKey = recoveryKey
    self.keyVerifier = keyVerifier
  }

  /// - Throws: ``AccountsError/badKeys`` for values that no device creates.
  func check() throws(AccountsError) {
    let sealed = [byPassword, byRecovery]
    guard version > 0, sealed.allSatisfy({ (1...65_536).contains($0.count) }),
      (1...4096).contains(recoveryKey.count),
      keyVerifier.map({ $0.count == SealedKeyRing.verifierBytes }) ?? true
    else { throw .badKeys }
  }
}

/// How a device derives the proof and the wrapping key of a sealed account from the password.
public struct SealingParameters: Sendable, Equatable {
  public let salt: [UInt8]
  public let scrypt: ScryptParameters

  public init(salt: [UInt8], scrypt: ScryptParameters) {
    self.salt = salt
    self.scrypt = scrypt
  }
}

/// The data of a sealed account instead of a password, of which the server only gets a proof.
public struct SealedPassword: Sendable, Equatable {
  public let parameters: SealingParameters
  public let keyRing: SealedKeyRing

  public init(parameters: SealingParameters, keyRing: SealedKeyRing) {
    self.parameters = parameters
    self.keyRing = keyRing
  }

  /// - Throws: ``AccountsError/badKeys`` for values that no device creates.
  func check(proof: String) throws(AccountsError) {
    try keyRing.check()
    guard (16...64).contains(parameters.salt.count), proof.utf8.count == SealedPassword.proofDigits,
      proof.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { throw .badKeys }
  }

  /// A proof is 32 bytes in lowercase hexadecimal.
  private static let proofDigits = 64
}
