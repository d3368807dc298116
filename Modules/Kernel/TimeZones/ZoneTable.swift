/// The offsets of one zone over all time: immutable, shared by all users of one name.
public final class ZoneTable: Sendable {
  /// Unix seconds at which the offset may change, ascending.
  private let changes: [Int64]
  /// Seconds east of UTC: the first before all changes, then one after each.
  private let offsets: [Int32]
  /// What holds after the last change, or always when there is none.
  private let rule: ZoneRule?

  public static let utc = ZoneTable(
    changes: [],
    offsets: [0],
    rule: ZoneRule(standard: 0, daylight: nil)
  )

  /// No zone is as far from UTC as this: RFC 9636 keeps offsets under 26 hours.
  static let offsetLimit = 26 * 3600

  /// `changes` ascend strictly and `offsets` has one element more.
  init(changes: [Int64], offsets: [Int32], rule: ZoneRule?) {
    precondition(offsets.count == changes.count + 1)
    let all = ZoneTable.unrolled(changes, offsets, rule)
    self.changes = all.changes
    self.offsets = all.offsets
    self.rule = rule
  }

  /// Writes out the changes by rule until 2100, so that looking one up is a search in any year
  /// that people live in, however few changes the file lists.
  private static func unrolled(
    _ changes: [Int64],
    _ offsets: [Int32],
    _ rule: ZoneRule?
  )
    -> (changes: [Int64], offsets: [Int32])
  {
    let horizon: ClosedRange<Int64> = -4_102_444_800...4_102_444_800
    guard let rule, rule.daylight != nil, let last = changes.last, horizon.contains(last) else {
      return (changes, offsets)
    }
    var (changes, offsets) = (changes, offsets)
    var period = rule.period(at: last)
    while period.end < horizon.upperBound {
      changes.append(period.end)
      period = rule.period(at: period.end)
      offsets.append(Int32(period.offset))
    }
    return (changes, offsets)
  }

  /// The number of changes at or before `seconds`.
  private func position(of seconds: Int64) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Seconds east of UTC at `seconds` of Unix time.
  public func offset(at seconds: Int64) -> Int {
    let position = position(of: seconds)
    guard position == changes.count, let rule else { return Int(offsets[position]) }
    return rule.period(at: seconds).offset
  }

  /// The stretch of unchanged offset around `seconds` of Unix time.
  func period(at seconds: Int64) -> ZonePeriod {
    let position = position(of: seconds)
    let start = position > 0 ? changes[position - 1] : .min
    guard position == changes.count, let rule else {
      let end = position < changes.count ? changes[position] : .max
      return ZonePeriod(start: start, end: end, offset: Int(offsets[position]))
    }
    var period = rule.period(at: seconds)
    period.start = max(period.start, start)
    return period
  }

  /// The Unix time of a local one: the earliest where it occurs twice, the first after the gap
  /// where it does not occur.
  public func seconds(ofLocal local: Int64) -> Int64 {
    // Begins early enough for every offset and goes forward until a stretch reaches the time.
    var period = period(at: local - Int64(ZoneTable.offsetLimit))
    while true {
      let candidate = local - Int64(period.offset)
      if candidate < period.start { return period.start }
      if candidate < period.end { return candidate }
      period = self.period(at: period.end)
    }
  }
}
