/// The device of each day's register, as an index into the state's device table.
///
/// Most users mark a habit on one device: until there is a second, one number covers all days.
struct DeviceColumn: Sendable {
  private var only: UInt32?
  /// An index for each day; empty while `only` covers all days.
  private var each: [UInt32] = []

  /// The device of a day that has a register.
  subscript(index: Int) -> UInt32 { each.isEmpty ? only ?? 0 : each[index] }

  /// The device of all days that have a register, in a column of `count` days.
  ///
  /// Nil if there may be several, or none.
  func only(of count: Int) -> UInt32? { each.isEmpty && count > 0 ? only : nil }

  /// - Parameter count: the number of days in the column.
  mutating func set(_ device: UInt32, at index: Int, of count: Int) {
    if each.isEmpty {
      let known = only ?? device
      only = known
      guard device != known else { return }
      each = Array(repeating: known, count: count)
    }
    each[index] = device
  }

  /// Makes room for `count` earlier days.
  mutating func insert(_ count: Int) {
    guard !each.isEmpty else { return }
    each.insert(contentsOf: repeatElement(0, count: count), at: 0)
  }

  /// Makes room for `count` later days.
  mutating func append(_ count: Int) {
    guard !each.isEmpty else { return }
    each.append(contentsOf: repeatElement(0, count: count))
  }
}
