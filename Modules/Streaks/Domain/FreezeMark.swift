import Core

/// A freeze that was used on a day of one habit.
struct FreezeMark: Sendable, Equatable {
  /// The protected day's number.
  let day: Int32
  let stamp: HybridTimestamp
  /// How many freezes were known to be earned when it was used.
  let earned: Int

  init(day: Int, stamp: HybridTimestamp, earned: Int?) {
    self.day = Int32(clamping: day)
    self.stamp = stamp
    self.earned = max(0, earned ?? 0)
  }

  /// Earlier stamps first.
  ///
  /// Two facts never share a stamp; should a hostile device make them, the smaller claim stands.
  var order: (HybridTimestamp, Int) { (stamp, earned) }
}
