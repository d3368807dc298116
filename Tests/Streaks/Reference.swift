import Core
import TrackingContract

/// A plain implementation of the rules of streaks, one day at a time.
///
/// The module, which computes 64 days at a time, is compared against it.
struct Reference {
  enum Verdict { case done, neutral, missed }

  var schedule: Schedule
  var createdOn: Day
  var statuses: [Day: DayStatus] = [:]
  var protected: Set<Day> = []
  var vacation: ClosedRange<Int>?
  var weekStart = Weekday.monday

  func isDone(_ day: Day, _ today: Day) -> Bool { day <= today && statuses[day] == .done }

  func isRested(_ day: Day, _ today: Day) -> Bool {
    if isDone(day, today) { return false }
    let isSkipped = day <= today && statuses[day] == .skipped
    return isSkipped || vacation?.contains(day.number) == true
  }

  var firstDay: Day { min(createdOn, statuses.keys.min() ?? createdOn) }

  /// Returns the verdicts of all units up to today's.
  func verdicts(_ today: Day) -> [Verdict] {
    let first = min(firstDay, today)
    switch schedule {
    case .times(let quota, .week):
      return periods(today, quota, first.startOfWeek(from: weekStart)) { $0.advanced(by: 7) }
    case .times(let quota, .month):
      return periods(today, quota, first.startOfMonth) { $0.startOfNextMonth }
    case .daily, .weekdays, .every, .times(_, .rolling):
      let automatic = automaticDays(today)
      return (first.number...today.number)
        .map { verdict(Day(number: $0), today, automatic) }
    }
  }

  private func verdict(_ day: Day, _ today: Day, _ automatic: Set<Day>) -> Verdict {
    guard schedule.names(day, createdOn: createdOn) else { return .neutral }
    if isDone(day, today) { return .done }
    if isRested(day, today) { return .neutral }
    if automatic.contains(day) { return .done }
    return protected.contains(day) ? .neutral : .missed
  }

  private func periods(
    _ today: Day,
    _ quota: Int,
    _ start: Day,
    _ next: (Day) -> Day
  )
    -> [Verdict]
  {
    var verdicts: [Verdict] = []
    var start = start
    while start <= today {
      let end = next(start)
      let days = (start.number..<end.number).map { Day(number: $0) }
      let done = days.filter { isDone($0, today) }.count
      let free = days.filter { $0 >= min(firstDay, today) && !isRested($0, today) }.count
      verdicts.append(done >= quota ? .done : free < quota ? .neutral : .missed)
      start = end
    }
    return verdicts
  }

  /// Returns Loop's automatic days.
  private func automaticDays(_ today: Day) -> Set<Day> {
    guard case .times(let times, .rolling(let length)) = schedule else { return [] }
    let marks = statuses.keys.filter { isDone($0, today) }.sorted()
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

  func streak(_ today: Day) -> (current: Int, best: Int, atRisk: Bool, runs: Int) {
    var verdicts = self.verdicts(today)
    let isOpen = verdicts.last == .missed
    if isOpen { verdicts.removeLast() }
    var (current, best, runs) = (0, 0, 0)
    for verdict in verdicts {
      switch verdict {
      case .done:
        current += 1
        if current == 1 { runs += 1 }
      case .missed: current = 0
      case .neutral: break
      }
      best = max(best, current)
    }
    return (current, best, isOpen && current > 0, runs)
  }
}
