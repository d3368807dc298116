import Core
import Crypto
import HTTPServing

/// Proves that a request comes from a person or program that may write.
package struct Secrets: Sendable {
  private let token: [UInt8]
  private let key: SymmetricKey

  /// - Parameters:
  ///   - token: the token that programs send.
  ///   - secret: the secret from which everything else is derived.
  package init(token: String, secret: [UInt8]) {
    self.token = Array(token.utf8)
    key = SymmetricKey(data: secret)
  }

  /// A name for this home's app, which browsers resolve to this machine by themselves.
  ///
  /// Each home has its own, since a browser sends cookies to every port of a name: a name shared
  /// with other servers would give them the session. It is secret for the same reason; 64 bits
  /// cannot be guessed by trying. Source: RFC 6761, section 6.3 (`localhost.` and names below it).
  static func localName(secret: [UInt8]) -> String {
    let key = SymmetricKey(data: secret)
    let code = HMAC<SHA256>.authenticationCode(for: Array("origin".utf8), using: key)
    return "trellis-\(Hexadecimal.text(code.prefix(8))).localhost"
  }

  /// The proof of knowledge in the forms of a principal.
  ///
  /// 128 bits cannot be guessed, and are small enough for every form of a page.
  private func proof(for principal: WebPrincipal) -> [UInt8] {
    let message = Array("form\n\(principal.formSubject)".utf8)
    return Array(HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(16))
  }

  /// The token for the forms of a principal's page, encoded differently each time.
  ///
  /// A random mask hides the proof and precedes it. The length of a compressed page therefore does
  /// not reveal the proof, regardless of how many guesses are sent in URLs (see
  /// ``ResponseEncoding``).
  package func formToken(for principal: WebPrincipal) -> String {
    let proof = proof(for: principal)
    let mask = proof.map { _ in UInt8.random(in: .min ... .max) }
    return Hexadecimal.text(mask + zip(mask, proof).map { $0 ^ $1 })
  }

  /// Whether the value of `Authorization` contains the token.
  func admits(authorization: String?) -> Bool {
    guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
    return !token.isEmpty && Secrets.areEqual(Array(authorization.dropFirst(7).utf8), token)
  }

  func admits(formToken given: String?, of principal: WebPrincipal) -> Bool {
    let proof = proof(for: principal)
    guard let bytes = given.flatMap({ Hexadecimal.bytes($0.utf8) }), bytes.count == 2 * proof.count
    else {
      return false
    }
    let (mask, hidden) = (bytes.prefix(proof.count), bytes.suffix(proof.count))
    return Secrets.areEqual(zip(mask, hidden).map { $0 ^ $1 }, proof)
  }

  /// - Throws: ``Problem`` 403 for a form that was not on a page for this principal.
  func admit(form token: String?, of exchange: HTTPExchange) throws {
    try admit(form: token, of: exchange.principal)
  }

  /// - Throws: ``Problem`` 403 for a form that was not on a page for this principal.
  package func admit(form token: String?, of principal: WebPrincipal?) throws {
    guard let principal, admits(formToken: token, of: principal) else {
      throw Problem.forbidden(
        "stale-form",
        "This form does not come from a page of this app, or from one that is too old. Nothing was "
          + "changed: reload the page and try once more."
      )
    }
  }

  /// Proves that `text` was written here, for `purpose` only.
  func signature(of text: String, for purpose: String) -> String {
    let message = Array("\(purpose)\n\(text)".utf8)
    return Hexadecimal.text(HMAC<SHA256>.authenticationCode(for: message, using: key))
  }

  func isSigned(_ text: String, by signature: String, for purpose: String) -> Bool {
    Secrets.areEqual(Array(signature.utf8), Array(self.signature(of: text, for: purpose).utf8))
  }

  /// Takes constant time, so that a token cannot be found byte by byte.
  static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
