import Core
import Journals

/// A fact and when and where it was made.
public struct StampedFact: Sendable {
  public let fact: any Fact
  public let stamp: HybridTimestamp

  public init(_ fact: any Fact, _ stamp: HybridTimestamp) {
    self.fact = fact
    self.stamp = stamp
  }

  /// The fact as a journal takes it, under an id that follows from its stamp.
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
