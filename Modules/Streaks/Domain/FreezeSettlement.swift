import Core

/// Which of the freezes that were used count, where devices that did not know of each other used
/// more of them than there were.
///
/// Uses are looked at in the order of their stamps. One counts when fewer count before it than had
/// been earned by then: as far as its own device knew, or by all the history that is known now. A
/// use that does not count is given back. So every device that knows the same facts decides alike,
/// in whatever order the facts came.
struct FreezeSettlement: Sendable {
  /// The days that are protected, for each record, ascending.
  private(set) var protected: [[Int32]]
  /// Whether some use does not stand on its own device's word, so that the history decides.
  private(set) var isContested = false

  init(_ records: [StreakRecord], weekStart: () -> Weekday) {
    protected = records.map { _ in [] }
    let uses = records.indices.flatMap { place in
      records[place].uses.map { Use(place: place, mark: $0) }
    }
    var earnings: Earnings?
    var spent = 0
    for use in uses.sorted() {
      if spent >= use.mark.earned {
        isContested = true
        var known = earnings ?? Earnings(records, weekStart: weekStart())
        let stock = known.count(through: Int(use.mark.day) + 1, protected)
        earnings = known
        guard spent < stock else { continue }
      }
      spent += 1
      let place = protected[use.place].firstPlace(notBefore: use.mark.day)
      protected[use.place].insert(use.mark.day, at: place)
      earnings?.forget(use.place)
    }
  }

  private struct Use: Comparable {
    let place: Int
    let mark: FreezeMark

    /// Records are ascending by habit, so that the place orders what the stamps leave open.
    static func < (a: Use, b: Use) -> Bool {
      (a.mark.stamp, a.place, a.mark.day) < (b.mark.stamp, b.place, b.mark.day)
    }
  }
}

/// The days on which freezes were earned, worked out when they are first asked for.
private struct Earnings {
  private let records: [StreakRecord]
  private let weekStart: Weekday
  private let through: Int
  private var days: [[Int]?]

  init(_ records: [StreakRecord], weekStart: Weekday) {
    self.records = records
    self.weekStart = weekStart
    through = records.flatMap { $0.uses.map { Int($0.day) + 1 } }.max() ?? 0
    days = records.map { _ in nil }
  }

  /// The runs of a record are not what they were.
  mutating func forget(_ place: Int) { days[place] = nil }

  mutating func count(through day: Int, _ protected: [[Int32]]) -> Int {
    var count = 0
    for place in records.indices {
      let earned = days[place] ?? earnedDays(records[place], protected[place])
      days[place] = earned
      count += earned.count { $0 <= day }
    }
    return count
  }

  private func earnedDays(_ record: StreakRecord, _ protected: [Int32]) -> [Int] {
    var record = record
    record.protected = protected
    guard let course = record.course(through: through, weekStart: weekStart) else { return [] }
    var days: [Int] = []
    Runs.forEach(in: Ledger(course)) { run, _ in
      for number in 0..<Freezes.earned(doneDays: course.doneDays(in: run)) {
        guard let day = course.doneDay((number + 1) * Freezes.daysEach, in: run) else { continue }
        days.append(day)
      }
    }
    return days
  }
}
