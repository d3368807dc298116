import Core

/// A fact in the form in which it travels between spaces, journals, archives and devices.
public struct FactRecord: Sendable, Equatable {
  public let id: FactID
  public let stamp: HybridTimestamp
  public let kind: String
  public let version: Int
  public let entity: EntityID?
  /// The exact bytes that are stored and hashed; nil once they have been erased.
  public private(set) var payload: [UInt8]?
  /// Whether this fact blanks the payloads of all facts about its entity.
  ///
  /// It applies to existing and to future facts, except those that erase themselves.
  public var erases: Bool
  private var storedHash: Digest?

  /// - Parameters:
  ///   - payload: nil if it was erased before it arrived here.
  ///   - payloadHash: the hash that came with the payload; nil to compute it when it is needed.
  public init(
    id: FactID,
    stamp: HybridTimestamp,
    kind: String,
    version: Int,
    entity: EntityID?,
    payload: [UInt8]?,
    payloadHash: Digest? = nil,
    erases: Bool = false
  ) {
    self.id = id
    self.stamp = stamp
    self.kind = kind
    self.version = version
    self.entity = entity
    self.payload = payload
    self.erases = erases
    storedHash = payloadHash
  }

  /// The record of a fact that was made at `stamp`.
  ///
  /// - Throws: an error if the fact cannot be encoded.
  public init(_ fact: any Fact, id: FactID, stamp: HybridTimestamp) throws {
    let type = type(of: fact)
    self.init(
      id: id,
      stamp: stamp,
      kind: type.name,
      version: type.version,
      entity: fact.entity,
      payload: try fact.payload(),
      erases: type.erases
    )
  }

  /// The SHA-256 of the payload's bytes, which remains when they are erased.
  public var payloadHash: Digest { storedHash ?? payload.map { Digest.of($0) } ?? .start }

  /// Whether the payload is the one whose hash came with it; true for an erased one.
  public var isIntact: Bool {
    guard let payload, let storedHash else { return true }
    return Digest.of(payload) == storedHash
  }

  /// This record without its payload, whose hash remains.
  public func erased() -> FactRecord {
    var record = self
    record.storedHash = payloadHash
    record.payload = nil
    return record
  }

  /// This record with the hash of its payload computed, whatever hash came with the payload.
  public func hashed() -> FactRecord {
    var record = self
    record.storedHash = payload.map { Digest.of($0) } ?? payloadHash
    return record
  }
}
