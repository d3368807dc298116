/// The days on which a habit of every `n` days is due.
///
/// It is due on its first day, then `n` days after it was last done. Days of rest and protected days
/// are not counted. Missed on that day, it stays due until it is done, and each further `n` days are
/// another missed unit.
struct IntervalDays: Sendable {
  private(set) var due: BitSet
  private(set) var missed: BitSet

  init(every days: Int, from first: Int, through last: Int, in course: Course) {
    due = BitSet(from: first, through: last)
    missed = BitSet(from: first, through: last)
    // The days left until it is due; 0 is the day itself, and a negative number is late.
    var left = 1
    if let done = course.history.lastDone(before: first) {
      let counted = IntervalDays.countedDays(from: done + 1, through: first - 1, in: course)
      left = max(1, days - counted)
    }
    guard first <= last else { return }
    for index in (first >> 6)...(last >> 6) {
      let (done, rested) = course.marks(index)
      let protected = course.protectedWord(index)
      for day in max(first, index << 6)...min(last, index << 6 + Bits.width - 1) {
        let bit: UInt64 = 1 << UInt64(day & 63)
        if left <= 1, rested & bit == 0 { due.insert(from: day, through: day) }
        if done & bit != 0 {
          left = days
        } else if (rested | protected) & bit == 0 {
          left -= 1
          if left <= 0, left % days == 0 { missed.insert(from: day, through: day) }
        }
      }
    }
  }

  private static func countedDays(from first: Int, through last: Int, in course: Course) -> Int {
    Bits.count(from: first, through: last) { ~(course.resting($0) | course.protectedWord($0)) }
  }
}
