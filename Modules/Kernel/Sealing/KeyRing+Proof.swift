import Core
import Crypto

/// Proves to the server that somebody has the keys of an account, without showing them.
///
/// A reset of the password replaces the sealed ring, so it needs this beside the operator's code.
extension KeyRing {
  /// The proof, as 64 hexadecimal digits.
  ///
  /// HKDF-Expand (RFC 5869) of the first key, which all versions of a ring have, with “trellis key
  /// proof”. It reveals nothing about the key.
  public var keyProof: String {
    let proof = HKDF<SHA256>.expand(
      pseudoRandomKey: keys[0],
      info: Array("trellis key proof".utf8),
      outputByteCount: 32
    )
    return Hexadecimal.text(proof.bytes)
  }

  /// The SHA-256 of the digits of ``keyProof``, in hexadecimal: what the server keeps.
  public var keyVerifier: String {
    Hexadecimal.text(Array(SHA256.hash(data: Array(keyProof.utf8))))
  }
}
