import TrackingContract

/// The values measured on the days of one habit.
///
/// They are stored whether or not the habit has a target, because the target may arrive later.
struct Measures: Sendable, Equatable {
  /// The day numbers, ascending.
  private(set) var days: [Int32] = []
  /// The values in thousandths, one for each of `days`.
  private(set) var thousandths: [Int64] = []

  init() {}

  /// Returns nil if this type could not have written the lists.
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
  /// Returns the index of the first element that is not less than `value`, in a sorted array.
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
