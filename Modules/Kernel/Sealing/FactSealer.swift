import Core
import Crypto
import Journals

/// Seals facts before they leave a device, and opens them when they arrive at one.
///
/// A sealed fact is a fact with the same id and timestamp, so that the sync works as usual: its
/// kind is ``kind`` or ``erasureKind``, its entity a pseudonym, its payload a ciphertext.
///
/// A fact that is sealed again with the same key has the same bytes. The key of the ciphertext is
/// the fact's own: HKDF-Expand (RFC 5869) of the space key with “trellis fact 1” and the id gives
/// 32 bytes for AES-256-GCM and 32 for HMAC-SHA256. The first 12 bytes of the HMAC over associated
/// data and plaintext are the nonce, as in SIV (RFC 5297): if two facts ever had one id, only that
/// they differ would be visible.
public struct FactSealer: Sendable {
  /// The kind of sealed facts.
  public static let kind = "sealed"
  /// The kind of sealed facts that erase others.
  static let erasureKind = "sealed.erasure"
  /// The version of sealed facts.
  public static let format = 1

  private let ring: KeyRing
  private let pseudonyms: EntityPseudonyms

  public init(_ ring: KeyRing) {
    self.ring = ring
    pseudonyms = EntityPseudonyms(ring)
  }

  /// Seals a fact with the newest key.
  ///
  /// A fact whose payload was erased gets no ciphertext, nor the hash of its payload, from which a
  /// short payload could be guessed. One that is still as it arrived, since it could not be opened,
  /// stays as it is.
  ///
  /// - Throws: an error only if the cryptographic library fails.
  public func seal(_ fact: FactRecord) throws -> FactRecord {
    try seal(fact, with: ring.newest - 1, number: ring.newest)
  }

  /// The number of forms that a fact may have, by the key with which it was sealed and its number.
  public var formCount: Int { ring.newest == 1 ? 1 : ring.newest * (ring.newest + 1) }

  /// Seals a fact as a device may have done it that had another ring of the account.
  ///
  /// - Parameter form: from 0, below ``formCount``: each key under its own number, then each key
  ///   under each number, since a ring that is joined may renumber keys
  ///   (``KeyRing/united(with:)``).
  /// - Throws: an error only if the cryptographic library fails.
  public func seal(_ fact: FactRecord, form: Int) throws -> FactRecord {
    let count = ring.newest
    guard form >= count else { return try seal(fact, with: form, number: form + 1) }
    return try seal(fact, with: form / count - 1, number: form % count + 1)
  }

  /// - Parameter key: the index of the key.
  private func seal(_ fact: FactRecord, with key: Int, number: Int) throws -> FactRecord {
    if let kind = ForeignKind(stored: fact.kind) { return try returned(fact, kind) }
    let isSealed = FactSealer.isSealed(fact)
    let erases = isSealed ? fact.kind == FactSealer.erasureKind : fact.erases
    let hasCiphertext = fact.payload != nil || erases
    return FactRecord(
      id: fact.id,
      stamp: fact.stamp,
      kind: erases ? FactSealer.erasureKind : FactSealer.kind,
      version: isSealed ? fact.version : FactSealer.format,
      entity: try fact.entity.map(pseudonyms.pseudonym),
      payload: isSealed
        ? fact.payload : hasCiphertext ? try ciphertext(of: fact, key, number).bytes : nil,
      payloadHash: isSealed ? fact.payloadHash : nil,
      erases: erases
    )
  }

  /// A fact that was not sealed, as it arrived.
  private func returned(_ fact: FactRecord, _ kind: ForeignKind) throws -> FactRecord {
    FactRecord(
      id: fact.id,
      stamp: fact.stamp,
      kind: kind.original,
      version: fact.version,
      entity: try fact.entity.map(pseudonyms.pseudonym),
      payload: fact.payload,
      payloadHash: fact.payloadHash,
      erases: kind.erases
    )
  }

  /// Opens a fact.
  ///
  /// A fact whose payload was erased stays sealed (``unopened(_:)``): nothing tells what it was.
  ///
  /// - Throws: ``SealingError`` if it was not sealed with these keys, or was changed since. This
  ///   includes a fact that is not sealed at all: only a server could have put it there.
  public func open(_ fact: FactRecord) throws(SealingError) -> FactRecord {
    guard FactSealer.hasSealedForm(fact), fact.version > 0 else { throw .damaged(fact: fact.id) }
    guard fact.version <= FactSealer.format else { throw .tooNew(fact: fact.id) }
    guard let bytes = fact.payload else {
      // Facts that erase are never erased.
      guard !fact.erases else { throw .damaged(fact: fact.id) }
      return try unopened(fact)
    }
    guard let payload = SealedPayload(bytes),
      let box = try? AES.GCM.SealedBox(combined: payload.box)
    else { throw .damaged(fact: fact.id) }
    guard let plaintext = decrypted(box, number: payload.key, of: fact) else {
      // All rings of an account have the first key. Any other number may be that of a key which
      // another device gave to a server that was restored from a backup.
      guard payload.key > 1 else { throw .damaged(fact: fact.id) }
      throw .keyMissing(number: payload.key, fact: fact.id)
    }
    do {
      return try opened(fact, plaintext)
    } catch {
      throw .damaged(fact: fact.id)
    }
  }

  /// The form in which a device stores a fact that it cannot open, or that was not sealed.
  ///
  /// It is about the entity itself, so that erasures here affect it, and it erases nothing, since
  /// nobody can tell whether it may. No module folds its kind. Sealing it gives back what arrived.
  ///
  /// - Throws: ``SealingError`` if the cryptographic library fails.
  public func unopened(_ fact: FactRecord) throws(SealingError) -> FactRecord {
    let entity: EntityID?
    do { entity = try fact.entity.map(pseudonyms.entity) } catch { throw .damaged(fact: fact.id) }
    return FactRecord(
      id: fact.id,
      stamp: fact.stamp,
      kind: FactSealer.hasSealedForm(fact) ? fact.kind : ForeignKind(of: fact).stored,
      version: fact.version,
      entity: entity,
      payload: fact.payload,
      payloadHash: fact.payloadHash
    )
  }

  /// Whether a fact has the kind of sealed ones.
  public static func isSealed(_ fact: FactRecord) -> Bool {
    fact.kind == kind || fact.kind == erasureKind
  }

  /// Whether a fact that arrives has the kind of sealed ones that erase as much as it does.
  private static func hasSealedForm(_ fact: FactRecord) -> Bool {
    fact.kind == (fact.erases ? erasureKind : kind)
  }

  // MARK: Ciphertexts

  private func ciphertext(
    of fact: FactRecord,
    _ key: Int,
    _ number: Int
  ) throws -> SealedPayload {
    let keys = FactKeys(of: fact.id, from: ring.keys[key])
    let plaintext = SealedContent(fact).bytes
    let binding = FactSealer.binding(fact)
    let box = try AES.GCM.seal(
      plaintext,
      using: keys.encryption,
      nonce: try keys.nonce(for: plaintext, binding),
      authenticating: binding
    )
    guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
    return SealedPayload(key: number, box: Array(combined))
  }

  /// What is in the box of a fact, which the key with this number should open.
  ///
  /// In a ring that was joined from two, a key may have another number (``KeyRing/united(with:)``),
  /// so all are tried. The number is not part of what the ciphertext protects, so in any other ring
  /// it must be the right one.
  ///
  /// - Returns: nil if no key of the ring opens it.
  private func decrypted(
    _ box: AES.GCM.SealedBox,
    number: Int,
    of fact: FactRecord
  ) -> [UInt8]? {
    let binding = FactSealer.binding(fact)
    guard ring.keys.indices.contains(number - 1) else { return nil }
    for spaceKey in [ring.keys[number - 1]] + (ring.mayBeJoined ? ring.keys : []) {
      let key = FactKeys(of: fact.id, from: spaceKey).encryption
      if let bytes = try? AES.GCM.open(box, using: key, authenticating: binding) {
        return Array(bytes)
      }
    }
    return nil
  }

  private func opened(_ fact: FactRecord, _ plaintext: [UInt8]) throws -> FactRecord {
    let content = try SealedContent(plaintext)
    guard try content.entity.map(pseudonyms.pseudonym) == fact.entity else {
      throw SealingError.damaged(fact: fact.id)
    }
    return FactRecord(
      id: fact.id,
      stamp: fact.stamp,
      kind: content.kind,
      version: content.version,
      entity: content.entity,
      payload: content.payload,
      erases: fact.erases
    )
  }

  /// The associated data: the parts of the fact itself that stay readable.
  private static func binding(_ fact: FactRecord) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt8(format))
    writer.write(fact.id)
    writer.write(fact.stamp)
    writer.write(fact.erases)
    return writer.bytes
  }
}

/// The keys of one fact.
private struct FactKeys {
  let encryption: SymmetricKey
  private let authentication: SymmetricKey

  /// A space key is random, so no extraction is needed (RFC 5869, 3.3).
  init(of fact: FactID, from spaceKey: SymmetricKey) {
    var info = ByteWriter()
    info.write("trellis fact 1")
    info.write(fact)
    let bytes = HKDF<SHA256>.expand(
      pseudoRandomKey: spaceKey,
      info: info.bytes,
      outputByteCount: 64
    ).bytes
    encryption = SymmetricKey(data: bytes[..<32])
    authentication = SymmetricKey(data: bytes[32...])
  }

  func nonce(for plaintext: [UInt8], _ binding: [UInt8]) throws -> AES.GCM.Nonce {
    var code = HMAC<SHA256>(key: authentication)
    code.update(data: binding)
    code.update(data: plaintext)
    return try AES.GCM.Nonce(data: Array(code.finalize()).prefix(12))
  }
}
