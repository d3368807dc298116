import StreaksContract
import TrackingContract

/// The rules for how freezes are earned and what they can protect.
enum Freezes {
  /// The number of done days in one run that earn a freeze.
  static let daysEach = 30

  static func earned(doneDays: Int) -> Int { doneDays / daysEach }

  /// Returns whether yesterday, the day before the timeline's last, broke a run.
  ///
  /// Yesterday was due and missed, and the last unit before it that was not neutral was done. Only
  /// days and occurrences can be protected, not weeks or months, and not after another protected
  /// day.
  static func canProtectYesterday(in timeline: UnitTimeline) -> Bool {
    guard case .days = timeline.units else { return false }
    let yesterday = timeline.last - 1
    guard timeline.verdict(of: yesterday) == .missed else { return false }
    var day = yesterday - 1
    while day >= timeline.first {
      let word = timeline.days.word(day >> 6)
      let bit: UInt64 = 1 << UInt64(day & 63)
      if word.counted & bit != 0 { return true }
      guard (word.missed | word.protected & word.due) & bit == 0 else { return false }
      day -= 1
    }
    return false
  }
}
