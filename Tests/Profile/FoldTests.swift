import Core
import ProfileContract
import ProfileDomain
import TestKit
import Testing

@Suite struct FoldTests {
  private func history(_ seed: UInt64) throws -> [StampedFact] {
    var random = SplitMix64(seed: seed)
    let keys = Preference.allCases.map(\.rawValue) + ["mood-of-a-newer-version"]
    return (0..<20).map { number in
      let fact: any Fact
      if Int.random(in: 0..<4, using: &random) == 0 {
        fact = NameSet(displayName: "N\(Int.random(in: 0..<9, using: &random))")
      } else {
        let on = Day(number: 20_500 + Int.random(in: 0..<9, using: &random))
        let values = (0..<7).map { "\($0)" } + ["monday", "friday", "sunday"]
        let value = values[Int.random(in: values.indices, using: &random)]
        let key = keys[Int.random(in: keys.indices, using: &random)]
        fact = PreferenceSet(key: key, value: value, on: on)
      }
      // Few clock values, so that devices often write at the same time; no device does so twice.
      return StampedFact(fact, stamp(UInt64(1 + number / 3), device: UInt64(1 + number % 3)))
    }
  }

  @Test(arguments: 0..<10)
  func `devices that heard the same agree, whatever came first`(block: UInt64) throws {
    for seed in block * 100..<block * 100 + 100 {
      try assertConverges([ProfileModule.self], try history(seed), orders: 3, seed: seed)
    }
  }

  @Test func `the latest choice of a preference holds, of equal times the greater device's`() throws
  {
    let harness = try profile()
    let on = try day("2026-03-12")
    for (value, clock, device) in [("friday", 5, 1), ("sunday", 5, 2), ("tuesday", 4, 9)] {
      let fact = PreferenceSet(key: "week-start", value: value, on: on)
      try harness.given(fact, at: stamp(UInt64(clock), device: UInt64(device)))
    }
    #expect(try harness.ask(CurrentProfile()).preferences[.weekStart] == "sunday")
    #expect(harness.changes.count == 2)
  }

  @Test func `a snapshot reads back as the same state`() throws {
    for seed: UInt64 in 0..<50 {
      let harness = try profile()
      for fact in try history(seed) { try harness.given(fact.fact, at: fact.stamp) }
      let before = harness.snapshot
      let view = try harness.ask(CurrentProfile())
      try harness.reopenFromSnapshot()
      #expect(harness.snapshot == before)
      #expect(try harness.ask(CurrentProfile()) == view)
    }
  }

  @Test func `a preference of a newer version is kept for it`() throws {
    let harness = try profile()
    let view = try harness.ask(CurrentProfile())
    try harness.given(PreferenceSet(key: "mood", value: "calm", on: try day("2026-03-12")))
    try harness.reopenFromSnapshot()
    #expect(try harness.ask(CurrentProfile()) == view)
    let kept = String(decoding: harness.snapshot, as: UTF8.self)
    #expect(kept.contains("mood"))
    #expect(kept.contains("calm"))
  }

  @Test func `cut bytes are an error, and damaged ones that or a state that can be kept`() throws {
    let harness = try profile()
    for fact in try history(3) { try harness.given(fact.fact, at: fact.stamp) }
    let whole = harness.snapshot
    for end in whole.indices {
      var reader = ByteReader(whole[..<end])
      #expect(throws: ByteReader.Malformed.self) { try ProfileState(from: &reader) }
    }
    var random = SplitMix64(seed: 11)
    for _ in 0..<2000 {
      let count = Int.random(in: 0..<120, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      try expectRefusedOrKept(ProfileState.self, bytes)
      var bad = whole
      bad[Int.random(in: bad.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      try expectRefusedOrKept(ProfileState.self, bad)
    }
  }

  /// Payloads as written by version 1: these strings never change.
  @Test func `payloads of version 1 are read and written again to the same bytes`() throws {
    func expectFrozen<F: Fact>(_ type: F.Type, _ name: String, _ text: String) throws {
      #expect(F.name == name)
      #expect(F.version == 1)
      let fact = try F.upcast(payload: Array(text.utf8), version: 1)
      #expect(String(decoding: try JSON.encode(fact), as: UTF8.self) == text)
      #expect(fact.entity == nil)
    }
    try expectFrozen(NameSet.self, "profile.name-set", #"{"displayName":"Ada \"A\" 🌱"}"#)
    try expectFrozen(
      PreferenceSet.self,
      "profile.preference-set",
      #"{"key":"time-zone","on":"2026-03-12","value":"Europe/Vienna"}"#
    )
  }
}
