import Core
import Crypto

/// The keys of a browser's subscription, with which only it can read its messages.
///
/// Source: RFC 8291, "Message Encryption for Web Push".
package struct PushRecipient: Sendable, Equatable {
  /// Push services need not accept a larger message (RFC 8030, section 7.2).
  static let mostBytes = 4096
  private static let keyLength = 65
  private static let secretLength = 16
  /// The longest text that fits into a message of one record.
  package static let mostText =
    mostBytes - EncryptedContent.headerLength - keyLength - EncryptedContent.overhead
  /// Texts are padded to a multiple of this, so that their length does not distinguish them.
  private static let step = 512

  /// The browser's public key: an uncompressed point of P-256.
  package let key: [UInt8]
  /// The secret that the browser shares with its server, but not with the push service.
  package let secret: [UInt8]

  /// Nil if they are not such a key and secret.
  package init?(key: [UInt8], secret: [UInt8]) {
    guard key.count == PushRecipient.keyLength, secret.count == PushRecipient.secretLength,
      (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
    else { return nil }
    (self.key, self.secret) = (key, secret)
  }

  /// Encrypts a text for the browser, with a fresh key and salt.
  ///
  /// - Throws: ``TooLong`` for more than ``mostText`` bytes.
  package func encrypt(_ text: [UInt8]) throws -> [UInt8] {
    let padding = min(
      PushRecipient.mostText - text.count,
      (PushRecipient.step - text.count % PushRecipient.step) % PushRecipient.step
    )
    return try encrypt(
      text,
      padding: padding,
      with: P256.KeyAgreement.PrivateKey(),
      salt: RandomToken.bytes(EncryptedContent.saltLength)
    )
  }

  package struct TooLong: Error {}

  /// - Parameters:
  ///   - own: the key pair, only for this message.
  ///   - salt: 16 random bytes, only for this message.
  func encrypt(
    _ text: [UInt8],
    padding: Int,
    with own: P256.KeyAgreement.PrivateKey,
    salt: [UInt8]
  ) throws -> [UInt8] {
    guard text.count + padding <= PushRecipient.mostText, padding >= 0 else { throw TooLong() }
    let peer = try P256.KeyAgreement.PublicKey(x963Representation: key)
    let name = [UInt8](own.publicKey.x963Representation)
    let material = try own.sharedSecretFromKeyAgreement(with: peer)
      .hkdfDerivedSymmetricKey(
        using: SHA256.self,
        salt: secret,
        sharedInfo: Array("WebPush: info\0".utf8) + key + name,
        outputByteCount: 32
      )
    let content = EncryptedContent(
      material: material,
      salt: salt,
      recordSize: PushRecipient.mostBytes,
      keyName: name
    )
    return try content.seal([EncryptedContent.Record(text: text, padding: padding)])
  }
}
