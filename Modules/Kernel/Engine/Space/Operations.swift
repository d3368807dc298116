import Core
import Journals

/// A query from a client.
public final class AskOperation<Q: Query>: TypedOperation<Q.Reply> {
  private let query: Q
  private let principal: Principal

  public init(_ query: Q, by principal: Principal, _ completion: @escaping Completion) {
    self.query = query
    self.principal = principal
    super.init(completion)
  }

  override func answer(in engine: SpaceEngine) throws -> Q.Reply {
    try engine.answer(query, engine.context(principal))
  }
}

/// A command from a client.
public final class SendOperation<C: Command>: TypedOperation<Outcome<C.Reply>> {
  private let command: C
  private let principal: Principal

  public init(_ command: C, by principal: Principal, _ completion: @escaping Completion) {
    self.command = command
    self.principal = principal
    super.init(completion)
  }

  override func answer(in engine: SpaceEngine) throws -> Outcome<C.Reply> {
    try engine.outcome { try engine.execute(command, principal) }
  }
}

/// Several queries and commands from a client, run together without interference by others.
public final class RunOperation<Answer: Sendable>: TypedOperation<Outcome<Answer>> {
  private let body: (any SpaceScope) throws -> Answer
  private let principal: Principal

  public init(
    by principal: Principal,
    _ body: @escaping (any SpaceScope) throws -> Answer,
    _ completion: @escaping Completion
  ) {
    self.body = body
    self.principal = principal
    super.init(completion)
  }

  override func answer(in engine: SpaceEngine) throws -> Outcome<Answer> {
    let scope = EngineScope(engine: engine, principal: principal)
    return try engine.outcome { try body(scope) }
  }
}

/// The scope that the body of a ``RunOperation`` uses.
private struct EngineScope: SpaceScope {
  let engine: SpaceEngine
  let principal: Principal

  func ask<Q: Query>(_ query: Q) throws -> Q.Reply {
    try engine.answer(query, engine.context(principal))
  }

  func send<C: Command>(_ command: C) throws -> C.Reply {
    try engine.execute(command, principal)
  }

  func validate<C: Command>(_ command: C) throws {
    _ = try engine.decide(command, by: principal)
  }

  func answers<Q: Query>(_ query: Q.Type) -> Bool { engine.answers(query) }
}

/// Queries the position of the space.
public final class PositionOperation: TypedOperation<SpacePosition> {
  public override init(_ completion: @escaping Completion) { super.init(completion) }

  override func answer(in engine: SpaceEngine) throws -> SpacePosition { engine.position }
}

/// Handles an alarm that is due.
public final class WakeOperation: TypedOperation<Void> {
  private let alarm: Alarm

  public init(_ alarm: Alarm, _ completion: @escaping Completion) {
    self.alarm = alarm
    super.init(completion)
  }

  override func answer(in engine: SpaceEngine) throws { try engine.wake(alarm) }
}

/// Merges facts that were made elsewhere, from an export or another device.
///
/// Answers with the number of facts that were new in the journal.
public final class MergeOperation: TypedOperation<Outcome<Int>> {
  private let facts: [DecodedFact]
  private let isLast: Bool
  private var hasMergedBefore: Bool
  private let sync: SyncPage?

  /// - Parameters:
  ///   - isLast: whether this is the last page, so that modules summarize what is new.
  ///   - hasMergedBefore: whether the pages before this one had something new.
  ///   - sync: what to store about the sync of the space in the same transaction.
  public init(
    _ facts: [DecodedFact],
    isLast: Bool = true,
    hasMergedBefore: Bool = false,
    sync: SyncPage? = nil,
    _ completion: @escaping Completion
  ) {
    self.facts = facts
    self.isLast = isLast
    self.hasMergedBefore = hasMergedBefore
    self.sync = sync
    super.init(completion)
  }

  override func answer(in engine: SpaceEngine) throws -> Outcome<Int> {
    // Remembered here too, since this may run again.
    hasMergedBefore = hasMergedBefore || engine.hasMerged
    engine.hasMerged = hasMergedBefore
    let done = try engine.gatherSignals {
      try engine.merge(facts, sync, isLast: isLast)
      if let change = sync?.change { engine.open.sync.append(change) }
    }
    return Outcome(reply: facts.count, signals: done.signals)
  }

  override func wereKnown(_ number: Int) -> Int {
    let own = min(number, facts.count)
    revise { Outcome(reply: $0.reply - own, signals: $0.signals) }
    return number - own
  }
}
