import Core
import Crypto

/// The key that seals a key ring so that a recovery phrase opens it.
///
/// It is a part of the ring, so that each device can seal the ring again without the phrase.
public struct RecoveryKey: Sendable {
  let publicKey: Curve25519.KeyAgreement.PublicKey
  /// A secret of the devices and the owner of the phrase.
  ///
  /// The server knows the public key. If that were enough, the server could seal a ring of its own,
  /// whose keys it knows.
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
