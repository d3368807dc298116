import Core
import SobrietyContract
import TestKit
import TrackingContract

/// A random history of three devices with different clocks.
///
/// It has few substances and days, so that facts often conflict, and contains marks before a
/// substance is added and after it is deleted.
struct GeneratedHistory {
  private(set) var facts: [StampedFact] = []
  private var random: SplitMix64
  private var devices = SkewedDevices()

  static let substances: [SubstanceID] = (1...3).map { SubstanceID(rawValue: $0) }
  static let days = 20_500..<20_512

  init(seed: UInt64, count: Int) {
    random = SplitMix64(seed: seed)
    for _ in 0..<count { facts.append(next()) }
  }

  private mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func next() -> StampedFact {
    let (now, stamp) = devices.next(using: &random)
    return StampedFact(fact(at: now), stamp)
  }

  private mutating func fact(at now: Instant) -> any Fact {
    let substance = GeneratedHistory.substances[pick(0..<GeneratedHistory.substances.count)]
    switch pick(0..<26) {
    case 0..<3:
      let on = Day(number: pick(GeneratedHistory.days))
      return SubstanceAdded(substance: substance, title: "S\(pick(0..<4))", on: on, at: now)
    case 3 where pick(0..<3) == 0: return SubstanceDeleted(substance: substance)
    case 4: return WhySet(substance: substance, why: "W\(pick(0..<4))")
    case 5, 6: return figures(substance)
    case 7, 8: return run(substance, now)
    case 9: return SubstanceRenamed(substance: substance, title: "R\(pick(0..<4))")
    case 10..<16: return saying(substance, now)
    default: return mark(substance, now)
    }
  }

  /// A fact of the diary; few values, so that they often conflict.
  private mutating func saying(_ substance: SubstanceID, _ now: Instant) -> any Fact {
    let number = pick(0..<15) == 0 ? 500_000 : pick(GeneratedHistory.days)
    let day = Day(number: number)
    let note = pick(0..<2) == 0 ? "" : "N\(pick(0..<4))"
    switch pick(0..<4) {
    case 0:
      return DayPledged(substance: substance, day: day, isPledged: pick(0..<3) > 0, at: now)
    case 1:
      let effort = pick(0..<4) == 0 ? nil : DayEffort.allCases[pick(0..<4)]
      return DayReviewed(substance: substance, day: day, effort: effort, note: note, at: now)
    case 2:
      let triggers = SlipTrigger.allCases.filter { _ in pick(0..<4) == 0 }
      return SlipNoted(substance: substance, day: day, triggers: triggers, note: note, at: now)
    default:
      let at = Instant(milliseconds: Int64(pick(0..<9)))
      return CravingPassed(
        substance: substance,
        day: day,
        at: at,
        isTakenBack: pick(0..<3) == 0
      )
    }
  }

  private mutating func figures(_ substance: SubstanceID) -> FiguresSet {
    let currency = ["EUR", "JPY"].compactMap { Currency($0) }[pick(0..<2)]
    return FiguresSet(
      substance: substance,
      drinksPerWeek: pick(0..<2) == 0 ? nil : Amount(thousandths: Int64(pick(0..<9000))),
      price: pick(0..<2) == 0 ? nil : Price(minor: Int64(pick(0..<900)), currency: currency),
      calories: pick(0..<2) == 0 ? nil : pick(0..<300)
    )
  }

  private mutating func run(_ substance: SubstanceID, _ now: Instant) -> RunBegun {
    let number = pick(0..<15) == 0 ? 500_000 : pick(GeneratedHistory.days)
    let first = Day(number: number)
    // Sometimes a run corrects earlier ones, or what is no run at all.
    let earlier = facts.suffix(pick(0..<6)).map(\.stamp)
    return RunBegun(
      substance: substance,
      first: first,
      through: first.advanced(by: pick(-2..<8)),
      since: Instant(milliseconds: now.milliseconds - Int64(pick(0..<3) * 99_999)),
      at: now,
      replaces: earlier,
      offset: pick(0..<2) == 0 ? nil : 60
    )
  }

  private mutating func mark(_ substance: SubstanceID, _ now: Instant) -> DayMarked {
    // Some days are outside the range that can be recorded.
    let number = pick(0..<15) == 0 ? 500_000 : pick(GeneratedHistory.days)
    return DayMarked(
      substance: substance,
      day: Day(number: number),
      status: SoberStatus.allCases[pick(0..<SoberStatus.allCases.count)],
      drinks: pick(-1..<4),
      at: now,
      // Often a day was marked on the day itself.
      since: Instant(milliseconds: now.milliseconds - Int64(pick(0..<3) * pick(0..<99_999))),
      restores: pick(0..<5) == 0 ? facts.last?.stamp : nil
    )
  }
}
