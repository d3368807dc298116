import Core
import Journals
import Loop

/// What one space gives to the journal in one piece, and who waits for it.
@LoopActor
struct Batch {
  var facts: [NewFact] = []
  var alarms: [AlarmChange] = []
  /// Whose replies leave once this is on disk, in order.
  ///
  /// Also those that changed nothing but have seen what is not yet on disk.
  var operations: [any Operation] = []
  /// What is told outside once this is on disk.
  var outbox: [@LoopActor () -> Void] = []

  var isEmpty: Bool { facts.isEmpty && alarms.isEmpty && operations.isEmpty }
  var hasRows: Bool { !facts.isEmpty || !alarms.isEmpty }
}

/// A request on its way: run against the state, perhaps again after a conflict, and answered
/// once what it saw and decided is on disk.
@LoopActor
protocol Operation: AnyObject {
  /// How often it was run and another process wrote first.
  var conflicts: Int { get set }
  /// Reads or decides. What it throws is an answer too, and waits like one.
  func run(in space: Space)
  /// Gives the answer.
  func finish()
  /// Gives up: nothing of it was kept.
  func fail(_ error: any Error)
}
