import Core
import Journals

/// The last fact that an author has numbered, and the hash of it and all before it.
///
/// A holder of the first facts of an author can compute the hash of each of them, so two
/// installations that use one identity are detected.
public struct AuthorHead: Sendable, Hashable {
  /// 0 before the first fact.
  public let number: Int
  public let digest: Digest

  public init(number: Int, digest: Digest) {
    self.number = number
    self.digest = digest
  }

  public static let none = AuthorHead(number: 0, digest: .start)

  /// The head after one more fact.
  ///
  /// The hash is the one that chains the rows of a journal (``Chain``), with the author in place of
  /// the space.
  public func next(_ fact: FactRecord, of author: DeviceID) -> AuthorHead {
    AuthorHead(
      number: number + 1,
      digest: Chain.next(
        after: digest,
        space: SpaceID(rawValue: UInt128(author.rawValue)),
        fact: fact
      )
    )
  }
}

/// The last entry in the order of a server, and the hash of it and all before it.
public struct OrderHead: Sendable, Hashable {
  /// 0 before the first entry.
  public let position: Int
  public let digest: Digest

  public init(position: Int, digest: Digest) {
    self.position = position
    self.digest = digest
  }

  public static let none = OrderHead(position: 0, digest: .start)

  /// The first 64 bits of the hash: enough to notice that the order is another one.
  public var tag: UInt64 { digest.firstWord }

  /// The head after one more entry, which has a verdict.
  ///
  /// The input of the hash, in the format of `ByteWriter`, is: the previous hash, the hash of the
  /// fact (as if it were the first one of its author), its number, whether it is an alias, the
  /// verdict, and when it was received. For an alias, only the id of the fact counts: it may have
  /// arrived with other bytes than those that the server has and gives to others, such as sealed
  /// with another key.
  public func next(_ entry: SyncEntry, _ fact: FactRecord) -> OrderHead {
    var writer = ByteWriter(capacity: 128)
    writer.write(digest)
    let named = entry.isAlias ? FactRecord(naming: fact.id) : fact
    writer.write(AuthorHead.none.next(named, of: entry.author).digest)
    writer.write(count: entry.number)
    writer.write(entry.isAlias)
    writer.write(entry.verdict) { $0.write($1) }
    writer.write(entry.received?.milliseconds ?? 0)
    return OrderHead(position: position + 1, digest: Digest.of(writer.bytes))
  }
}

extension FactRecord {
  /// A record that contains only the id of a fact.
  fileprivate init(naming id: FactID) {
    self.init(id: id, stamp: .zero, kind: "", version: 0, entity: nil, payload: nil)
  }
}

extension ByteWriter {
  mutating func write(_ verdict: SyncVerdict) {
    switch verdict {
    case .taken(let clock):
      write(UInt8(1))
      write(clock.rawValue)
    case .refused(let code):
      write(UInt8(2))
      write(code)
    }
  }

  mutating func write(_ digest: Digest) {
    digest.withUnsafeBytes { write(blob: $0) }
  }

  mutating func write(_ head: AuthorHead) {
    write(count: head.number)
    write(head.digest)
  }
}

extension ByteReader {
  mutating func readDigest() throws -> Digest {
    guard let digest = Digest(try readBlob()) else { throw malformed }
    return digest
  }

  mutating func readAuthorHead() throws -> AuthorHead {
    AuthorHead(number: try readCount(), digest: try readDigest())
  }
}
