import Core
import Journals
import Replication
import Sealing

/// Encrypts facts for the devices of a sealed account, and decrypts them.
struct SealedFacts: FactCodec {
  private let sealer: FactSealer?
  private let skipsUnreadable: Bool

  /// - Parameters:
  ///   - ring: nil if the keys are not on this device.
  ///   - skipsUnreadable: whether a fact whose key is missing is stored as received, and does not
  ///     wait for the key.
  init(_ ring: KeyRing?, skipsUnreadable: Bool = false) {
    sealer = ring.map(FactSealer.init)
    self.skipsUnreadable = skipsUnreadable
  }

  func seal(_ fact: FactRecord) throws -> FactRecord {
    guard let sealer else { throw FactKeyNeeded() }
    return try sealer.seal(fact)
  }

  var formCount: Int { sealer?.formCount ?? 1 }

  func seal(_ fact: FactRecord, form: Int) throws -> FactRecord {
    guard let sealer else { throw FactKeyNeeded() }
    return try sealer.seal(fact, form: form)
  }

  /// - Throws: ``FactKeyNeeded``, or a `DomainError` for a fact of a newer version.
  func open(_ fact: FactRecord) throws -> FactRecord {
    guard let sealer else { throw FactKeyNeeded() }
    do throws(SealingError) {
      return try sealer.open(fact)
    } catch {
      switch error {
      case .keyMissing(let number, _) where !skipsUnreadable: throw FactKeyNeeded(key: number)
      case .tooNew: throw error.domainError
      // Stored as received: a single fact that somebody damaged must not stop the sync forever.
      case .damaged, .keyMissing: return try sealer.unopened(fact)
      }
    }
  }
}
