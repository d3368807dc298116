import Bus
import Core
import Loop

/// Joins one module to the bus while it registers.
@LoopActor
struct RuntimeHost<State: ModuleState>: @LoopActor ModuleHost {
  let module: Manifest
  let index: Int
  let plugins: Plugins
  /// The first thing that was registered but not declared.
  private(set) var refusal: HostRefusal?

  init(module: Manifest, index: Int, plugins: Plugins) {
    self.module = module
    self.index = index
    self.plugins = plugins
  }

  mutating func fold<F: Fact>(
    _ fact: F.Type,
    _ body: @escaping @Sendable (inout State, F, FoldContext) throws -> Void
  ) {
    guard (module.owns + module.reads).contains(where: { $0 == fact }) else {
      return refuse("folds \(F.name) but declares neither to own nor to read it")
    }
    let topic = plugins.bus.topic(Delivery<F>.self)
    plugins.add(
      FactKind(
        owner: module.owns.contains { $0 == fact } ? module.name : "",
        erases: fact is any ErasingFact.Type,
        version: F.version,
        decode: { try F.upcast(payload: $0, version: $1) },
        publish: { fact, stamp, space in
          guard let fact = fact as? F else { return }
          topic.publish(Delivery(event: fact, stamp: stamp, space: space))
        }
      ),
      for: F.name
    )
    subscribe(to: topic, body)
  }

  mutating func follow<C: Change>(
    _ change: C.Type,
    _ body: @escaping @Sendable (inout State, C, FoldContext) throws -> Void
  ) {
    subscribe(to: plugins.bus.topic(Delivery<C>.self), body)
  }

  private func subscribe<E: Event>(
    to topic: Topic<Delivery<E>>,
    _ body: @escaping @Sendable (inout State, E, FoldContext) throws -> Void
  ) {
    let (index, name) = (index, module.name)
    plugins.add(
      topic.subscribe(module.name) { delivery in
        let space = delivery.space
        space.folding(for: name)
        let box = space.box(index, of: State.self)
        try body(&box.value, delivery.event, FoldContext(stamp: delivery.stamp, scope: space))
      }
    )
  }

  mutating func answer<Q: Query>(
    _ query: Q.Type,
    _ body: @escaping @Sendable (State, Q, RequestContext) throws -> Q.Reply
  ) {
    guard declares(query) else { return }
    let index = index
    let handler = QueryHandler<Q> { query, context, space in
      try body(space.box(index, of: State.self).value, query, context)
    }
    plugins.add(handler, for: query, of: module.name)
  }

  mutating func decide<C: Command>(
    _ command: C.Type,
    _ decide: @escaping @Sendable (State, C, RequestContext) throws -> Decision,
    reply: @escaping @Sendable (State, C, RequestContext) throws -> C.Reply
  ) {
    guard declares(command) else { return }
    let index = index
    let handler = CommandHandler<C>(
      module: module.name,
      decide: { command, context, space in
        try decide(space.box(index, of: State.self).value, command, context)
      },
      reply: { command, context, space in
        try reply(space.box(index, of: State.self).value, command, context)
      }
    )
    plugins.add(handler, for: command, of: module.name)
  }

  mutating func wake(
    _ body: @escaping @Sendable (State, AlarmKey, RequestContext) throws -> Decision
  ) {
    let index = index
    plugins.setWaking(module.name) { key, context, space in
      try body(space.box(index, of: State.self).value, key, context)
    }
  }

  private mutating func declares(_ request: any Request.Type) -> Bool {
    if module.answers.contains(where: { $0 == request }) { return true }
    refuse("answers \(request.name) but does not declare it")
    return false
  }

  private mutating func refuse(_ what: String) {
    refusal = refusal ?? HostRefusal("\(module.name) \(what) in its manifest.")
  }
}
