import Core
import Journals

/// What one space gives to the journal in one piece, and who waits for it.
struct Batch {
  var facts: [NewFact] = []
  private(set) var alarms: [AlarmChange] = []
  /// Whose replies leave once this is on disk, in order.
  ///
  /// Also those that changed nothing but have seen what is not yet on disk.
  var operations: [EngineOperation] = []
  /// What is told outside once this is on disk.
  var outbox: [() -> Void] = []
  /// Where the last change of each alarm stands in `alarms`.
  private var places: [AlarmName: Int] = [:]

  private struct AlarmName: Hashable {
    let module: String
    let key: AlarmKey
  }

  var isEmpty: Bool { facts.isEmpty && alarms.isEmpty && operations.isEmpty }
  var hasRows: Bool { !facts.isEmpty || !alarms.isEmpty }

  /// Adds a change of an alarm; of several of one alarm the last one stands.
  mutating func add(_ change: AlarmChange) {
    let name = AlarmName(module: change.module, key: change.key)
    if let place = places[name] {
      // An alarm that is over and was set anew in the same batch is simply set.
      alarms[place] = change.ended == nil ? change : alarms[place].ended(by: change)
    } else {
      places[name] = alarms.count
      alarms.append(change)
    }
  }

  /// Puts changes of alarms before those that are here, which stand over them.
  mutating func prepend(_ earlier: [AlarmChange]) {
    guard !earlier.isEmpty else { return }
    let later = alarms
    (alarms, places) = ([], [:])
    for change in earlier + later { add(change) }
  }
}

extension AlarmChange {
  /// What stands when this change, which is not on disk yet, is followed by the end of an alarm
  /// that was due.
  fileprivate func ended(by end: AlarmChange) -> AlarmChange {
    guard let due = end.ended else { return end }
    // Taken back whatever it was set for, which covers what was due.
    guard let at else { return ended == nil ? self : end }
    // One that is set for later is still to come. One that was due no later than what its module
    // was woken for was dealt with by the same waking.
    return at > due ? self : AlarmChange(module: module, key: key, at: nil)
  }
}
