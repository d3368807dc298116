import Crypto

/// What proves that a request comes from a person or program that may write.
struct Secrets: Sendable {
  private let token: [UInt8]
  private let key: SymmetricKey
  /// Goes along with every form.
  let formToken: String

  /// - Parameters:
  ///   - token: what programs send.
  ///   - secret: what everything else is derived from.
  init(token: String, secret: [UInt8]) {
    self.token = Array(token.utf8)
    key = SymmetricKey(data: secret)
    // 128 bits cannot be guessed, and stand in every form of a page.
    formToken = Secrets.hexadecimal(
      HMAC<SHA256>.authenticationCode(for: Array("form".utf8), using: key).prefix(16)
    )
  }

  /// Whether `Authorization` carries the token.
  func admits(authorization: String?) -> Bool {
    guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
    return !token.isEmpty && Secrets.areEqual(Array(authorization.dropFirst(7).utf8), token)
  }

  func admits(formToken given: String?) -> Bool {
    guard let given else { return false }
    return Secrets.areEqual(Array(given.utf8), Array(formToken.utf8))
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
}
