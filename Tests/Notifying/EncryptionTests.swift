import AppSupport
import Core
import Crypto
import Testing

@testable import Notifying

/// The encryption of messages against the examples of the standards.
struct EncryptionTests {
  private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.url.bytes(text)) }

  @Test func `the first example of RFC 8188 comes out byte for byte`() throws {
    let content = EncryptedContent(
      material: SymmetricKey(data: try bytes("yqdlZ-tYemfogSmv7Ws5PQ")),
      salt: try bytes("I1BsxtFttlv3u_Oo94xnmw"),
      recordSize: 4096,
      keyName: []
    )
    let sealed = try content.seal([.init(text: Array("I am the walrus".utf8))])
    #expect(
      Base64.url.text(sealed)
        == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg"
    )
  }

  @Test func `the second example of RFC 8188, with two records and a name of the key`() throws {
    let content = EncryptedContent(
      material: SymmetricKey(data: try bytes("BO3ZVPxUlnLORbVGMpbT1Q")),
      salt: try bytes("uNCkWiNYzKTnBN9ji3-qWA"),
      recordSize: 25,
      keyName: Array("a1".utf8)
    )
    let sealed = try content.seal([
      .init(text: Array("I am th".utf8), padding: 1), .init(text: Array("e walrus".utf8)),
    ])
    #expect(
      Base64.url.text(sealed)
        == "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3"
        + "SsLWIqS_uA"
    )
  }

  @Test func `the example of RFC 8291 comes out byte for byte`() throws {
    let recipient = try #require(
      PushRecipient(
        key: try bytes(
          "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        secret: try bytes("BTBZMqHH6r4Tts7J_aSIgg")
      )
    )
    let own = try P256.KeyAgreement.PrivateKey(
      rawRepresentation: try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    )
    let sealed = try recipient.encrypt(
      try bytes("V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24"),
      padding: 0,
      with: own,
      salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw")
    )
    #expect(
      Base64.url.text(sealed)
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        + "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        + "gSxsj_Qulcy4a-fN"
    )
  }

  @Test func `a browser reads what is encrypted for it, and each message has its own key and salt`()
    throws
  {
    let browser = SampleBrowser()
    let recipient = try browser.recipient()
    let text = Array("It is time for one of your habits.".utf8)
    let (one, other) = (try recipient.encrypt(text), try recipient.encrypt(text))
    #expect(try browser.open(one) == text)
    #expect(try browser.open(other) == text)
    #expect(one.prefix(16) != other.prefix(16))
    #expect(one[21..<86] != other[21..<86])
  }

  @Test func `the length of a message tells nothing within 512 bytes, and is never above 4096`()
    throws
  {
    let browser = SampleBrowser()
    let recipient = try browser.recipient()
    let short = try recipient.encrypt(Array("a".utf8))
    let long = try recipient.encrypt([UInt8](repeating: 1, count: 512))
    #expect(short.count == long.count)
    let longest = [UInt8](repeating: 1, count: PushRecipient.mostText)
    let sealed = try recipient.encrypt(longest)
    #expect(sealed.count == 4096)
    #expect(try browser.open(sealed) == longest)
    #expect(throws: PushRecipient.TooLong.self) { try recipient.encrypt(longest + [1]) }
  }

  @Test func `what is no key of a browser is not taken`() throws {
    let browser = SampleBrowser()
    let key = [UInt8](browser.key.publicKey.x963Representation)
    #expect(PushRecipient(key: key, secret: [1]) == nil)
    #expect(PushRecipient(key: Array(key.dropLast()), secret: browser.secret) == nil)
    var elsewhere = key
    elsewhere[64] ^= 1
    #expect(PushRecipient(key: elsewhere, secret: browser.secret) == nil)
  }
}

/// A browser with a subscription, that decrypts as RFC 8291, section 3.4 says.
struct SampleBrowser {
  let key = P256.KeyAgreement.PrivateKey()
  let secret = RandomToken.bytes(16)

  func recipient() throws -> PushRecipient {
    try #require(PushRecipient(key: Array(key.publicKey.x963Representation), secret: secret))
  }

  func open(_ message: [UInt8]) throws -> [UInt8] {
    let (salt, sender) = (Array(message[..<16]), Array(message[21..<86]))
    #expect(Array(message[16..<21]) == [0, 0, 16, 0, 65])
    let peer = try P256.KeyAgreement.PublicKey(x963Representation: sender)
    let info =
      Array("WebPush: info\0".utf8) + Array(key.publicKey.x963Representation) + sender
    let material = try key.sharedSecretFromKeyAgreement(with: peer).hkdfDerivedSymmetricKey(
      using: SHA256.self,
      salt: secret,
      sharedInfo: info,
      outputByteCount: 32
    )
    func derived(_ label: String, _ count: Int) -> SymmetricKey {
      let info = Array("Content-Encoding: \(label)\0".utf8)
      return HKDF<SHA256>.deriveKey(
        inputKeyMaterial: material,
        salt: salt,
        info: info,
        outputByteCount: count
      )
    }
    let nonce = derived("nonce", 12).withUnsafeBytes { Array($0) }
    let box = try AES.GCM.SealedBox(combined: nonce + message[86...])
    let padded = Array(try AES.GCM.open(box, using: derived("aes128gcm", 16)))
    let end = try #require(padded.lastIndex { $0 != 0 })
    #expect(padded[end] == 2)
    return Array(padded[..<end])
  }
}
