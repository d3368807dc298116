import Core
import Journals
import Loop

/// A question from outside the loop.
@LoopActor
final class QueryOperation<Q: Query>: Operation {
  var conflicts = 0
  private let query: Q
  private let caller: Caller<Q.Reply>

  init(_ query: Q, _ caller: Caller<Q.Reply>) {
    self.query = query
    self.caller = caller
  }

  func run(in space: Space) {
    caller.result = Result { try space.answer(query, space.context()) }
  }

  func finish() { caller.answer() }
  func fail(_ error: any Error) { caller.fail(error) }
}

/// An order from outside the loop.
@LoopActor
final class CommandOperation<C: Command>: Operation {
  var conflicts = 0
  private let command: C
  private let caller: Caller<C.Reply>

  init(_ command: C, _ caller: Caller<C.Reply>) {
    self.command = command
    self.caller = caller
  }

  func run(in space: Space) {
    caller.result = Result {
      guard
        let handler = space.plugins.handler(for: ObjectIdentifier(C.self)) as? CommandHandler<C>
      else { throw space.notAnswered(C.self) }
      let decision = try handler.decide(command, space.context(), space)
      try space.take(decision, of: handler.module)
      let reply = try handler.reply(command, space.context(decided: decision.facts), space)
      if !decision.facts.isEmpty { space.signal(FeatureUsed(C.self)) }
      return reply
    }
  }

  func finish() { caller.answer() }
  func fail(_ error: any Error) { caller.fail(error) }
}

/// Asks how far the space is on disk.
@LoopActor
final class HeadOperation: Operation {
  var conflicts = 0
  private let caller: Caller<Int>

  init(_ caller: Caller<Int>) { self.caller = caller }

  func run(in space: Space) { caller.result = .success(space.head) }
  func finish() { caller.answer() }
  func fail(_ error: any Error) { caller.fail(error) }
}

/// An alarm that is due.
@LoopActor
final class WakeOperation: Operation {
  var conflicts = 0
  private let alarm: Alarm
  private let caller: Caller<Void>

  init(_ alarm: Alarm, _ caller: Caller<Void>) {
    self.alarm = alarm
    self.caller = caller
  }

  func run(in space: Space) {
    caller.result = Result {
      let end = AlarmChange(module: alarm.module, key: alarm.key, at: nil)
      space.open.alarms.append(end)
      guard let handler = space.plugins.waking[alarm.module] else { return }
      let decision = try handler(alarm.key, space.context(), space)
      try space.take(decision, of: alarm.module)
    }
  }

  func finish() { caller.answer() }
  func fail(_ error: any Error) { caller.fail(error) }
}

/// Facts that were made elsewhere: from an export, later from another device.
@LoopActor
final class AdoptOperation: Operation {
  var conflicts = 0
  private let facts: [(new: NewFact, read: ReadFact?)]
  private let caller: Caller<Void>

  init(_ facts: [(new: NewFact, read: ReadFact?)], _ caller: Caller<Void>) {
    self.facts = facts
    self.caller = caller
  }

  func run(in space: Space) {
    for (new, read) in facts { space.take(new, read: read) }
    caller.result = .success(())
  }

  func finish() { caller.answer() }
  func fail(_ error: any Error) { caller.fail(error) }
}

/// Whoever waits for an answer.
///
/// Resumed exactly once: by whichever of ``answer()`` and ``fail(_:)`` the batch's fate calls.
@LoopActor
final class Caller<Reply: Sendable> {
  var result: Result<Reply, any Error>?
  private let continuation: CheckedContinuation<Reply, any Error>

  nonisolated init(_ continuation: CheckedContinuation<Reply, any Error>) {
    self.continuation = continuation
  }

  func answer() {
    if let result {
      continuation.resume(with: result)
    } else {
      continuation.resume(throwing: CancellationError())
    }
  }

  func fail(_ error: any Error) { continuation.resume(throwing: error) }
}
