import Core
import Crypto
import Journals

@testable import Sealing

extension KeyRing {
  /// A ring with one key, which the seed determines.
  static func of(seed: UInt64) -> KeyRing {
    var generator = SplitMix64(seed: seed)
    let phrase = RecoveryPhrase(using: &generator)
    let recovery = RecoveryKey(
      publicKey: Curve25519.KeyAgreement.PrivateKey().publicKey,
      presharedKey: phrase.presharedKey
    )
    let key = SymmetricKey(data: [UInt8].random(count: 32, using: &generator))
    return KeyRing(version: 1, recovery: recovery, keys: [key])
  }
}

extension EntityID {
  static let example = EntityID(rawValue: 0x0197_76f1_b8c8_0000_0000_0000_0000_0001)
}

extension [UInt8] {
  static func random(count: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

extension FactRecord {
  static let example = FactRecord(
    id: FactID(rawValue: 0x0197_76f1_b8c9_0000_0000_0000_0000_0002),
    stamp: HybridTimestamp(
      clock: HybridTime(rawValue: 116_216_084_090_880_001),
      device: DeviceID(rawValue: 9)
    ),
    kind: "tracking.check-set",
    version: 1,
    entity: .example,
    payload: Array(#"{"day":"2026-03-12","entry":{"mark":"done","note":"Ill"}}"#.utf8)
  )

  static func random(
    using generator: inout some RandomNumberGenerator,
    erases: Bool? = nil,
    entity: EntityID?? = nil
  ) -> FactRecord {
    func id() -> UInt128 {
      UInt128(UInt64.random(in: .min ... .max, using: &generator)) << 64
        | UInt128(UInt64.random(in: .min ... .max, using: &generator))
    }
    let length = Int.random(in: 0...(Bool.random(using: &generator) ? 40 : 400), using: &generator)
    let text = (0..<length).map { _ in
      UInt8.random(in: UInt8(ascii: " ")...UInt8(ascii: "~"), using: &generator)
    }
    let kinds = ["tracking.check-set", "tracking.habit-created", "x", "", "é.ü-本"]
    return FactRecord(
      id: FactID(rawValue: id()),
      stamp: HybridTimestamp(
        clock: HybridTime(rawValue: .random(in: .min ... .max, using: &generator)),
        device: DeviceID(rawValue: .random(in: .min ... .max, using: &generator))
      ),
      kind: kinds.randomElement(using: &generator) ?? "",
      version: .random(in: -2...40, using: &generator),
      entity: entity ?? (Bool.random(using: &generator) ? EntityID(rawValue: id()) : nil),
      payload: text,
      erases: erases ?? (Int.random(in: 0..<5, using: &generator) == 0)
    )
  }

  /// The fact after a trip in the form in which it travels.
  static func travelled(_ fact: FactRecord) throws -> FactRecord {
    var arrived = try JSON.decode(FactRecord.self, from: try JSON.encode(fact))
    // The protocol writes this beside the fact.
    arrived.erases = fact.erases
    return arrived
  }

  func with(
    id: FactID? = nil,
    stamp: HybridTimestamp? = nil,
    kind: String? = nil,
    version: Int? = nil,
    entity: EntityID?? = nil,
    payload: [UInt8]?? = nil,
    erases: Bool? = nil
  ) -> FactRecord {
    FactRecord(
      id: id ?? self.id,
      stamp: stamp ?? self.stamp,
      kind: kind ?? self.kind,
      version: version ?? self.version,
      entity: entity ?? self.entity,
      payload: payload ?? self.payload,
      erases: erases ?? self.erases
    )
  }
}
