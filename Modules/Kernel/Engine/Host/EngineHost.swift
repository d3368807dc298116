import Core
import EventDispatch

/// The host that one module registers with.
struct EngineHost<State: ModuleState>: ModuleHost {
  let module: LoadedModule
  let modules: ModuleSet
  /// The first registration that the manifest does not declare.
  private(set) var refusal: HostError?

  init(module: LoadedModule, modules: ModuleSet) {
    self.module = module
    self.modules = modules
  }

  // MARK: Events

  mutating func fold<F: Fact>(
    _ fact: F.Type,
    _ body: @escaping @Sendable (inout State, F, FoldContext) throws -> Void
  ) {
    let manifest = module.manifest
    guard (manifest.owns + manifest.reads).contains(where: { $0 == fact }) else {
      return refuse("folds \(F.name) but declares neither to own nor to read it")
    }
    modules.addFacts(of: fact)
    subscribe(to: modules.channel(of: fact), body)
  }

  mutating func follow<C: Change>(
    _ change: C.Type,
    _ body: @escaping @Sendable (inout State, C, FoldContext) throws -> Void
  ) {
    guard module.manifest.follows.contains(where: { $0 == change }) else {
      return refuse("follows \(C.name) but does not declare it")
    }
    subscribe(to: modules.channel(of: change), body)
  }

  private func subscribe<E: Event>(
    to channel: EventChannel<E>,
    _ body: @escaping @Sendable (inout State, E, FoldContext) throws -> Void
  ) {
    let module = module
    channel.modules.subscribe(module.name) { envelope in
      let engine = envelope.engine
      engine.beginFold(of: module)
      defer { engine.endFold(of: module) }
      let box = engine.box(module.index, of: State.self)
      try body(&box.value, envelope.event, FoldContext(stamp: envelope.stamp, scope: engine))
    }
  }

  mutating func react<E: Event>(
    to event: E.Type,
    when condition: @escaping @Sendable (E) -> Bool,
    _ body: @escaping @Sendable (State, E, RequestContext) throws -> Decision
  ) {
    guard mayReact(to: event) else {
      return refuse("reacts to \(E.name) but declares neither to read nor to follow it")
    }
    let module = module
    modules.channel(of: event).modules.subscribe(module.name) { envelope in
      let event = envelope.event
      guard condition(event) else { return }
      envelope.engine.planReaction(of: module) { context, engine in
        try body(engine.box(module.index, of: State.self).value, event, context)
      }
    }
  }

  /// Signals are news that any module may react to; what a module learns of the rest is declared.
  private func mayReact<E: Event>(to event: E.Type) -> Bool {
    let manifest = module.manifest
    return manifest.follows.contains { $0 == event } || manifest.publishes.contains { $0 == event }
      || manifest.reads.contains { $0 == event } || manifest.owns.contains { $0 == event }
      || event is any Signal.Type
  }

  // MARK: Requests

  mutating func answer<Q: Query>(
    _ query: Q.Type,
    _ body: @escaping @Sendable (State, Q, RequestContext) throws -> Q.Reply
  ) {
    guard declares(query) else { return }
    let index = module.index
    let handler = QueryHandler<Q>(module: module) { query, context, engine in
      try body(engine.box(index, of: State.self).value, query, context)
    }
    modules.add(handler)
  }

  mutating func decide<C: Command>(
    _ command: C.Type,
    _ decide: @escaping @Sendable (State, C, RequestContext) throws -> Decision,
    reply: @escaping @Sendable (State, C, RequestContext) throws -> C.Reply
  ) {
    guard declares(command) else { return }
    let index = module.index
    let handler = CommandHandler<C>(
      module: module,
      decide: { command, context, engine in
        try decide(engine.box(index, of: State.self).value, command, context)
      },
      reply: { command, context, engine in
        try reply(engine.box(index, of: State.self).value, command, context)
      }
    )
    modules.add(handler)
  }

  mutating func wake(
    _ body: @escaping @Sendable (State, AlarmKey, RequestContext) throws -> Decision
  ) {
    let index = module.index
    modules.setWaking(module) { key, context, engine in
      try body(engine.box(index, of: State.self).value, key, context)
    }
  }

  mutating func summarize(
    _ body: @escaping @Sendable (State, RequestContext) throws -> Decision
  ) {
    let index = module.index
    modules.addSum(module) { context, engine in
      try body(engine.box(index, of: State.self).value, context)
    }
  }

  private mutating func declares(_ request: any Request.Type) -> Bool {
    guard module.manifest.answers.contains(where: { $0 == request }) else {
      refuse("answers \(request.name) but does not declare it")
      return false
    }
    guard !modules.answers(request) else {
      refusal = refusal ?? HostError("\(module.name) answers \(request.name) twice.")
      return false
    }
    return true
  }

  private mutating func refuse(_ what: String) {
    refusal = refusal ?? HostError("\(module.name) \(what) in its manifest.")
  }
}
