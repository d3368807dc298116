import CryptoExtras

/// The work and memory of a password's hash.
///
/// Source: RFC 7914, section 2.
public struct ScryptParameters: Sendable, Equatable {
  /// The binary logarithm of the cost N.
  public let logN: Int
  /// The block size r: one hash takes 128 · N · r bytes of memory.
  public let r: Int
  /// The parallelization p.
  public let p: Int

  /// N = 2^17, r = 8, p = 1: about half a second and 128 MiB.
  ///
  /// Source: OWASP ASVS 5.0, appendix C; OWASP Password Storage Cheat Sheet.
  public static let standard = ScryptParameters(checkedLogN: 17, r: 8, p: 1)

  /// - Returns: nil for parameters that cannot be computed, or only with more than 1 GiB.
  ///
  /// swift-crypto 4.5 limits BoringSSL to 128 · N · r · p bytes and one page, whatever is
  /// requested; with p = 1 the blocks beside the table fit into that page only up to r = 16.
  public init?(logN: Int, r: Int, p: Int) {
    guard (1...24).contains(logN), (1...32).contains(r), (1...16).contains(p),
      p > 1 || r <= 16, 128 * r << logN <= 1 << 30, 16 * r > logN
    else { return nil }
    self.init(checkedLogN: logN, r: r, p: p)
  }

  init(checkedLogN logN: Int, r: Int, p: Int) { (self.logN, self.r, self.p) = (logN, r, p) }

  /// Derives a key; takes as long as the parameters demand.
  ///
  /// - Throws: an error of swift-crypto if there is not enough memory.
  func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: password,
      salt: salt,
      outputByteCount: count,
      rounds: 1 << logN,
      blockSize: r,
      parallelism: p
    )
    return key.withUnsafeBytes { Array($0) }
  }
}
