import Core
import TestKit
import Testing

@Suite struct DatedRegisterTests {
  private func stamp(_ number: Int) -> HybridTimestamp {
    HybridTimestamp(
      clock: HybridTime(milliseconds: Int64(number)),
      device: DeviceID(rawValue: UInt64(number % 3))
    )
  }

  @Test func `on a day holds the latest of the values that began by then`() {
    var register = DatedRegister("a")
    let first = Day(number: 100)
    register.set("b", from: first, at: stamp(2))
    register.set("c", from: first.advanced(by: 10), at: stamp(3))
    #expect(register.value == "c")
    #expect(register.value(on: first.advanced(by: -1)) == "a")
    #expect(register.value(on: first) == "b")
    #expect(register.value(on: first.advanced(by: 10)) == "c")
    // An earlier word for a later day changes nothing from there on.
    let isOldTaken = register.set("old", from: first.advanced(by: 20), at: stamp(1))
    #expect(!isOldTaken)
    // A later word for an earlier day holds from there on.
    let isNewTaken = register.set("d", from: first.advanced(by: 5), at: stamp(4))
    #expect(isNewTaken)
    #expect(register.value(on: first.advanced(by: 4)) == "b")
    #expect(register.value(on: first.advanced(by: 30)) == "d")
    #expect(register.entries.count == 3)
  }

  @Test func `any order of the same values is the same register`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      let writes = (1...Int.random(in: 1...8, using: &random)).map { number in
        (
          from: Bool.random(using: &random)
            ? nil : Day(number: Int.random(in: 0...6, using: &random)), stamp: stamp(number)
        )
      }
      let orders = (0..<4).map { _ in writes.shuffled(using: &random) }
      let registers = orders.map { order in
        order.reduce(into: DatedRegister(0)) {
          $0.set(Int($1.stamp.clock.milliseconds), from: $1.from, at: $1.stamp)
        }
      }
      for day in (-1...7).map(Day.init(number:)) {
        let latest = writes.filter { $0.from.map { $0 <= day } ?? true }.map(\.stamp).max()
        let expected = latest.map { Int($0.clock.milliseconds) } ?? 0
        #expect(registers.allSatisfy { $0.value(on: day) == expected })
      }
      let first = registers[0].entries.map { [$0.value, $0.from?.number ?? -1] }
      #expect(
        registers.allSatisfy { $0.entries.map { [$0.value, $0.from?.number ?? -1] } == first }
      )
      #expect(DatedRegister(entries: registers[0].entries) != nil)
    }
  }

  @Test func `entries that no register has are refused`() {
    let day = Day(number: 3)
    let start = DatedRegister.Entry(from: nil, value: 0, stamp: stamp(5))
    let earlier = DatedRegister.Entry(from: day, value: 1, stamp: stamp(4))
    #expect(DatedRegister<Int>(entries: []) == nil)
    #expect(DatedRegister(entries: [earlier]) == nil)
    #expect(DatedRegister(entries: [start, earlier]) == nil)
  }
}
