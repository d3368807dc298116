import Core
import GamificationContract
import SobrietyContract
import SocialContract
import SocialDomain
import StreaksContract
import TestKit
import Testing
import TrackingContract

/// Saturday, 2026-11-21.
let today = Day(number: 20_778)
let running = HabitID(rawValue: 1)

/// Returns a harness with Social alone, at noon of ``today``.
func social(_ policies: Policies = Policies()) -> Harness {
  let now = Instant(seconds: Int64(today.number) * 86_400 + 43_200)
  return Harness(SocialModule.self, now: now, policies: policies)
}

func habit(_ id: HabitID, _ title: String) -> Habit {
  Habit(
    id: id,
    details: HabitDetails(title: title),
    createdOn: today.advanced(by: -400),
    createdAt: Instant(seconds: 0)
  )
}

func streak(
  _ id: HabitID,
  current: Int,
  best: Int,
  unit: StreakUnit = .day,
  from: Day? = nil
) -> HabitStreak {
  HabitStreak(
    habit: id,
    title: "Running",
    unit: unit,
    current: current,
    best: best,
    atRisk: false,
    isProtectedNow: false,
    adjusted: 0,
    score: 0,
    strength: 0,
    protectedDays: [],
    currentFrom: from
  )
}

extension Harness {
  /// Stubs Tracking with two habits, `count` of which are done on each day.
  func tracking(_ count: @escaping (Day) -> Int) {
    answering(AllHabits.self) { _ in
      [habit(running, "Running"), habit(HabitID(rawValue: 2), "Secret")]
    }
    answering(DoneCounts.self) { query in
      (query.from.number...query.to.number).map { count(Day(number: $0)) }
    }
  }

  /// Stubs Sobriety with a run of `length` days that ended `ago` days before today.
  func sober(_ length: Int, ago: Int = 0, milestones: [Int] = []) {
    answering(SobrietyOf.self) { query in
      Sobriety(
        substance: Substance(id: SubstanceID(rawValue: 3), name: query.substance ?? "Alcohol"),
        day: today,
        status: ago == 0 ? .sober : .notSober,
        drinks: 0,
        current: ago == 0 ? length : 0,
        longest: 61,
        soberDays: length + 100,
        timer: SoberTimer(since: nil, now: Instant(seconds: 0)),
        figures: SobrietyFigures(),
        savedMinor: 12_345,
        savedCalories: nil,
        milestones: milestones.map { ReachedMilestone(days: $0, day: today.advanced(by: -$0)) },
        nextMilestone: 365,
        why: "for my children"
      )
    }
    answering(SoberDays.self) { query in
      (query.from.number...query.to.number).map { number in
        let place = number - (today.number - ago - length)
        guard (1...max(1, length)).contains(place), length > 0 else {
          let status: SoberStatus = place == 0 || place > length ? .notSober : .unmarked
          return SoberDay(day: Day(number: number), status: status, shade: 0, drinks: 9)
        }
        let shade = min(10, place)
        return SoberDay(day: Day(number: number), status: .sober, shade: shade, drinks: 0)
      }
    }
  }

  func badges(_ levels: [Int]) {
    answering(AllBadges.self) { query in
      let badges = levels.map { level in
        Badge(
          habit: query.habit ?? running,
          title: "Running",
          level: level,
          unit: .week,
          day: today.advanced(by: -level),
          times: level == 7 ? 3 : 1,
          isHard: false
        )
      }
      return BadgesReport(items: badges, next: [])
    }
  }

  func refusal(_ query: ComposeShareCard) -> String? {
    do {
      _ = try ask(query)
      return nil
    } catch let refusal as DomainError {
      #expect(refusal.message.hasSuffix("Nothing was shared."))
      return refusal.code
    } catch {
      return "\(error)"
    }
  }
}
