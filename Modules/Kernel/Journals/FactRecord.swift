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
  private var payloadCheck: UInt64?
  /// Whether the stored hash was computed here, and not read or received.
  private var isHashed = false

  /// - Parameters:
  ///   - payload: nil if it was erased before it arrived here.
  ///   - payloadHash: the hash that came with the payload; nil to compute it when it is needed.
  ///   - payloadCheck: the first 64 bits of the hash, if no more of it was stored beside the
  ///     payload.
  public init(
    id: FactID,
    stamp: HybridTimestamp,
    kind: String,
    version: Int,
    entity: EntityID?,
    payload: [UInt8]?,
    payloadHash: Digest? = nil,
    payloadCheck: UInt64? = nil,
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
    self.payloadCheck = payloadCheck
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
  ///
  /// Where a changed payload was stored with only the first 64 bits of its hash, this is a hash that
  /// no payload has: what was changed must not look like the original to others.
  public var payloadHash: Digest {
    if let storedHash { return storedHash }
    guard let payload else { return .start }
    let hash = Digest.of(payload)
    guard let payloadCheck, hash.firstWord != payloadCheck else { return hash }
    return Digest(firstWord: payloadCheck)
  }

  /// Whether the payload is the one whose hash came with it; true for an erased one.
  public var isIntact: Bool {
    guard let payload, !isHashed else { return true }
    if let storedHash { return Digest.of(payload) == storedHash }
    if let payloadCheck { return Digest.of(payload).firstWord == payloadCheck }
    return true
  }

  /// Whether two records are of the same fact, with the same payload and the same hash of it.
  ///
  /// Where the hash comes from makes no difference.
  public static func == (a: FactRecord, b: FactRecord) -> Bool {
    a.id == b.id && a.stamp == b.stamp && a.kind == b.kind && a.version == b.version
      && a.entity == b.entity && a.erases == b.erases && a.payload == b.payload
      && a.payloadHash == b.payloadHash
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
    guard !isHashed else { return self }
    var record = self
    record.storedHash = payload.map { Digest.of($0) } ?? payloadHash
    record.isHashed = true
    return record
  }
}
