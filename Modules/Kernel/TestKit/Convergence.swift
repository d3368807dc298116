import Core
import Testing

/// Folds the same facts in many orders and requires the same state, byte for byte, every time:
/// the property that lets devices merge.
///
/// `modules` lists the module under test and those whose changes it follows.
public func assertConverges(
  _ modules: [any Module.Type],
  _ facts: [StampedFact],
  orders: Int = 8,
  seed: UInt64,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  func folded(_ facts: [StampedFact]) throws -> [UInt8] {
    let harness = Harness(modules: modules)
    for fact in facts { try harness.given(fact.fact, at: fact.stamp) }
    return harness.snapshot
  }
  let expected = try folded(facts)
  var random = SplitMix64(seed: seed)
  for order in 0..<orders {
    let state = try folded(facts.shuffled(using: &random))
    #expect(
      state == expected,
      "order \(order) of seed \(seed) folds to another state",
      sourceLocation: sourceLocation
    )
  }
}
