import Crypto

/// A SHA-256 digest, held without a heap allocation.
public struct Digest: Sendable, Hashable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  public static let byteCount = SHA256.byteCount

  /// Nil unless there are exactly 32 bytes.
  public init?(_ bytes: [UInt8]) {
    guard let digest = bytes.withUnsafeBytes({ Digest($0) }) else { return nil }
    self = digest
  }

  /// Nil unless there are exactly 32 bytes.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == SHA256.byteCount else { return nil }
    words = (
      bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    )
  }

  /// The hash of `data`.
  public init(hashing data: UnsafeRawBufferPointer) {
    var hash = SHA256()
    hash.update(bufferPointer: data)
    var copied = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    hash.finalize().withUnsafeBytes { source in
      withUnsafeMutableBytes(of: &copied) { $0.copyMemory(from: source) }
    }
    words = copied
  }

  /// A digest of which only the first 64 bits are known; no data has it.
  package init(firstWord: UInt64) { words = (firstWord.bigEndian, 0, 0, 0) }

  public static func of(_ data: [UInt8]) -> Digest {
    data.withUnsafeBytes { Digest(hashing: $0) }
  }

  /// The hash of no bytes, which the first row of a space is chained to.
  public static let start = Digest.of([])

  /// The first 64 bits as a big-endian number.
  public var firstWord: UInt64 { UInt64(bigEndian: words.0) }

  public var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }

  public func withUnsafeBytes<T, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> T
  ) throws(E) -> T {
    try Swift.withUnsafeBytes(of: words) { bytes throws(E) in try body(bytes) }
  }

  public static func == (a: Digest, b: Digest) -> Bool { a.words == b.words }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}
