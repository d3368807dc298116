import Core
import GamificationContract
import ProfileContract
import RemindersContract
import SobrietyContract
import SocialContract
import StreaksContract
import TelemetryContract
import TestKit
import TrackingContract

/// Facts of the modules that do not own habits.
extension HistoryGenerator {
  var substances: [SubstanceID] { [21, 22].map { SubstanceID(rawValue: $0) } }

  /// A habit, or a substance as other modules see it.
  mutating func anyHabit() -> HabitID {
    let all = habits + substances.map(\.habit)
    return all[Int.random(in: 0..<all.count, using: &random)]
  }

  mutating func anyLevel() -> Int { Milestones.levels.randomElement(using: &random) ?? 7 }

  /// What somebody says of a day beyond its mark.
  private mutating func noted(_ substance: SubstanceID, _ now: Instant) -> any Fact {
    let day = day()
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let isPledged = Bool.random(using: &random)
      return DayPledged(substance: substance, day: day, isPledged: isPledged, at: now)
    case 1:
      let effort = Bool.random(using: &random) ? DayEffort.hard : nil
      return DayReviewed(
        substance: substance,
        day: day,
        effort: effort,
        note: "n\(now.seconds % 3)",
        at: now
      )
    case 2:
      let triggers = SlipTrigger.allCases.filter { _ in Bool.random(using: &random) }
      return SlipNoted(substance: substance, day: day, triggers: triggers, note: "", at: now)
    default:
      // Few instants, so that some are taken back.
      let at = Instant(seconds: now.seconds - now.seconds % 86_400)
      let isTakenBack = Int.random(in: 0..<3, using: &random) == 0
      return CravingPassed(substance: substance, day: day, at: at, isTakenBack: isTakenBack)
    }
  }

  mutating func sobered(_ now: Instant) -> any Fact {
    let substance = substances[Int.random(in: 0..<2, using: &random)]
    switch Int.random(in: 0..<50, using: &random) {
    case 0: return SubstanceDeleted(substance: substance)
    case 1..<6:
      let title = "S\(now.seconds % 3)"
      return SubstanceAdded(substance: substance, title: title, on: day(), at: now)
    case 6..<9:
      return FiguresSet(
        substance: substance,
        drinksPerWeek: Bool.random(using: &random)
          ? Amount(thousandths: Int64.random(in: 0...20, using: &random) * 500) : nil,
        price: Currency("EUR").map { Price(minor: now.seconds % 900, currency: $0) },
        calories: Bool.random(using: &random) ? Int.random(in: 0...300, using: &random) : nil
      )
    case 9..<11: return WhySet(substance: substance, why: "w\(now.seconds % 5)")
    case 11..<13: return SubstanceRenamed(substance: substance, title: "R\(now.seconds % 3)")
    case 13..<16:
      let first = day()
      return RunBegun(
        substance: substance,
        first: first,
        through: first.advanced(by: Int.random(in: -1...12, using: &random)),
        since: now.advanced(byMilliseconds: -1),
        at: now,
        offset: 60
      )
    case 40...: return noted(substance, now)
    default:
      let status = SoberStatus.allCases[Int.random(in: 0..<3, using: &random)]
      let drinks = Int.random(in: 0...3, using: &random)
      return DayMarked(
        substance: substance,
        day: day(),
        status: status,
        drinks: drinks,
        at: now,
        since: Bool.random(using: &random) ? now : now.advanced(byMilliseconds: -1),
        evidence: Evidence(offset: 60, isClaimed: Bool.random(using: &random))
      )
    }
  }

  mutating func shared() -> any Fact {
    SharingSet(
      habit: anyHabit(),
      sharing: Bool.random(using: &random) ? .streak : .none,
      showsTitle: Bool.random(using: &random)
    )
  }

  mutating func reminded(_ now: Instant) -> any Fact {
    let minutes = [480, 1140, 1500][Int.random(in: 0..<3, using: &random)]
    let slot = ReminderSlot(minutes: minutes, day: Bool.random(using: &random) ? nil : day())
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3:
      let weekdays: Set<Weekday> = Bool.random(using: &random) ? [.monday, .friday] : []
      return ReminderSet(habit: anyHabit(), slot: slot, weekdays: weekdays, at: now)
    case 3: return ReminderRemoved(habit: anyHabit(), slot: slot)
    case 4..<6:
      let keys = ["reminders", "at-risk", "quiet-hours", "of-a-newer-version"]
      let key = keys[Int.random(in: 0..<keys.count, using: &random)]
      let value = ["on", "off", "22:00-07:00"][Int.random(in: 0..<3, using: &random)]
      return NoticePreferenceSet(key: key, value: value, at: now)
    case 6..<9: return NoticeGiven(notice: notice(now))
    default: return InboxRead(notices: [noticeID(), noticeID()])
    }
  }

  private mutating func noticeID() -> NoticeID {
    NoticeID(rawValue: UInt128.random(in: 500...506, using: &random))
  }

  private mutating func notice(_ now: Instant) -> Notice {
    let kind = NoticeKind.allCases[Int.random(in: 0..<NoticeKind.allCases.count, using: &random)]
    // The name of a notice contains the habit it is about.
    let id = noticeID()
    let habit = habits[Int(id.rawValue % 4)]
    return Notice(
      id: id,
      kind: kind,
      day: day(),
      subjects: [NoticeSubject(habit: habit, count: Int(now.seconds % 40), unit: .day)],
      at: now
    )
  }

  mutating func personal(_ now: Instant) -> any Fact {
    func one(_ values: [String]) -> String {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return NameSet(displayName: one(["Ada", "Mia", ""]))
    case 1: return TelemetryChoiceMade(isOn: Bool.random(using: &random))
    case 2..<4:
      return PreferenceSet(key: "week-start", value: one(["sunday", "monday"]), on: firstDay)
    case 4:
      let zone = one(["auto", "Europe/Vienna", "America/New_York", "of-a-newer-version"])
      return PreferenceSet(key: "time-zone", value: zone, on: day())
    case 5:
      return PreferenceSet(key: "day-start", value: one(["00:00", "04:00", "06:00"]), on: day())
    default:
      return PreferenceSet(key: one(["sound", "new"]), value: one(["on", "off"]), on: day())
    }
  }
}
