import Core
import TestKit
import Testing

@Suite struct HybridClockTests {
  @Test func `ticks only go up, whatever the wall clock does`() {
    var generator = SplitMix64(seed: 1)
    var clock = HybridClock()
    var previous = clock.last
    for _ in 0..<10_000 {
      let now = Instant(milliseconds: .random(in: -5...2000, using: &generator))
      let tick = clock.tick(now: now)
      #expect(tick > previous)
      #expect(tick.milliseconds >= now.milliseconds)
      previous = tick
    }
  }

  @Test func `a new millisecond starts the counter again`() {
    var clock = HybridClock()
    #expect(clock.tick(now: Instant(milliseconds: 10)) == HybridTime(milliseconds: 10))
    #expect(clock.tick(now: Instant(milliseconds: 10)) == HybridTime(milliseconds: 10, counter: 1))
    #expect(clock.tick(now: Instant(milliseconds: 9)) == HybridTime(milliseconds: 10, counter: 2))
    #expect(clock.tick(now: Instant(milliseconds: 11)) == HybridTime(milliseconds: 11))
  }

  @Test func `a full counter borrows the next millisecond`() {
    var clock = HybridClock(last: HybridTime(milliseconds: 10, counter: .max))
    #expect(clock.tick(now: Instant(milliseconds: 10)) == HybridTime(milliseconds: 11))
  }

  @Test func `what was seen elsewhere comes before the next tick`() {
    var clock = HybridClock()
    let seen = HybridTime(milliseconds: 500, counter: 7)
    clock.observe(seen)
    #expect(clock.tick(now: Instant(milliseconds: 20)) == HybridTime(milliseconds: 500, counter: 8))
    clock.observe(HybridTime(milliseconds: 3))
    #expect(clock.last == HybridTime(milliseconds: 500, counter: 8))
  }

  @Test func `two devices order any two stamps alike`() {
    let early = HybridTime(milliseconds: 1, counter: 9)
    let late = HybridTime(milliseconds: 2)
    let (a, b) = (DeviceID(rawValue: 1), DeviceID(rawValue: 2))
    let sorted = [
      HybridTimestamp.zero, HybridTimestamp(clock: early, device: a),
      HybridTimestamp(clock: early, device: b),
      HybridTimestamp(clock: late, device: a),
    ]
    #expect(sorted.reversed().sorted() == sorted)
    #expect(late.milliseconds == 2 && early.counter == 9)
    #expect(HybridTime(milliseconds: -1).rawValue == 0)
  }
}
