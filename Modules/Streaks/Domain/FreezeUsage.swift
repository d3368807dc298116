import Core

/// The use of a freeze on a day of one habit.
struct FreezeUsage: Sendable, Equatable {
  /// The number of the protected day.
  let day: Int32
  let stamp: HybridTimestamp
  /// The number of freezes known to be earned at the time of use.
  let earned: Int

  init(day: Int, stamp: HybridTimestamp, earned: Int?) {
    self.day = Int32(clamping: day)
    self.stamp = stamp
    self.earned = max(0, earned ?? 0)
  }

  /// The sort key: earlier timestamps first.
  ///
  /// Two facts never share a timestamp. If a hostile device forges that, the smaller claim wins.
  var order: (HybridTimestamp, Int) { (stamp, earned) }
}
