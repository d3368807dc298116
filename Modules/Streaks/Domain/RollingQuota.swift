/// The days that a rolling quota, "3 in any 7 days", makes count though they were not done.
///
/// Wherever `times` done days lie within `days` days, a stretch of `days` days that begins with the
/// first of them counts. From the latest stretch to the earliest, one that overlaps its successor
/// slides into the past until it only touches it, but never so far that it loses its last done day.
/// These are the "automatic" days of Loop Habit Tracker (`EntryList.kt`, `buildIntervals` and
/// `snapIntervalsTogether`), except that 30 days are always 30 days.
struct RollingQuota: Sendable {
  let times: Int
  let days: Int

  init(times: Int, days: Int) {
    self.times = max(1, times)
    self.days = max(1, days)
  }

  /// The days that count, up to `last`, which is also the last day whose marks are looked at.
  func countedDays(of history: History, through last: Int) -> Plane {
    let marks = history.marksLatestFirst(through: last)
    guard let earliest = marks.last else { return Plane(from: 0, through: -1) }
    var plane = Plane(from: earliest - days, through: last)
    var successor = Int.max
    for place in marks.indices.dropFirst(times - 1) {
      let first = marks[place]
      let latest = marks[place - times + 1]
      guard latest - first < days else { continue }
      let end = first + days - 1
      let slide = successor > end ? 0 : min(end - latest, end - successor + 1)
      plane.insert(from: first - slide, through: end - slide)
      successor = first - slide
    }
    return plane
  }
}

extension History {
  fileprivate func marksLatestFirst(through last: Int) -> [Int] {
    var marks: [Int] = []
    for index in range.reversed() {
      var rest = word(index).done & Bits.mask(from: .min / 2, through: last, inWord: index)
      while rest != 0 {
        let bit = 63 - rest.leadingZeroBitCount
        marks.append(index << 6 + bit)
        rest &= ~(1 << UInt64(bit))
      }
    }
    return marks
  }
}
