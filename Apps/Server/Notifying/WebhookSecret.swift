import AppSupport
import Core
import Crypto

/// Signs the messages to a webhook, so that its receiver knows the sender and that they are new.
///
/// Source: Standard Webhooks 1.0, "Symmetric signatures".
package struct WebhookSecret: Sendable, Equatable {
  private static let prefix = "whsec_"
  /// The length, from 24 to 64 bytes by the specification.
  private static let length = 32

  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a new random secret.
  package static func make() -> WebhookSecret { WebhookSecret(RandomToken.bytes(length)) }

  /// The form in which its owner gives it to the receiver.
  package var text: String { WebhookSecret.prefix + Base64.standard.text(bytes, isPadded: true) }

  /// The value of the field `webhook-signature`.
  ///
  /// - Parameters:
  ///   - id: the id of the message, the same at each attempt.
  ///   - seconds: the time of this attempt, since 1970.
  func signature(of body: [UInt8], id: String, at seconds: Int64) -> String {
    let signed = Array("\(id).\(seconds).".utf8) + body
    let code = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: bytes))
    return "v1,\(Base64.standard.text(code, isPadded: true))"
  }
}
