import Core
import TrackingContract

/// The days of habits that are joined, as if all facts had been about one.
extension EntryColumn {
  /// - Parameter table: the devices of all columns.
  init(joining columns: [EntryColumn], _ table: [DeviceID]) {
    self.init()
    let ranges = columns.map(\.range).filter { !$0.isEmpty }
    guard let first = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max()
    else { return }
    for day in first..<end { join(day, of: columns, table) }
  }

  /// Takes over a day of other columns, each register of it from the column whose write counts.
  mutating func join(_ day: Int, of columns: [EntryColumn], _ table: [DeviceID]) {
    newest = columns.reduce(newest) { max($0, $1.newest) }
    let mark = joinMark(on: day, of: columns, table)
    counters[day] = ValueCounter(joining: columns.compactMap { $0.counter(on: day, table) })
    joinNote(on: day, of: columns, mark, table)
  }

  /// Returns the timestamp of the mark.
  private mutating func joinMark(
    on day: Int,
    of columns: [EntryColumn],
    _ table: [DeviceID]
  ) -> HybridTimestamp? {
    let marks = columns.compactMap { column in
      column.register(on: day, table).map { (write: $0, column: column) }
    }
    guard let latest = marks.max(by: { $0.write.order < $1.write.order }) else { return nil }
    let column = latest.column
    replace(with: latest.write, on: day, device: column.devices[day - column.first])
    replaced.clear(day)
    let earlier = marks.map(\.write) + columns.flatMap { $0.replaced(on: day) }
    for write in earlier where write.order < latest.write.order { remember(write, on: day) }
    return latest.write.stamp
  }

  private mutating func joinNote(
    on day: Int,
    of columns: [EntryColumn],
    _ mark: HybridTimestamp?,
    _ table: [DeviceID]
  ) {
    let written = columns.compactMap { $0.note(on: day, table) }
    guard let latest = written.max(by: { $0.order < $1.order }) else { return }
    grow(toHold: day)
    notes.set(latest.value, on: day)
    keep(latest.order, on: day, isWithMark: latest.stamp == mark)
    notes.replaced.clear(day)
    let earlier = written + columns.flatMap { $0.replacedNotes(on: day) }
    for write in earlier where write.order < latest.order { remember(note: write, on: day) }
  }

  /// The value of a day and the additions to it; nil if nothing was ever set or added.
  private func counter(on day: Int, _ table: [DeviceID]) -> ValueCounter? {
    counters[day]
      ?? register(on: day, table).map {
        ValueCounter(EntryWrite($0.value.value, at: $0.order))
      }
  }
}

extension ValueCounter {
  /// The value that any of the columns set last, and all additions since; nil if there are none.
  init?(joining counters: [ValueCounter]) {
    guard let latest = counters.map(\.base).max(by: { $0.order < $1.order }) else { return nil }
    self.init(latest)
    for addition in counters.flatMap(\.additions) {
      _ = add(Amount(thousandths: addition.thousandths), at: addition.stamp)
    }
    if additions.isEmpty { return nil }
  }
}
