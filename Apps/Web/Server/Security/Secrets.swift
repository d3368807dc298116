import Crypto

/// What proves that a request comes from a person or program that may write.
struct Secrets: Sendable {
  private let token: [UInt8]
  private let key: SymmetricKey
  /// What a form proves to know.
  private let proof: [UInt8]

  /// - Parameters:
  ///   - token: what programs send.
  ///   - secret: what everything else is derived from.
  init(token: String, secret: [UInt8]) {
    self.token = Array(token.utf8)
    key = SymmetricKey(data: secret)
    // 128 bits cannot be guessed, and stand in every form of a page.
    proof = Array(HMAC<SHA256>.authenticationCode(for: Array("form".utf8), using: key).prefix(16))
  }

  /// Goes along with every form of a page; said in another way each time.
  ///
  /// The proof is hidden by a mask, which stands before it. So the length of a packed page does not
  /// tell it, however often one asks with guesses in the address (see ``ResponseEncoding``).
  var formToken: String {
    let mask = proof.map { _ in UInt8.random(in: .min ... .max) }
    return Secrets.hexadecimal(mask + zip(mask, proof).map { $0 ^ $1 })
  }

  /// Whether `Authorization` carries the token.
  func admits(authorization: String?) -> Bool {
    guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
    return !token.isEmpty && Secrets.areEqual(Array(authorization.dropFirst(7).utf8), token)
  }

  func admits(formToken given: String?) -> Bool {
    guard let bytes = given.flatMap(Secrets.bytes), bytes.count == 2 * proof.count else {
      return false
    }
    let (mask, hidden) = (bytes.prefix(proof.count), bytes.suffix(proof.count))
    return Secrets.areEqual(zip(mask, hidden).map { $0 ^ $1 }, proof)
  }

  /// What shows that `text` was written here, for `purpose` alone.
  func signature(of text: String, for purpose: String) -> String {
    let message = Array("\(purpose)\n\(text)".utf8)
    return Secrets.hexadecimal(HMAC<SHA256>.authenticationCode(for: message, using: key))
  }

  func isSigned(_ text: String, by signature: String, for purpose: String) -> Bool {
    Secrets.areEqual(Array(signature.utf8), Array(self.signature(of: text, for: purpose).utf8))
  }

  /// Takes the same time wherever they differ, so that nobody can feel their way to a token.
  static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes { text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return text
  }

  /// Nil for what ``hexadecimal(_:)`` does not write.
  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
