import Core
import TrackingContract

/// A write of the mark, the value or the note of a day.
struct EntryWrite<Value: Sendable>: Sendable {
  let value: Value
  let order: EntryOrder

  init(_ value: Value, at order: EntryOrder) {
    self.value = value
    self.order = order
  }

  var stamp: HybridTimestamp { order.stamp }
  var isOfImport: Bool { order.isOfImport }
}

/// Decides which of two writes counts: the person's before that of an import, or else the later one.
///
/// An import on a device that was offline knows nothing of what was set elsewhere, so that being
/// later gives it no right to replace that.
struct EntryOrder: Comparable, Sendable {
  let stamp: HybridTimestamp
  let isOfImport: Bool

  init(_ stamp: HybridTimestamp, isOfImport: Bool) {
    self.stamp = stamp
    self.isOfImport = isOfImport
  }

  static func < (a: EntryOrder, b: EntryOrder) -> Bool {
    a.isOfImport == b.isOfImport ? a.stamp < b.stamp : a.isOfImport
  }

  /// Comes before all writes.
  static let first = EntryOrder(.zero, isOfImport: true)
}

extension Evidence {
  /// Whether an import brought it, and not an undo that restored an imported one.
  var isOfImport: Bool { isImported && !isKept }
}

// MARK: Snapshots

extension ByteWriter {
  mutating func write(_ order: EntryOrder) {
    write(order.stamp)
    write(order.isOfImport)
  }
}

extension ByteReader {
  mutating func readOrder() throws -> EntryOrder {
    EntryOrder(try read(HybridTimestamp.self), isOfImport: try read())
  }
}
