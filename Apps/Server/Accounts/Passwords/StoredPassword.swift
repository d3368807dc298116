import Crypto

/// The stored form of a password.
struct StoredPassword: Sendable, Equatable {
  /// A PHC string; see ``PasswordHash``.
  let text: String
  /// The id of the pepper that was mixed in; nil for none.
  let pepper: [UInt8]?
}

/// The result of checking a password.
enum PasswordCheck: Sendable, Equatable {
  case wrong
  /// The password is right; whether it should be hashed again, with the parameters of today.
  case right(isOutdated: Bool)
}

/// A secret of the server that is mixed into passwords, and that no copy of the database contains.
///
/// Somebody who only has the database can then try no passwords at all.
///
/// Source: OWASP Password Storage Cheat Sheet, "Peppering"; NIST SP 800-63B-4, section 3.1.1.2.
struct Pepper: Sendable {
  private let key: SymmetricKey

  init(_ secret: [UInt8]) { key = SymmetricKey(data: secret) }

  /// Identifies this pepper, and reveals nothing else about it.
  var id: [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array("pepper id".utf8), using: key).prefix(8))
  }

  func mixed(into password: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: password, using: key))
  }
}
