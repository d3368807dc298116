import Core
import TelemetryContract
import TelemetryDomain
import TestKit
import Testing

@Suite struct ChoiceTests {
  @Test func `H-22: counting is on until a person says otherwise, and off at once`() throws {
    let harness = Harness(TelemetryModule.self)
    #expect(try harness.ask(TelemetryStatus()).isOn)
    #expect(try harness.when(ChooseTelemetry(isOn: false)).isOn == false)
    #expect(try harness.ask(TelemetryStatus()).isOn == false)
    #expect(try harness.when(ChooseTelemetry(isOn: true)).isOn)
  }

  @Test func `choosing what is chosen already changes nothing`() throws {
    let harness = Harness(TelemetryModule.self)
    try harness.when(ChooseTelemetry(isOn: false))
    #expect(try harness.decide(ChooseTelemetry(isOn: false)).isEmpty)
    #expect(harness.facts.count == 1)
  }

  @Test func `a product that allows none cannot be talked into it`() throws {
    let harness = Harness(TelemetryModule.self, policies: Policies { $0.allowsTelemetry = false })
    #expect(try harness.ask(TelemetryStatus()).isOn == false)
    #expect(throws: DomainError.self) { try harness.when(ChooseTelemetry(isOn: true)) }
    try harness.given(TelemetryChoiceMade(isOn: true))
    #expect(try harness.ask(TelemetryStatus()).isOn == false)
  }

  @Test func `the latest choice of all devices stands, in whatever order they arrive`() throws {
    var random = SplitMix64(seed: 20)
    for round in 0..<200 as Range<UInt64> {
      let facts = (0..<8 as Range<Int64>).map { _ in
        let instant = HybridTime(milliseconds: Int64.random(in: 1...40, using: &random))
        let device = DeviceID(rawValue: UInt64.random(in: 1...3, using: &random))
        return HybridTimestamp(clock: instant, device: device)
      }
      let unique = Array(Set(facts)).map { stamp in
        StampedFact(TelemetryChoiceMade(isOn: stamp.clock.rawValue.isMultiple(of: 3)), stamp)
      }
      try assertConverges([TelemetryModule.self], unique, seed: round)
    }
  }

  @Test func `the choice survives a snapshot`() throws {
    for choice in [nil, false, true] {
      let harness = Harness(TelemetryModule.self)
      if let choice { try harness.given(TelemetryChoiceMade(isOn: choice)) }
      try harness.reopenFromSnapshot()
      #expect(try harness.ask(TelemetryStatus()).chosen == choice)
    }
  }
}
