import Core
import Locks

/// A plugin's module whose code runs under a watch.
enum GuardedModule<Guarded: Module>: Module {
  typealias State = GuardedState<Guarded>

  static var manifest: Manifest { Guarded.manifest }

  static func register(in host: inout some ModuleHost<GuardedState<Guarded>>) {
    var guarded = GuardedHost<Guarded, _>(host, GuardedModules.watch(of: manifest.name))
    guarded.watch.run { Guarded.register(in: &guarded) }
    host = guarded.host
  }
}

/// The watches of loaded plugins, by the names of their modules: a type cannot carry its own.
enum GuardedModules {
  private static let watches = Locked<[String: PluginWatch]>([:])

  /// The same module, under a watch.
  static func guarding<M: Module>(_ module: M.Type, _ watch: PluginWatch) -> any Module.Type {
    watches.withLock { $0[M.manifest.name] = watch }
    return GuardedModule<M>.self
  }

  /// The watch of a module that is guarded.
  static func watch(of module: String) -> PluginWatch {
    guard let watch = watches.withLock({ $0[module] }) else {
      preconditionFailure("only guarding(_:_:) makes a guarded module")
    }
    return watch
  }
}

/// The state of a plugin's module, which is read and written under its watch.
struct GuardedState<Guarded: Module>: ModuleState {
  var value: Guarded.State

  private static var watch: PluginWatch { GuardedModules.watch(of: Guarded.manifest.name) }

  static var foldVersion: Int { Guarded.State.foldVersion }

  init() { value = GuardedState.watch.run { Guarded.State() } }

  init(from reader: inout ByteReader) throws {
    value = try GuardedState.watch.run { try Guarded.State(from: &reader) }
  }

  func write(to writer: inout ByteWriter) {
    GuardedState.watch.run { value.write(to: &writer) }
  }
}

/// Passes on the registrations of a plugin's module, each of them under the watch.
private struct GuardedHost<Guarded: Module, Host: ModuleHost<GuardedState<Guarded>>>: ModuleHost {
  typealias State = Guarded.State

  var host: Host
  let watch: PluginWatch

  init(_ host: Host, _ watch: PluginWatch) {
    self.host = host
    self.watch = watch
  }

  mutating func fold<F: Fact>(
    _ fact: F.Type,
    _ body: @escaping @Sendable (inout State, F, FoldContext) throws -> Void
  ) {
    host.fold(fact) { [watch] state, fact, context in
      try watch.fold { try body(&state.value, fact, context) }
    }
  }

  mutating func follow<C: Change>(
    _ change: C.Type,
    _ body: @escaping @Sendable (inout State, C, FoldContext) throws -> Void
  ) {
    host.follow(change) { [watch] state, change, context in
      try watch.fold { try body(&state.value, change, context) }
    }
  }

  mutating func answer<Q: Query>(
    _ query: Q.Type,
    _ body: @escaping @Sendable (State, Q, RequestContext) throws -> Q.Reply
  ) {
    host.answer(query) { [watch] state, query, context in
      try watch.run { try body(state.value, query, context) }
    }
  }

  mutating func decide<C: Command>(
    _ command: C.Type,
    _ decide: @escaping @Sendable (State, C, RequestContext) throws -> Decision,
    reply: @escaping @Sendable (State, C, RequestContext) throws -> C.Reply
  ) {
    host.decide(command) { [watch] state, command, context in
      try watch.run { try decide(state.value, command, context) }
    } reply: { [watch] state, command, context in
      try watch.run { try reply(state.value, command, context) }
    }
  }

  mutating func wake(
    _ body: @escaping @Sendable (State, AlarmKey, RequestContext) throws -> Decision
  ) {
    host.wake { [watch] state, key, context in
      try watch.run { try body(state.value, key, context) }
    }
  }

  mutating func react<E: Event>(
    to event: E.Type,
    when condition: @escaping @Sendable (E) -> Bool,
    _ body: @escaping @Sendable (State, E, RequestContext) throws -> Decision
  ) {
    host.react(to: event) { [watch] event in
      watch.run { condition(event) }
    } _: { [watch] state, event, context in
      try watch.run { try body(state.value, event, context) }
    }
  }

  mutating func summarize(
    _ body: @escaping @Sendable (State, RequestContext) throws -> Decision
  ) {
    host.summarize { [watch] state, context in
      try watch.run { try body(state.value, context) }
    }
  }
}
