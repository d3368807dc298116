import AppSupport
import Core
import Crypto
import Testing

@testable import Notifying

/// What push services and webhooks are shown as proof of who sends.
struct ProofTests {
  private static let now = Instant(milliseconds: 1_700_000_000_000)

  private struct Claims: Decodable {
    let aud: String
    let exp: Int
    let sub: String?
  }

  @Test func `a push service verifies the token by the key beside it, for itself and half a day`()
    throws
  {
    let identity = try ServerIdentity(
      secret: [UInt8](repeating: 7, count: 32),
      contact: "mailto:ada@example.org"
    )
    let field = try identity.authorization(for: "https://push.example.net", at: ProofTests.now)
    let parts = field.dropFirst("vapid t=".count).split(separator: ", k=").map(String.init)
    let key = try #require(Base64.url.bytes(parts[1]))
    #expect(key == identity.publicKey)
    let token = parts[0].split(separator: ".").map(String.init)
    let signature = try P256.Signing.ECDSASignature(
      rawRepresentation: try #require(Base64.url.bytes(token[2]))
    )
    let verifier = try P256.Signing.PublicKey(x963Representation: key)
    #expect(verifier.isValidSignature(signature, for: Array("\(token[0]).\(token[1])".utf8)))
    #expect(!verifier.isValidSignature(signature, for: Array("\(token[0]).x".utf8)))
    let header = try #require(Base64.url.bytes(token[0]))
    #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"ES256","typ":"JWT"}"#)
    let claims = try JSON.decode(Claims.self, from: try #require(Base64.url.bytes(token[1])))
    #expect(claims.aud == "https://push.example.net")
    #expect(claims.exp == 1_700_000_000 + 12 * 3600)
    #expect(claims.sub == "mailto:ada@example.org")
  }

  @Test func `the key stays the same for a secret, and differs for another`() throws {
    let one = try ServerIdentity(secret: [UInt8](repeating: 1, count: 32), contact: nil)
    let same = try ServerIdentity(secret: [UInt8](repeating: 1, count: 32), contact: nil)
    let other = try ServerIdentity(secret: [UInt8](repeating: 2, count: 32), contact: nil)
    #expect(one.publicKey == same.publicKey)
    #expect(one.publicKey != other.publicKey)
  }

  // The specification's own example, as its libraries have it in their tests.
  @Test func `a webhook is signed as Standard Webhooks says`() throws {
    let key = try #require(Base64.url.bytes("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let signature = WebhookSecret(key).signature(
      of: Array(#"{"test": 2432232314}"#.utf8),
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      at: 1_614_265_330
    )
    #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    #expect(WebhookSecret(key).text == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
  }

  @Test func `texts of Base64 come back, and other texts are none`() {
    for count in 0..<70 {
      let bytes = RandomToken.bytes(count)
      #expect(Base64.url.bytes(Base64.url.text(bytes)) == bytes)
    }
    #expect(Base64.url.bytes("AQI=", passesPadding: true) == [1, 2])
    #expect(Base64.url.bytes("AQ+") == nil)
    #expect(Base64.url.bytes("A") == nil)
    #expect(Base64.standard.text([0xFB, 0xFF], isPadded: true) == "+/8=")
  }
}
