import Core
import Crypto

/// What seals a key ring so that a recovery phrase opens it.
///
/// A part of the ring, so that each device can seal the ring anew without knowing the phrase.
public struct RecoveryKey: Sendable {
  let publicKey: Curve25519.KeyAgreement.PublicKey
  /// Known to devices, and to who has the phrase.
  ///
  /// The public key alone is known to the server too, which could otherwise seal a ring of its own
  /// making, whose keys it knows.
  let presharedKey: SymmetricKey

  /// The public key as documents have it: 64 hexadecimal digits.
  public var text: String { Hexadecimal.text(publicKey.rawRepresentation) }
}

extension RecoveryKey: Equatable {
  public static func == (a: RecoveryKey, b: RecoveryKey) -> Bool {
    a.publicKey.rawRepresentation == b.publicKey.rawRepresentation
      && a.presharedKey == b.presharedKey
  }
}
