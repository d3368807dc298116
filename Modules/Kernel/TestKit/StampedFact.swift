import Core
import Journals

/// A fact with its timestamp.
public struct StampedFact: Sendable {
  public let fact: any Fact
  public let stamp: HybridTimestamp

  public init(_ fact: any Fact, _ stamp: HybridTimestamp) {
    self.fact = fact
    self.stamp = stamp
  }

  /// The fact as another device would send it, with an id derived from its timestamp.
  func record() throws -> FactRecord {
    let id = UInt128(stamp.clock.rawValue) << 64 | UInt128(stamp.device.rawValue)
    return try FactRecord(fact, id: FactID(rawValue: id), stamp: stamp)
  }
}
