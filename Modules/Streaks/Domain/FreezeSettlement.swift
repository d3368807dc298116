import Core
import StreaksContract
import TrackingContract

/// Decides which of the used freezes count if devices together used more than there were.
///
/// Devices that do not know of each other can use the same freeze. Uses are considered in the order
/// of their timestamps. A use counts if fewer uses before it count than freezes had been earned by
/// then, either as far as its own device knew or according to all the history known now. A use that
/// does not count is given back, and so is one whose day was done after all: it has nothing to
/// protect. All devices that know the same facts therefore decide alike, in whatever order the
/// facts arrived.
struct FreezeSettlement: Sendable {
  /// The protected days of each record, ascending.
  private(set) var protected: [[Int32]]
  /// Whether some use is not covered by what its device knew, so that the history decides.
  private(set) var isContested = false

  /// - Parameter joined: the habits whose freezes protect days of others.
  init(_ records: [StreakRecord], joined: [HabitID: HabitID], weeks: () -> Weeks) {
    protected = records.map { _ in [] }
    let uses = records.indices.flatMap { place in
      let root = joined[records[place].id].flatMap { root in records.firstIndex { $0.id == root } }
      return records[place].uses.map { Use(place: root ?? place, mark: $0) }
    }
    var earnings: Earnings?
    var spent = 0
    var seen: Set<[Int]> = []
    for use in uses.sorted() {
      // Two habits that are now one may both have protected a day: the earlier use is the one that
      // counts or not.
      guard seen.insert(use.key).inserted else { continue }
      guard !records[use.place].history.isDone(on: Int(use.mark.day)) else { continue }
      if spent >= use.mark.earned {
        isContested = true
        var known = earnings ?? Earnings(records, weeks: weeks())
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
    let mark: FreezeUsage

    var key: [Int] { [place, Int(mark.day)] }

    /// Breaks ties between timestamps by place, because records are ascending by habit.
    static func < (a: Use, b: Use) -> Bool {
      (a.mark.stamp, a.place, a.mark.day, a.mark.earned)
        < (b.mark.stamp, b.place, b.mark.day, b.mark.earned)
    }
  }
}

/// The days on which freezes were earned, computed on first use.
private struct Earnings {
  private let records: [StreakRecord]
  private let weeks: Weeks
  private let through: Int
  private var days: [[Int]?]

  init(_ records: [StreakRecord], weeks: Weeks) {
    self.records = records
    self.weeks = weeks
    through = records.flatMap { $0.uses.map { Int($0.day) + 1 } }.max() ?? 0
    days = records.map { _ in nil }
  }

  /// Discards the days of a record whose runs have changed.
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
    guard let course = record.course(through: through, weeks: weeks) else { return [] }
    var days: [Int] = []
    Runs.forEach(in: Verdicts(course)) { run, _ in
      for number in 0..<Freezes.earned(doneDays: course.earningDays(in: run)) {
        guard let day = course.earningDay((number + 1) * FreezeStock.daysEach, in: run) else {
          continue
        }
        days.append(day)
      }
    }
    return days
  }
}
