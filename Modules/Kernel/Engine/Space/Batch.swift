import Core
import Journals

/// What one space gives to the journal at once, and the operations that wait for it.
struct Batch {
  var facts: [FactRecord] = []
  private(set) var alarms: [AlarmChange] = []
  /// The changes to the sync state of the space.
  var sync: [SyncChange] = []
  /// When facts were made here, in milliseconds of a clock that cannot be set.
  var made: [(fact: FactID, milliseconds: Int64)] = []
  /// The operations that complete once this is on disk, in order.
  ///
  /// These include operations that changed nothing but saw what is not on disk yet.
  var operations: [EngineOperation] = []
  /// The events to publish to observers once this is on disk.
  var outbox: [() -> Void] = []
  /// The index in `alarms` of the latest change of each alarm.
  private var places: [AlarmName: Int] = [:]

  private struct AlarmName: Hashable {
    let module: String
    let key: AlarmKey
  }

  /// Whether all its rows are alarms of the past, on which no operation depends.
  var hasOnlyPastAlarms = false

  var isEmpty: Bool { facts.isEmpty && alarms.isEmpty && sync.isEmpty && operations.isEmpty }
  var hasRows: Bool { !facts.isEmpty || !alarms.isEmpty || !sync.isEmpty }

  /// Adds a change of an alarm; the last change of the same alarm wins.
  mutating func add(_ change: AlarmChange) {
    let name = AlarmName(module: change.module, key: change.key)
    if let place = places[name] {
      // An alarm that ended and was set again in the same batch is simply set.
      alarms[place] = change.ended == nil ? change : alarms[place].ended(by: change)
    } else {
      places[name] = alarms.count
      alarms.append(change)
    }
  }

  /// Inserts changes of alarms before the existing ones, which override them.
  mutating func prepend(_ earlier: [AlarmChange]) {
    guard !earlier.isEmpty else { return }
    let later = alarms
    (alarms, places) = ([], [:])
    for change in earlier + later { add(change) }
  }
}

extension AlarmChange {
  /// The combined change when this change, not on disk yet, is followed by the end of the alarm.
  fileprivate func ended(by end: AlarmChange) -> AlarmChange {
    guard let due = end.ended else { return end }
    // A cancellation of any instant also covers the one that was due.
    guard let at else { return ended == nil ? self : end }
    // An alarm set for later remains. One that was due no later than the instant for which its
    // module was woken has been handled by the same wake.
    return at > due ? self : AlarmChange(module: module, key: key, at: nil)
  }
}
