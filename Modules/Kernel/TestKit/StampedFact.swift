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

  /// The fact in the form that a journal accepts, with an id derived from its timestamp.
  func journaled() throws -> NewFact {
    let id = UInt128(stamp.clock.rawValue) << 64 | UInt128(stamp.device.rawValue)
    return NewFact(
      id: FactID(rawValue: id),
      stamp: stamp,
      kind: type(of: fact).name,
      version: type(of: fact).version,
      entity: fact.entity,
      payload: try fact.payload(),
      erases: type(of: fact).erases
    )
  }
}
