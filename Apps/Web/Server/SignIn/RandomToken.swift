import Core
import Crypto

/// Random texts that cannot be guessed, and the hashes that are kept of them.
enum RandomToken {
  /// - Returns: so many random bytes of the system, in hexadecimal.
  static func make(bytes: Int) -> String {
    var random = SystemRandomNumberGenerator()
    return Hexadecimal.text(
      (0..<bytes).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    )
  }

  /// The SHA-256 of a token.
  ///
  /// Looking a token up by it takes no longer for one that is nearly right.
  static func hash(_ token: String) -> String {
    Hexadecimal.text(SHA256.hash(data: Array(token.utf8)))
  }
}
