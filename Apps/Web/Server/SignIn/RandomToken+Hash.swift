import Core
import Crypto

/// The hashes that are kept of tokens.
extension RandomToken {
  /// The SHA-256 of a token, in hexadecimal.
  ///
  /// Looking a token up by it takes no longer for one that is nearly right.
  static func hash(_ token: String) -> String {
    Hexadecimal.text(SHA256.hash(data: Array(token.utf8)))
  }
}
