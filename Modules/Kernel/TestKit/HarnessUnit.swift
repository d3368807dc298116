import Core

/// One module in a ``Harness``, its type forgotten.
protocol HarnessUnit: AnyObject {
  var snapshot: [UInt8] { get }
  func reopen() throws
  func answers(_ request: ObjectIdentifier) -> Bool
  func fold(_ fact: any Fact, _ context: FoldContext) throws
  func follow(_ change: any Change, _ context: FoldContext) throws
  func decide(_ command: any Command, _ context: RequestContext) throws -> Decision?
  func answer(_ request: any Request, _ context: RequestContext) throws -> Any?
  func wake(_ key: AlarmKey, _ context: RequestContext) throws -> Decision
}

extension Module {
  static func makeHarnessUnit() -> any HarnessUnit { Unit<Self>() }
}

final class Unit<M: Module>: HarnessUnit {
  var state = M.State()
  private let host: Recorder<M.State>

  init() {
    var host = Recorder<M.State>()
    M.register(in: &host)
    self.host = host
  }

  var snapshot: [UInt8] {
    var writer = ByteWriter()
    state.write(to: &writer)
    return writer.bytes
  }

  func reopen() throws {
    var reader = ByteReader(snapshot)
    state = try M.State(from: &reader)
    guard reader.isAtEnd else { throw reader.malformed }
  }

  func answers(_ request: ObjectIdentifier) -> Bool { host.replies[request] != nil }

  func fold(_ fact: any Fact, _ context: FoldContext) throws {
    try host.folds[ObjectIdentifier(type(of: fact))]?(&state, fact, context)
  }

  func follow(_ change: any Change, _ context: FoldContext) throws {
    try host.folds[ObjectIdentifier(type(of: change))]?(&state, change, context)
  }

  func decide(_ command: any Command, _ context: RequestContext) throws -> Decision? {
    try host.decisions[ObjectIdentifier(type(of: command))]?(state, command, context)
  }

  func answer(_ request: any Request, _ context: RequestContext) throws -> Any? {
    try host.replies[ObjectIdentifier(type(of: request))]?(state, request, context)
  }

  func wake(_ key: AlarmKey, _ context: RequestContext) throws -> Decision {
    try host.waking?(state, key, context) ?? .unchanged
  }
}

/// Keeps what a module registers, by type.
struct Recorder<State: ModuleState>: ModuleHost {
  var folds: [ObjectIdentifier: (inout State, any Event, FoldContext) throws -> Void] = [:]
  var decisions: [ObjectIdentifier: (State, any Command, RequestContext) throws -> Decision] = [:]
  var replies: [ObjectIdentifier: (State, any Request, RequestContext) throws -> Any] = [:]
  var waking: ((State, AlarmKey, RequestContext) throws -> Decision)?

  mutating func fold<F: Fact>(
    _ fact: F.Type,
    _ body: @escaping @Sendable (inout State, F, FoldContext) throws -> Void
  ) { record(fact, body) }

  mutating func follow<C: Change>(
    _ change: C.Type,
    _ body: @escaping @Sendable (inout State, C, FoldContext) throws -> Void
  ) { record(change, body) }

  private mutating func record<E: Event>(
    _ event: E.Type,
    _ body: @escaping (inout State, E, FoldContext) throws -> Void
  ) {
    folds[ObjectIdentifier(event)] = { state, event, context in
      if let event = event as? E { try body(&state, event, context) }
    }
  }

  mutating func answer<Q: Query>(
    _ query: Q.Type,
    _ body: @escaping @Sendable (State, Q, RequestContext) throws -> Q.Reply
  ) {
    replies[ObjectIdentifier(query)] = { state, request, context in
      guard let request = request as? Q else { preconditionFailure("asked for another query") }
      return try body(state, request, context)
    }
  }

  mutating func decide<C: Command>(
    _ command: C.Type,
    _ decide: @escaping @Sendable (State, C, RequestContext) throws -> Decision,
    reply: @escaping @Sendable (State, C, RequestContext) throws -> C.Reply
  ) {
    decisions[ObjectIdentifier(command)] = { state, request, context in
      guard let request = request as? C else { preconditionFailure("asked for another command") }
      return try decide(state, request, context)
    }
    replies[ObjectIdentifier(command)] = { state, request, context in
      guard let request = request as? C else { preconditionFailure("asked for another command") }
      return try reply(state, request, context)
    }
  }

  mutating func wake(
    _ body: @escaping @Sendable (State, AlarmKey, RequestContext) throws -> Decision
  ) { waking = body }
}
