import Core
import Crypto
import CryptoExtras
import FileSystem

/// What a device derives from the password of a sealed account.
///
/// The password itself never leaves the device, and is not stored.
public struct PasswordKeys: Sendable {
  /// What the server gets in place of the password: 64 hexadecimal digits.
  public let proof: String
  /// The key that opens the key ring; the proof reveals nothing about it.
  public let wrapping: SymmetricKey

  /// Derives a master key by scrypt (RFC 7914), and each key from it by HKDF-SHA256 (RFC 5869).
  ///
  /// Takes as much time and memory as the parameters say: do not run it on the loop.
  ///
  /// - Throws: a `DomainError` if the password is empty, or the device must not use the parameters.
  public init(
    password: String,
    parameters: PasswordParameters
  ) throws(DomainError) {
    try parameters.check()
    let master = try PasswordKeys.master(PasswordKeys.normalized(password), parameters)
    proof = Hexadecimal.text(PasswordKeys.derived("trellis proof", from: master).bytes)
    wrapping = PasswordKeys.derived("trellis wrapping", from: master)
  }

  /// The UTF-8 of the password in Unicode's normal form C (UAX 15).
  ///
  /// “é” is one code point from the keyboard of one system and two from that of another, and looks
  /// the same: a correctly typed password must work.
  static func normalized(_ password: String) -> [UInt8] {
    Array(UnicodeForm.composed(password).utf8)
  }

  private static func master(
    _ password: [UInt8],
    _ parameters: PasswordParameters
  ) throws(DomainError) -> SymmetricKey {
    // swift-crypto traps on an empty one.
    guard !password.isEmpty else {
      throw DomainError("password-empty", "The password is empty. Nothing was sent: enter one.")
    }
    do {
      return try KDF.Scrypt.deriveKey(
        from: password,
        salt: parameters.salt,
        outputByteCount: 32,
        rounds: parameters.n,
        blockSize: parameters.r,
        parallelism: parameters.p
      )
    } catch {
      throw DomainError(
        "password-derivation-failed",
        "The keys could not be derived from your password: this computer has not enough memory free "
          + "(\(ByteCount(128 * parameters.n * parameters.r).words)). Nothing was sent: close other "
          + "programs and try again."
      )
    }
  }

  private static func derived(_ purpose: String, from master: SymmetricKey) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: master,
      info: Array(purpose.utf8),
      outputByteCount: 32
    )
  }
}

extension SymmetricKey {
  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
