import TrackingContract

/// What was measured on the days of one habit.
///
/// Kept whether the habit has a target or not: the
/// target may arrive later.
struct Measures: Sendable, Equatable {
  /// Day numbers, ascending.
  private(set) var days: [Int32] = []
  /// Thousandths, one for each of `days`.
  private(set) var thousandths: [Int64] = []

  init() {}

  /// Nil when the lists could not have been written by this type.
  init?(days: [Int32], thousandths: [Int64]) {
    guard days.count == thousandths.count, days.isStrictlyAscending else { return nil }
    self.days = days
    self.thousandths = thousandths
  }

  mutating func set(_ day: Int, _ value: Amount?) {
    let day = Int32(clamping: day)
    let place = days.firstPlace(notBefore: day)
    let isThere = place < days.count && days[place] == day
    switch (value, isThere) {
    case (nil, false): break
    case (nil, true):
      days.remove(at: place)
      thousandths.remove(at: place)
    case (let value?, true): thousandths[place] = value.thousandths
    case (let value?, false):
      days.insert(day, at: place)
      thousandths.insert(value.thousandths, at: place)
    }
  }
}

extension [Int32] {
  /// Where the first element that is not less than `value` is, in an ascending list.
  func firstPlace(notBefore value: Int32) -> Int {
    guard let last, value <= last else { return count }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  var isStrictlyAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
