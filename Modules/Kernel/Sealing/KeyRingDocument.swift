import Core
import Crypto

/// A key ring as the server keeps it, sealed twice.
public struct KeyRingDocument: Sendable, Equatable, Codable {
  /// ``KeyRing/version``.
  public let version: Int
  /// The ring, sealed for the key that derives from the password, in base 64.
  public let byPassword: String
  /// The ring, sealed for the recovery phrase, in base 64.
  public let byRecovery: String
  /// The public key that belongs to the phrase, in hexadecimal.
  public let recoveryKey: String
  /// ``KeyRing/keyVerifier``; nil from a server that has none yet, or knows of none.
  public let keyVerifier: String?

  private enum CodingKeys: String, CodingKey {
    case byPassword, byRecovery, keyVerifier, recoveryKey, version
  }

  public init(
    version: Int,
    byPassword: String,
    byRecovery: String,
    recoveryKey: String,
    keyVerifier: String? = nil
  ) {
    self.version = version
    self.byPassword = byPassword
    self.byRecovery = byRecovery
    self.recoveryKey = recoveryKey
    self.keyVerifier = keyVerifier
  }

  /// The SHA-256 of the sealed ring, in hexadecimal.
  ///
  /// It tells two rings of the same version apart: no two are sealed alike, even with the same keys.
  public var digest: String {
    let text = "\(version) \(byPassword) \(byRecovery) \(recoveryKey)"
    return Hexadecimal.text(Array(SHA256.hash(data: Array(text.utf8))))
  }
}
