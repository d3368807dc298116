import Core
import TestKit
import Testing

/// `assertConverges` finds the faults for which modules are tested with it.
@Suite struct OrderProofTests {
  private let facts = (1...6).map { number in
    StampedFact(
      Tallied(amount: number),
      HybridTimestamp(
        clock: HybridTime(milliseconds: noon.milliseconds + Int64(number)),
        device: DeviceID(rawValue: 2)
      )
    )
  }

  @Test func `a state that does not depend on the order is accepted`() throws {
    try assertConverges([TallyModule.self], facts, seed: 1)
  }

  @Test func `a state that depends on the order of facts is found`() {
    withKnownIssue { try assertConverges([WitnessModule.self], facts, seed: 1) }
  }

  @Test func `a fold that fails is found, though the states are the same`() {
    withKnownIssue { try assertConverges([TallyModule.self, FaultyModule.self], facts, seed: 1) }
  }
}
