import Core
import Crypto

/// A SHA-256 digest.
public struct Digest: Sendable, Hashable {
  public let bytes: [UInt8]

  /// Nil unless there are 32 bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == SHA256.byteCount else { return nil }
    self.bytes = bytes
  }

  private init(_ digest: SHA256.Digest) { bytes = Array(digest) }

  public static func of(_ data: [UInt8]) -> Digest { Digest(SHA256.hash(data: data)) }

  /// What the first row of a space is chained to.
  public static let start = Digest(SHA256.hash(data: [UInt8]()))
}

/// Computes the hash that chains each row to the one before it: whoever removes, inserts or edits
/// a row must rewrite all that follow.
public enum Chain {
  /// The hash covers the payload's hash, not its bytes, so that the chain still verifies after
  /// an erasure.
  public static func next(
    after previous: Digest,
    space: SpaceID,
    fact: NewFact,
    payloadHash: Digest
  ) -> Digest {
    var writer = ByteWriter()
    writer.write(space)
    writer.write(fact.id)
    writer.write(fact.stamp)
    writer.write(fact.kind)
    writer.write(count: fact.version)
    writer.write(fact.entity) { $0.write($1) }
    return Digest.of(previous.bytes + writer.bytes + payloadHash.bytes)
  }
}
