import AppSupport
import Core
import Crypto

/// Proves to push services which server sends.
///
/// They then accept messages for a subscription only from this server.
///
/// Source: RFC 8292, "Voluntary Application Server Identification (VAPID) for Web Push".
package struct ServerIdentity: Sendable {
  /// The lifetime of a proof; services refuse more than a day (RFC 8292, section 2).
  private static let lifetime: Int64 = 12 * 3600

  private let key: P256.Signing.PrivateKey
  /// The contact for the push service: `mailto:` or an `https` address; nil for none.
  private let contact: String?

  /// The identity in a secret file, which is created if it does not exist.
  ///
  /// - Throws: a ``DomainError`` if the file cannot be used.
  package init(_ file: SecretFile, contact: String?) throws {
    try self.init(secret: try file.load(), contact: contact)
  }

  /// - Parameter secret: 32 random bytes.
  init(secret: [UInt8], contact: String?) throws {
    self.contact = contact
    var number: UInt8 = 0
    // About one of 2^32 random texts is not a key of P-256: the next one is then used.
    while true {
      let candidate = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: secret),
        info: Array("trellis-server push".utf8) + [number],
        outputByteCount: 32
      )
      do {
        key = try candidate.withUnsafeBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
        return
      } catch  where number < .max { number += 1 }
    }
  }

  /// The public key with which browsers subscribe: an uncompressed point of P-256.
  package var publicKey: [UInt8] { [UInt8](key.publicKey.x963Representation) }

  /// The value of the field `Authorization` for a push service.
  ///
  /// - Parameter origin: the origin of the subscription's address: `https://push.example.net`.
  package func authorization(for origin: String, at now: Instant) throws -> String {
    "vapid t=\(try token(for: origin, at: now)), k=\(Base64.url.text(publicKey))"
  }

  private struct Header: Encodable {
    let alg = "ES256"
    let typ = "JWT"
  }

  private struct Claims: Encodable {
    let aud: String
    let exp: Int64
    let sub: String?
  }

  /// A signed token (RFC 7519; RFC 7518, section 3.4).
  private func token(for origin: String, at now: Instant) throws -> String {
    let claims = Claims(
      aud: origin,
      exp: now.milliseconds / 1000 + ServerIdentity.lifetime,
      sub: contact
    )
    let parts = [try JSON.encode(Header()), try JSON.encode(claims)].map { Base64.url.text($0) }
    let signed = parts.joined(separator: ".")
    let signature = try key.signature(for: Array(signed.utf8))
    return "\(signed).\(Base64.url.text(signature.rawRepresentation))"
  }
}
