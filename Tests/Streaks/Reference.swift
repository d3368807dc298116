import Core
import StreaksContract
import TrackingContract

/// A plain implementation of the rules of streaks, one day at a time.
///
/// The module, which computes 64 days at a time, is compared against it. It shares no code with it.
struct Reference {
  enum Verdict { case done, neutral, missed }

  /// A unit of the streak: what it came to, and the day that decided it.
  struct Decision {
    let unit: StreakUnit
    let day: Day
    let verdict: Verdict
  }

  /// The rhythms, each from a day on; the first holds from the start.
  var schedules: [(from: Day?, schedule: Schedule)]
  var createdOn: Day
  var statuses: [Day: DayStatus] = [:]
  var protected: Set<Day> = []
  /// The days that travel shortened.
  var shortened: Set<Day> = []
  var vacation: ClosedRange<Int>?
  var archived: ClosedRange<Int>?
  /// The first days of the week, each from a day on; the first holds from the start.
  var weekStarts: [(from: Day?, weekday: Weekday)] = [(nil, .monday)]

  var weeks: Weeks {
    Weeks(weekStarts.map { Weeks.Start($0.weekday, from: $0.from) }) ?? Weeks(from: .monday)
  }

  var firstDay: Day { min(createdOn, statuses.keys.min() ?? createdOn) }

  func isDone(_ day: Day, _ today: Day) -> Bool { day <= today && statuses[day] == .done }

  /// Whether a day is skipped, on vacation or in the archive, done or not.
  func isAway(_ day: Day, _ today: Day) -> Bool {
    day <= today && statuses[day] == .skipped || vacation?.contains(day.number) == true
      || archived?.contains(day.number) == true
  }

  private func isNeutral(_ day: Day, _ today: Day) -> Bool {
    isAway(day, today) || isKept(day, today)
  }

  /// Whether a freeze protects a day, or travel one that is over.
  private func isKept(_ day: Day, _ today: Day) -> Bool {
    protected.contains(day) || day < today && shortened.contains(day)
  }

  // MARK: Rhythms

  /// Days in a row with one rhythm.
  struct Stretch {
    let schedule: Schedule
    var days: [Day]
  }

  /// Walks the days and changes the rhythm on its day, a quota of the same period with the next one.
  func stretches(_ today: Day) -> [Stretch] {
    var stretches: [Stretch] = []
    var (current, waiting) = (schedules[0].schedule, Schedule?.none)
    var day = min(firstDay, today)
    for (from, schedule) in schedules.dropFirst() {
      if let from, from <= day { current = schedule }
    }
    while day <= today {
      for (from, schedule) in schedules.dropFirst() where from == day && day > min(firstDay, today)
      {
        let period = period(current)
        let waits = period != nil && period == self.period(schedule) && !begins(schedule, on: day)
        if !waits { current = schedule }
        waiting = waits ? schedule : nil
      }
      if let next = waiting, begins(next, on: day) { (current, waiting) = (next, nil) }
      if stretches.last?.schedule == current {
        stretches[stretches.count - 1].days.append(day)
      } else {
        stretches.append(Stretch(schedule: current, days: [day]))
      }
      day = day.advanced(by: 1)
    }
    return stretches
  }

  private func period(_ schedule: Schedule) -> String? {
    switch schedule {
    case .times(_, .week): "week"
    case .times(_, .month): "month"
    default: nil
    }
  }

  private func begins(_ schedule: Schedule, on day: Day) -> Bool {
    period(schedule) == "week" ? week(of: day).lowerBound == day : day.dayOfMonth == 1
  }

  /// Walks the days: a week begins on its weekday, and on the one that was chosen for it since.
  private func week(of day: Day) -> ClosedRange<Day> {
    let changes = weekStarts.compactMap(\.from)
    var current = weekStarts[0].weekday
    // Before all changes weeks are whole.
    var start = min(day, changes.first ?? day).advanced(by: -7)
    while start.weekday != current { start = start.advanced(by: -1) }
    var next = start.advanced(by: 1)
    while true {
      let chosen = weekStarts.last { $0.from.map { $0 <= next } ?? true }?.weekday ?? current
      if next.weekday == chosen { current = chosen }
      if next.weekday == current {
        if next > day { return start...next.advanced(by: -1) }
        start = next
      }
      next = next.advanced(by: 1)
    }
  }

  private func unit(_ schedule: Schedule) -> StreakUnit {
    switch schedule {
    case .daily, .times(_, .rolling): .day
    case .weekdays, .every: .occurrence
    case .times(_, .week): .week
    case .times(_, .month): .month
    }
  }

  // MARK: Decisions

  /// Returns what every day up to today decided, earliest first.
  func decisions(_ today: Day) -> [Decision] {
    let stretches = self.stretches(today)
    return stretches.indices.flatMap { place in
      let next = place + 1 < stretches.count ? unit(stretches[place + 1].schedule) : nil
      return decisions(of: stretches[place], before: next, today)
    }
  }

  private func decisions(
    of stretch: Stretch,
    before next: StreakUnit?,
    _ today: Day
  ) -> [Decision] {
    let unit = unit(stretch.schedule)
    switch stretch.schedule {
    case .daily, .weekdays:
      return stretch.days.map { day in
        let rest: Verdict = isNeutral(day, today) ? .neutral : .missed
        if case .weekdays(let names) = stretch.schedule, !names.contains(day.weekday) {
          return Decision(unit: unit, day: day, verdict: .neutral)
        }
        return Decision(unit: unit, day: day, verdict: isDone(day, today) ? .done : rest)
      }
    case .every(let days): return interval(days, stretch, today)
    case .times(let times, .rolling(let length)):
      let covered = coveredDays(times, length, stretch.days, today)
      return stretch.days.map { day in
        if isDone(day, today) { return Decision(unit: unit, day: day, verdict: .done) }
        if isAway(day, today) { return Decision(unit: unit, day: day, verdict: .neutral) }
        if covered.contains(day) { return Decision(unit: unit, day: day, verdict: .done) }
        let verdict: Verdict = isKept(day, today) ? .neutral : .missed
        return Decision(unit: unit, day: day, verdict: verdict)
      }
    case .times(let times, _):
      return periods(times, stretch, isCut: next != nil && next != unit, today)
    }
  }

  private func interval(_ days: Int, _ stretch: Stretch, _ today: Day) -> [Decision] {
    var decisions: [Decision] = []
    // The days that counted since it was last done; nil as long as it never was.
    var passed: Int?
    let first = stretch.days[0]
    if let last = statuses.keys.filter({ isDone($0, today) && $0 < first }).max() {
      let between = (last.number + 1..<first.number).map { Day(number: $0) }
      passed = min(days - 1, between.filter { !isNeutral($0, today) }.count)
    }
    var late = 0
    for day in stretch.days {
      if isDone(day, today) {
        decisions.append(Decision(unit: .occurrence, day: day, verdict: .done))
        (passed, late) = (0, 0)
        continue
      }
      guard !isNeutral(day, today) else {
        decisions.append(Decision(unit: .occurrence, day: day, verdict: .neutral))
        continue
      }
      if late > 0 {
        late += 1
      } else if let count = passed {
        passed = count + 1
        late = count + 1 == days ? 1 : 0
      } else {
        late = 1
      }
      let isMissed = late > 0 && (late - 1) % days == 0
      let verdict: Verdict = isMissed ? .missed : .neutral
      decisions.append(Decision(unit: .occurrence, day: day, verdict: verdict))
    }
    return decisions
  }

  private func periods(
    _ times: Int,
    _ stretch: Stretch,
    isCut: Bool,
    _ today: Day
  ) -> [Decision] {
    var decisions: [Decision] = []
    var rest = stretch.days[...]
    while let first = rest.first {
      let isWeek = period(stretch.schedule) == "week"
      let start = isWeek ? week(of: first).lowerBound : first.startOfMonth
      let end = isWeek ? week(of: first).upperBound.advanced(by: 1) : first.startOfNextMonth
      let own = rest.prefix { $0 < end }
      rest = rest.dropFirst(own.count)
      let whole = (start.number..<end.number).map { Day(number: $0) }
      let active = whole.filter { $0 >= first && !isAway($0, today) }.count
      let share = Double(times) * Double(active) / Double(whole.count)
      let quota = Int((share + 1e-9).rounded(.toNearestOrAwayFromZero))
      let done = own.filter { isDone($0, today) }.count
      let isCutShort =
        isCut && rest.isEmpty && own.last.map { $0.advanced(by: 1) < end } == true
        || isWeek && whole.count < 7
      let verdict: Verdict =
        if done > 0, done >= quota { .done } else if quota == 0 || isCutShort { .neutral } else {
          .missed
        }
      let day = own.last ?? first
      decisions.append(Decision(unit: unit(stretch.schedule), day: day, verdict: verdict))
    }
    return decisions
  }

  /// Returns Loop's automatic days.
  private func coveredDays(_ times: Int, _ length: Int, _ days: [Day], _ today: Day) -> Set<Day> {
    guard let first = days.first, let last = days.last else { return [] }
    let range = first.advanced(by: -length)...last
    let marks = statuses.keys.filter { isDone($0, today) && range.contains($0) }.sorted()
    var stretches: [(begin: Int, center: Int, end: Int)] = []
    for (first, last) in zip(marks, marks.dropFirst(times - 1))
    where last.number - first.number < length {
      stretches.append((first.number, last.number, first.number + length - 1))
    }
    for place in stretches.indices.dropLast().reversed() {
      let overlap = stretches[place].end - stretches[place + 1].begin + 1
      guard overlap > 0 else { continue }
      let slide = min(overlap, stretches[place].end - stretches[place].center)
      stretches[place].begin -= slide
      stretches[place].end -= slide
    }
    return Set(stretches.flatMap { $0.begin...$0.end }.map { Day(number: $0) })
  }

  // MARK: Streaks

  func streak(_ today: Day) -> (current: Int, best: Int, atRisk: Bool, runs: Int) {
    var decisions = self.decisions(today)
    let unit = unit(stretches(today).last?.schedule ?? .daily)
    let isOpen = decisions.last.map { $0.day == today && $0.verdict == .missed } ?? false
    if isOpen { decisions.removeLast() }
    var (current, best, runs) = (0, 0, 0)
    var last = unit
    for decision in decisions {
      if decision.unit != last { current = 0 }
      last = decision.unit
      guard decision.unit == unit else { continue }
      switch decision.verdict {
      case .done:
        current += 1
        if current == 1 { runs += 1 }
      case .missed: current = 0
      case .neutral: break
      }
      best = max(best, current)
    }
    if last != unit { current = 0 }
    var isAtRisk = isOpen && current > 0
    if unit == .week || unit == .month {
      isAtRisk = isAtRisk && isLostUnlessDone(today)
    } else {
      isAtRisk = isAtRisk && !shortened.contains(today)
    }
    return (current, best, isAtRisk, runs)
  }

  /// Tries it out: everything after today is done, except on days of vacation.
  private func isLostUnlessDone(_ today: Day) -> Bool {
    keeps(today, doing: true) && !keeps(today, doing: false)
  }

  private func keeps(_ today: Day, doing isDone: Bool) -> Bool {
    var future = self
    future.statuses = statuses.filter { $0.key <= today }
    future.schedules = schedules.filter { $0.from.map { $0 <= today } ?? true }
    if isDone { future.statuses[today] = .done }
    let end = today.advanced(by: 70)
    for number in (today.number + 1)...end.number {
      let day = Day(number: number)
      if !isAway(day, today) { future.statuses[day] = .done }
    }
    return !future.decisions(end).contains {
      $0.verdict == .missed && $0.day >= today && $0.day < end
    }
  }

  /// Returns whether milestones count what a day decided: not if a rolling quota only covers it.
  func countedByMilestones(_ today: Day) -> (Day) -> Bool {
    let days = Set(rollingStretches(today).flatMap(\.days))
    return { day in !days.contains(day) || isDone(day, today) }
  }

  private func rollingStretches(_ today: Day) -> [Stretch] {
    stretches(today).filter {
      if case .times(_, .rolling) = $0.schedule { true } else { false }
    }
  }

  // MARK: Rates

  /// Returns the share of what was planned that was done; today counts once it is done.
  ///
  /// - Parameter days: how many days count, today included; nil for all.
  func rate(_ today: Day, lastDays days: Int? = nil) -> Double? {
    var (done, planned) = (0.0, 0.0)
    let from = days.map { today.advanced(by: 1 - $0) }
    for stretch in stretches(today) {
      guard case .times(let times, .rolling(let length)) = stretch.schedule else { continue }
      let days = stretch.days.filter { $0 >= from ?? $0 }
      let free = days.filter { day in
        day < today ? isDone(day, today) || !isNeutral(day, today) : isDone(day, today)
      }
      let covered = coveredDays(times, length, stretch.days, today)
      let kept = free.filter { isDone($0, today) || covered.contains($0) }
      let units = Double(free.count * times) / Double(length)
      planned += units
      let doneDays = Double(days.filter { isDone($0, today) }.count)
      done += min(units, max(doneDays, Double(kept.count * times) / Double(length)))
    }
    var decisions = self.decisions(today)
    if decisions.last.map({ $0.day == today && $0.verdict == .missed }) ?? false {
      decisions.removeLast()
    }
    let isRolling = Set(rollingStretches(today).flatMap(\.days))
    for decision in decisions
    where !isRolling.contains(decision.day) && decision.day >= from ?? decision.day {
      if decision.verdict == .done { done += 1 }
      if decision.verdict != .neutral { planned += 1 }
    }
    return planned == 0 ? nil : done / planned
  }
}
