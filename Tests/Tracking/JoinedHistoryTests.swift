import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// Compares joined habits with one habit that all facts are about.
@Suite struct JoinedHistoryTests {
  private static let (first, second) = (HabitID(rawValue: 1), HabitID(rawValue: 2))

  /// The fact as if it were about the first habit; nil if that cannot be.
  private static func renamed(_ fact: any Fact) -> (any Fact)? {
    switch fact {
    case let fact as CheckSet where fact.habit == second:
      CheckSet(
        habit: first,
        day: fact.day,
        entry: fact.entry,
        only: fact.only,
        adds: fact.adds,
        source: fact.source,
        restores: fact.restores,
        evidence: fact.evidence
      )
    case let fact as DaysImported where fact.habit == second:
      DaysImported(habit: first, source: fact.source, entries: fact.entries)
    case let fact as HabitCreated where fact.habit == second: nil
    case let fact as HabitEdited where fact.habit == second: nil
    default: fact
    }
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `the days of joined habits are those of one habit with all their facts`(seed: UInt64) throws
  {
    var random = SplitMix64(seed: seed)
    var facts = GeneratedHistory(seed: 3_000_000 + seed, count: 50).facts.filter {
      !($0.fact is HabitDeleted || $0.fact is HabitJoined || $0.fact is VacationSet)
    }
    let time = facts.map(\.stamp.clock).max() ?? HybridTime(rawValue: 1)
    let at = time.instant
    let on = Day(number: GeneratedHistory.days.lowerBound)
    let made = HybridTimestamp(clock: HybridTime(rawValue: 1), device: DeviceID(rawValue: 1))
    for habit in [JoinedHistoryTests.first, JoinedHistoryTests.second] {
      let details = HabitDetails(title: "T")
      facts.append(
        StampedFact(HabitCreated(habit: habit, details: details, on: on, at: at), made)
      )
    }
    // After all of the days, so that they can be marked.
    let now = LocalCalendar(zone: .utc).start(of: Day(number: GeneratedHistory.days.upperBound + 9))
    let whole = Harness(TrackingModule.self, now: now)
    for fact in facts {
      guard let one = JoinedHistoryTests.renamed(fact.fact) else { continue }
      try whole.given(one, at: fact.stamp)
    }
    let join = HabitJoined(habit: JoinedHistoryTests.second, into: JoinedHistoryTests.first)
    facts.append(StampedFact(join, HybridTimestamp(clock: time, device: DeviceID(rawValue: 99))))
    let joined = Harness(TrackingModule.self, now: now)
    for fact in facts.shuffled(using: &random) { try joined.given(fact.fact, at: fact.stamp) }
    let days = EntriesOf(habit: JoinedHistoryTests.first)
    #expect(try joined.ask(days) == (try whole.ask(days)))
    // Only the first has its earlier marks: they are forgotten a week before the newest.
    for number in GeneratedHistory.days.shuffled(using: &random) {
      let day = Day(number: number)
      let undo = UndoCheck(habit: JoinedHistoryTests.first, day: day)
      let undone = [joined, whole].map { harness in
        do {
          return "\(try harness.when(undo).entry)"
        } catch {
          return "\(error)"
        }
      }
      #expect(undone[0] == undone[1], "\(day)")
    }
  }
}
