import Core
import TrackingContract

/// The value of a day to which devices add: the value set last, and the sum of additions since.
///
/// The sum depends only on the set of all writes, so that any order of arrival gives the same
/// result.
struct ValueCounter: Sendable {
  struct Addition: Sendable {
    let stamp: HybridTimestamp
    let thousandths: Int64
  }

  /// The latest write that set the value.
  private(set) var base: LWWRegister<Amount?>
  /// The additions after ``base``, ascending by timestamp.
  private(set) var additions: [Addition] = []

  init(_ base: LWWRegister<Amount?>) { self.base = base }

  /// Applies a write that sets the value.
  mutating func set(_ value: Amount?, at stamp: HybridTimestamp) {
    guard base.set(value, at: stamp) else { return }
    additions.removeAll { $0.stamp < stamp }
  }

  /// Applies a write that adds to the value; returns whether it counts.
  mutating func add(_ amount: Amount, at stamp: HybridTimestamp) -> Bool {
    guard stamp > base.stamp else { return false }
    let place = additions.firstIndex { $0.stamp >= stamp } ?? additions.count
    guard place == additions.count || additions[place].stamp != stamp else { return false }
    additions.insert(Addition(stamp: stamp, thousandths: amount.thousandths), at: place)
    return true
  }

  /// Returns the sum, never below 0; nil if there is none and the latest write says so.
  ///
  /// - Parameter latest: the value after the latest write, as its device saw it.
  func value(_ latest: Amount?) -> Amount? {
    let sum = additions.reduce(base.value?.thousandths ?? 0) { sum, addition in
      let (next, overflow) = sum.addingReportingOverflow(addition.thousandths)
      return overflow ? .max : next
    }
    return sum == 0 && latest == nil ? nil : Amount(thousandths: max(0, sum))
  }

  func write(to writer: inout ByteWriter) {
    writer.write(base) { writer, value in writer.write(value) { $0.write($1.thousandths) } }
    writer.write(count: additions.count)
    for addition in additions {
      writer.write(addition.stamp)
      writer.write(addition.thousandths)
    }
  }

  init(from reader: inout ByteReader) throws {
    base = try reader.readRegister { reader in
      try reader.readOptional { Amount(thousandths: try $0.read()) }
    }
    additions = try reader.readList { reader in
      Addition(
        stamp: try reader.read(HybridTimestamp.self),
        thousandths: try reader.read()
      )
    }
  }
}
