import Core
import Crypto

/// Gives so many random bytes; ``RandomToken`` in programs, a seeded generator in tests.
public typealias RandomBytes = @Sendable (_ count: Int) -> [UInt8]

/// Secrets that are handed out, and what is kept of them.
package enum Secret {
  /// The length of the longest text that is looked up, in bytes.
  private static let longest = 256

  /// 256 random bits in hexadecimal.
  ///
  /// Source: OWASP ASVS 5.0, 7.2.3.
  package static func token(_ random: RandomBytes) -> String { Hexadecimal.text(random(32)) }

  /// What is kept of a secret; looking it up takes no longer for one that is nearly right.
  package static func hash(_ secret: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(secret.utf8.prefix(longest))))
  }

  /// A random identifier.
  package static func id<ID: Identifier>(_ random: RandomBytes) -> ID {
    ID(rawValue: random(16).reduce(0) { $0 << 8 | UInt128($1) })
  }
}
