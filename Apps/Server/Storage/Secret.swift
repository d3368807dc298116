import Core
import Crypto

/// Returns a number of random bytes; ``RandomToken`` in programs, a seeded generator in tests.
public typealias RandomBytes = @Sendable (_ count: Int) -> [UInt8]

/// Secrets that are handed out, and their stored hashes.
package enum Secret {
  /// The maximum length of a text that is looked up, in bytes.
  private static let longest = 256

  /// 256 random bits in hexadecimal.
  ///
  /// Source: OWASP ASVS 5.0, 7.2.3.
  package static func token(_ random: RandomBytes) -> String { Hexadecimal.text(random(32)) }

  /// The stored hash of a secret; a lookup takes no longer for a nearly correct one.
  package static func hash(_ secret: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(secret.utf8.prefix(longest))))
  }

  /// A random identifier.
  package static func id<ID: Identifier>(_ random: RandomBytes) -> ID {
    ID(rawValue: random(16).reduce(0) { $0 << 8 | UInt128($1) })
  }
}
