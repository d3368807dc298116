import Core
import Products
import SobrietyContract
import StreaksContract
import TestKit
import Testing
import TrackingContract

/// Streaks knows nothing of sobriety, yet it counts sober days like those of any daily habit.
@Suite struct SoberTests {
  private func person() throws -> Harness {
    let product = Product.sober
    return Harness(
      modules: product.modules,
      now: try #require(Instant(rfc3339: "2026-06-20T12:00:00Z")),
      policies: product.policies
    )
  }

  @Test func `sober days are a streak, and a past slip parts it`() throws {
    let harness = try person()
    let today = try #require(Day("2026-06-20"))
    for ago in 0..<40 { try harness.when(MarkDay(day: today.advanced(by: -ago), status: .sober)) }
    var streak = try #require(try harness.ask(AllStreaks()).items.first)
    #expect(streak.title == "Alcohol-free")
    #expect(streak.current == 40)
    try harness.when(MarkDay(day: today.advanced(by: -10), status: .notSober, drinks: 1))
    streak = try harness.ask(StreakOf(habit: streak.habit))
    let sobriety = try harness.ask(SobrietyOf())
    #expect(streak.current == 10)
    #expect(streak.current == sobriety.current)
    #expect(streak.best == sobriety.longest)
    try harness.when(DeleteSubstance(substance: "Alcohol", confirmed: true))
    #expect(try harness.ask(AllStreaks()).items.isEmpty)
  }

  @Test func `any past day may be marked`() throws {
    let harness = try person()
    let day = try #require(Day("2019-01-01"))
    #expect(try harness.when(MarkDay(day: day, status: .sober)).day.shade == 1)
  }

  /// Changes of days that arrive before their substance, or after its end, must not set apart what
  /// two modules remember.
  @Test(arguments: 0..<20)
  func `sober days and streaks fold to one state in any order`(block: UInt64) throws {
    for seed in block * 25..<block * 25 + 25 {
      try assertConverges(Product.sober.modules, history(seed), orders: 4, seed: seed)
    }
  }

  private func history(_ seed: UInt64) -> [StampedFact] {
    var random = SplitMix64(seed: seed)
    return (0..<40).map { index in
      let substance = SubstanceID(rawValue: UInt128.random(in: 1...3, using: &random))
      let time = 1_770_000_000_000 + Int64(index) * 1000
      let at = Instant(milliseconds: time)
      let device = DeviceID(rawValue: .random(in: 1...3, using: &random))
      let stamp = Stamp(clock: HybridTime(milliseconds: time), device: device)
      let day = Day(number: Int.random(in: 20_500..<20_520, using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0: return StampedFact(SubstanceDeleted(substance: substance), stamp)
      case 1...3:
        let fact = SubstanceAdded(substance: substance, title: "S\(index % 3)", on: day, at: at)
        return StampedFact(fact, stamp)
      default:
        let status = SoberStatus.allCases[Int.random(in: 0..<3, using: &random)]
        let fact = DayMarked(substance: substance, day: day, status: status, at: at, since: at)
        return StampedFact(fact, stamp)
      }
    }
  }
}
