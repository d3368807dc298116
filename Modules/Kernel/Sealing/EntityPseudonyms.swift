import Core
import Crypto
import CryptoExtras

/// Computes what a server sees in place of the things that facts are about.
///
/// An entity's id is encrypted as one block of AES-256 (FIPS 197), under a key derived from the
/// first key of the ring. Without the key, a pseudonym looks like a random number. An entity always
/// has the same pseudonym, so that a server can erase what it cannot read. A hash would do that
/// too, but could not be undone: if only the skeleton of a fact is left, nothing else tells devices
/// what it was about.
struct EntityPseudonyms: Sendable {
  private let key: SymmetricKey

  init(_ ring: KeyRing) {
    key = HKDF<SHA256>.expand(
      pseudoRandomKey: ring.keys[0],
      info: Array("trellis entity".utf8),
      outputByteCount: 32
    )
  }

  func pseudonym(of entity: EntityID) throws -> EntityID {
    try permuted(entity) { try AES.permute(&$0, key: key) }
  }

  func entity(of pseudonym: EntityID) throws -> EntityID {
    try permuted(pseudonym) { try AES.inversePermute(&$0, key: key) }
  }

  private func permuted(
    _ id: EntityID,
    _ permute: (inout [UInt8]) throws -> Void
  ) throws -> EntityID {
    var block = withUnsafeBytes(of: id.rawValue.bigEndian) { Array($0) }
    try permute(&block)
    return EntityID(rawValue: block.reduce(0) { $0 << 8 | UInt128($1) })
  }
}
