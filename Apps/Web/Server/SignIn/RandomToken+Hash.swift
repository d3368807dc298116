import Core
import Crypto

/// The hashes under which tokens are stored.
extension RandomToken {
  /// The SHA-256 of a token, in hexadecimal.
  ///
  /// A lookup by it takes no longer for a nearly correct token.
  static func hash(_ token: String) -> String {
    Hexadecimal.text(SHA256.hash(data: Array(token.utf8)))
  }
}
