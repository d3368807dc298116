/// The offsets of one zone for all times; immutable, and shared by all users of the name.
public final class ZoneTable: Sendable {
  /// Unix seconds at which the offset may change, ascending.
  private let changes: [Int64]
  /// Seconds east of UTC: the first before all changes, then one after each.
  private let offsets: [Int32]
  /// The rule after the last change, or for all times if there are no changes.
  private let rule: ZoneRule?

  public static let utc = ZoneTable(
    changes: [],
    offsets: [0],
    rule: ZoneRule(standard: 0, daylight: nil)
  )

  /// The limit of offsets from UTC: RFC 9636 keeps them under 26 hours.
  static let offsetLimit = 26 * 3600

  /// `changes` is strictly ascending and `offsets` has one more element.
  init(changes: [Int64], offsets: [Int32], rule: ZoneRule?) {
    precondition(offsets.count == changes.count + 1)
    let all = ZoneTable.unrolled(changes, offsets, rule)
    self.changes = all.changes
    self.offsets = all.offsets
    self.rule = rule
  }

  /// Lists the changes by rule until 2100, so that a lookup is a search in the relevant years.
  ///
  /// The file itself may list only a few of them.
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

  /// The period of constant offset that contains `seconds` of Unix time.
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

  /// The Unix time of a local time.
  ///
  /// It is the earliest if the local time occurs twice, and the first after the gap if it does not
  /// occur.
  public func seconds(ofLocal local: Int64) -> Int64 {
    // Starts early enough for every offset and goes forward until a period contains the time.
    var period = period(at: local - Int64(ZoneTable.offsetLimit))
    while true {
      let candidate = local - Int64(period.offset)
      if candidate < period.start { return period.start }
      if candidate < period.end { return candidate }
      period = self.period(at: period.end)
    }
  }
}
