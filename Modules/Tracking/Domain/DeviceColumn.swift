/// Which device holds the register of each day, by its place in the state's table.
///
/// Most people mark a habit on one device: until a second one does, one number stands for all days.
struct DeviceColumn: Sendable {
  private var only: UInt16?
  /// A place for every day; empty while `only` stands for them.
  private var each: [UInt16] = []

  /// The device of a day that has a register.
  subscript(index: Int) -> UInt16 { each.isEmpty ? only ?? 0 : each[index] }

  /// - Parameter count: how many days there are.
  mutating func set(_ device: UInt16, at index: Int, of count: Int) {
    if each.isEmpty {
      let known = only ?? device
      only = known
      guard device != known else { return }
      each = Array(repeating: known, count: count)
    }
    each[index] = device
  }

  /// Makes place for earlier days.
  mutating func insert(_ count: Int) {
    guard !each.isEmpty else { return }
    each.insert(contentsOf: repeatElement(0, count: count), at: 0)
  }

  /// Makes place for later days.
  mutating func append(_ count: Int) {
    guard !each.isEmpty else { return }
    each.append(contentsOf: repeatElement(0, count: count))
  }
}
