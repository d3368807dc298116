import Core
import Journals

/// The part of a fact that is encrypted.
struct SealedContent {
  /// The plaintext's length is a multiple of this, since a length may reveal a payload's contents.
  static let padding = 64

  let kind: String
  let version: Int
  let entity: EntityID?
  /// Nil only for an erasing fact that lost its own payload.
  let payload: [UInt8]?

  init(_ fact: FactRecord) {
    kind = fact.kind
    version = fact.version
    entity = fact.entity
    payload = fact.payload
  }

  /// Reads what ``bytes`` wrote.
  ///
  /// - Throws: an error for any other bytes, or for a kind that no fact from elsewhere may have.
  init(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    kind = try reader.read(String.self)
    version = Int(try reader.read(Int64.self))
    entity = try reader.readOptional { try $0.read(EntityID.self) }
    payload = try reader.readOptional { try $0.readBlob() }
    let rest = bytes[reader.position...]
    guard bytes.count.isMultiple(of: SealedContent.padding), rest.count < SealedContent.padding,
      rest.allSatisfy({ $0 == 0 }), kind != Amendment.kind
    else { throw reader.malformed }
  }

  /// The fields in the format of `ByteWriter`, then zeros.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(kind)
    writer.write(Int64(version))
    writer.write(entity) { $0.write($1) }
    writer.write(payload) { $0.write($1) }
    let excess = writer.bytes.count % SealedContent.padding
    let zeros = excess == 0 ? 0 : SealedContent.padding - excess
    return writer.bytes + [UInt8](repeating: 0, count: zeros)
  }
}
