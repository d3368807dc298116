import StreaksContract
import TrackingContract

/// The rules for how freezes are earned and what they can protect.
enum Freezes {
  static func earned(doneDays: Int) -> Int { doneDays / FreezeStock.daysEach }

  /// Returns whether yesterday, the day before the last of the course, broke a run.
  ///
  /// Yesterday was due and missed, and the last unit before it that was not neutral was done. Only
  /// days and occurrences can be protected, not weeks or months, and not after another protected
  /// day.
  static func canProtectYesterday(in course: Course) -> Bool {
    let yesterday = course.through - 1
    guard let section = course.sections.last, section.first <= yesterday,
      section.unit == .day || section.unit == .occurrence
    else { return false }
    guard course.word(yesterday >> 6).missed & (1 << UInt64(yesterday & 63)) != 0 else {
      return false
    }
    var day = yesterday - 1
    while day >= section.first {
      let word = course.word(day >> 6)
      let bit: UInt64 = 1 << UInt64(day & 63)
      if word.counted & bit != 0 { return true }
      let frozen = course.frozenWord(day >> 6) & word.protected
      guard (word.missed | frozen & word.due) & bit == 0 else { return false }
      day -= 1
    }
    return false
  }
}
