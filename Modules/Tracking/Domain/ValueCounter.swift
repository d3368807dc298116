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

  /// The write that set the value and counts before all others.
  private(set) var base: EntryWrite<Amount?>
  /// The additions that come after ``base``, ascending by timestamp.
  ///
  /// Persons add, and imports do not; so what is added counts beside what any import sets.
  private(set) var additions: [Addition] = []

  init(_ base: EntryWrite<Amount?>) { self.base = base }

  /// Applies a write that sets the value.
  mutating func set(_ write: EntryWrite<Amount?>) {
    guard write.order > base.order else { return }
    base = write
    additions.removeAll { EntryOrder($0.stamp, isOfImport: false) < write.order }
  }

  /// Applies a write that adds to the value; returns whether it counts.
  mutating func add(_ amount: Amount, at stamp: HybridTimestamp) -> Bool {
    guard EntryOrder(stamp, isOfImport: false) > base.order else { return false }
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
    writer.write(base.order)
    writer.write(base.value) { $0.write($1.thousandths) }
    writer.write(count: additions.count)
    for addition in additions {
      writer.write(addition.stamp)
      writer.write(addition.thousandths)
    }
  }

  init(from reader: inout ByteReader) throws {
    let order = try reader.readOrder()
    let value = try reader.readOptional { Amount(thousandths: try $0.read()) }
    base = EntryWrite(value, at: order)
    additions = try reader.readList { reader in
      Addition(
        stamp: try reader.read(HybridTimestamp.self),
        thousandths: try reader.read()
      )
    }
  }
}
