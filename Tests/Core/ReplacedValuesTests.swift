import Core
import Testing

@Suite struct ReplacedValuesTests {
  private func write(_ number: Int) -> LWWRegister<Int> {
    let clock = HybridTime(milliseconds: Int64(number))
    return LWWRegister(number, at: HybridTimestamp(clock: clock, device: DeviceID(rawValue: 1)))
  }

  private func inserted(_ numbers: [Int], keeping lasting: Int) -> ReplacedValues<Int> {
    var replaced = ReplacedValues<Int>()
    for number in numbers { replaced.insert(write(number)) { $0 == lasting } }
    return replaced
  }

  @Test func `the latest three are kept, latest first, each once`() {
    let replaced = inserted([4, 1, 5, 5, 3, 2, 4], keeping: 0)
    #expect(replaced.writes.map(\.value) == [5, 4, 3])
  }

  @Test(arguments: 1...6)
  func `one that lasts is kept beyond them, in any order`(lasting: Int) {
    var random = SplitMix64(seed: UInt64(lasting))
    let expected = Set([6, 5, 4] + [lasting]).sorted(by: >)
    for _ in 0..<100 {
      let order = (1...6).shuffled(using: &random)
      #expect(inserted(order, keeping: lasting).writes.map(\.value) == expected)
    }
  }

  @Test func `what was replaced long ago is dropped, however old what it replaced`() {
    var replaced = inserted([10, 20, 900], keeping: 0)
    replaced.drop(replacedBefore: HybridTime(milliseconds: 500), current: write(1000).stamp.clock)
    #expect(replaced.writes.map(\.value) == [900, 20])
    replaced.drop(replacedBefore: HybridTime(milliseconds: 1001), current: write(1000).stamp.clock)
    #expect(replaced.writes.isEmpty)
  }
}
