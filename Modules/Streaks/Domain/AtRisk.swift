import Core

extension StreakStatus {
  /// Whether the run can no longer be kept unless today is done.
  ///
  /// A planned vacation keeps a run, and so does travel that shortened today; a freeze that
  /// could be used does not. Pages, the terminal and notices all use this one definition.
  var isAtRisk: Bool {
    guard ledger.isOpen else { return false }
    let today = course.through
    switch course.lastLeg.rule {
    // Days that a rolling quota covers afterwards could close the gap, but until then it is a gap.
    case .weekdays, .interval, .rolling: return !course.isShortened(today)
    case .quota:
      guard let period = course.lastLeg.period(of: today, in: course) else { return false }
      let left = daysLeft(through: period.days.upperBound)
      return period.quota - period.done == left + 1 && !course.isDone(on: today)
    }
  }

  /// Whether doing the habit today would join a run that yesterday has broken.
  func closesGapToday(_ weeks: Weeks) -> Bool {
    guard case .rolling = course.lastLeg.rule, !course.isDone(on: course.through) else {
      return false
    }
    var done = record
    done.history.set(
      course.through,
      done: true,
      skipped: false,
      known: true,
      unwitnessed: false
    )
    let today = Day(number: course.through)
    let current = StreakStatus(done, today: today, weeks: weeks)?.runs.current
    return current.map { $0.first < course.through - 1 } ?? false
  }

  /// Returns the number of days after today up to `last` on which no vacation is planned.
  private func daysLeft(through last: Int) -> Int {
    let today = course.through
    guard today < last else { return 0 }
    return ((today + 1)...last).count { day in !course.away.contains { $0.contains(day) } }
  }
}
