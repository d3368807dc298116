/// The days that count through a rolling quota, "3 in any 7 days", although they were not done.
///
/// Wherever `times` done days lie within `days` days, an interval of `days` days that begins with
/// the first of them counts. From the latest interval to the earliest, one that overlaps its
/// successor is moved back until it only touches it, but never so far that it loses its last done
/// day. These are the "automatic" days of Loop Habit Tracker (`EntryList.kt`, `buildIntervals` and
/// `snapIntervalsTogether`), except that 30 days are always 30 days.
struct RollingQuota: Sendable {
  let times: Int
  let days: Int

  init(times: Int, days: Int) {
    self.times = max(1, times)
    self.days = max(1, days)
  }

  /// Returns the days of a range that count, based on the marks in that range.
  func countedDays(of history: History, in range: ClosedRange<Int>) -> BitSet {
    let marks = history.marksLatestFirst(in: range)
    guard let earliest = marks.last else { return BitSet(from: 0, through: -1) }
    var plane = BitSet(from: max(range.lowerBound, earliest - days), through: range.upperBound)
    // Intervals that touch are inserted as one.
    var (from, through) = (Int.max, Int.max)
    var successor = Int.max
    for place in marks.indices.dropFirst(times - 1) {
      let first = marks[place]
      let latest = marks[place - times + 1]
      guard latest - first < days else { continue }
      let end = first + days - 1
      let slide = successor > end ? 0 : min(end - latest, end - successor + 1)
      successor = first - slide
      if end - slide < from - 1 {
        plane.insert(from: from, through: through)
        through = end - slide
      }
      from = successor
    }
    plane.insert(from: from, through: through)
    return plane
  }
}

extension History {
  fileprivate func marksLatestFirst(in days: ClosedRange<Int>) -> [Int] {
    let used = range.clamped(to: (days.lowerBound >> 6)..<((days.upperBound >> 6) + 1))
    var marks: [Int] = []
    marks.reserveCapacity(used.count * Bits.width)
    for index in used.reversed() {
      var rest =
        word(index).done
        & Bits.mask(from: days.lowerBound, through: days.upperBound, inWord: index)
      while rest != 0 {
        let bit = 63 - rest.leadingZeroBitCount
        marks.append(index << 6 + bit)
        rest &= ~(1 << UInt64(bit))
      }
    }
    return marks
  }
}
