import Core
import EventDispatch

/// Modules that run together on one bus, shared by all engines of one thread.
///
/// Belongs to the same isolation as its bus.
public final class ModuleSet {
  let bus: any SubscriberListSource
  let modules: [LoadedModule]
  private var channels: [ObjectIdentifier: AnyObject] = [:]
  private var factChannels: [ObjectIdentifier: FactChannel] = [:]
  private(set) var factChannelsByName: [String: FactChannel] = [:]
  private var queryHandlers: [ObjectIdentifier: Handler] = [:]
  private var commandHandlers: [ObjectIdentifier: Handler] = [:]
  private(set) var waking: [String: WakeHandler] = [:]
  private(set) var sums: [(module: LoadedModule, sum: Summarizer)] = []
  /// The index of the module that answers ``CurrentCalendar``.
  private(set) var calendarOwner: Int?

  /// Checks the manifests against each other and registers every module.
  ///
  /// - Parameters:
  ///   - standIns: names of modules that are not loaded and that a test stands in for.
  /// - Throws: ``HostError`` if the modules cannot run together.
  public init(
    _ modules: [any Module.Type],
    on bus: any SubscriberListSource,
    standIns: Set<String> = []
  ) throws(HostError) {
    try ManifestCheck.check(modules.map { $0.manifest }, standIns: standIns)
    self.bus = bus
    self.modules = modules.enumerated().map { LoadedModule($1, index: $0) }
    for module in self.modules {
      for change in module.manifest.publishes { addPublisher(module.index, of: change) }
    }
    for (index, module) in modules.enumerated() { try load(module, self.modules[index]) }
    try checkDeclared()
  }

  /// Why modules with these manifests cannot run together; nil if the manifests show no reason.
  public static func refusal(of manifests: [Manifest]) -> HostError? {
    do {
      try ManifestCheck.check(manifests)
      return nil
    } catch { return error }
  }

  /// Creates a set without modules.
  package init(on bus: any SubscriberListSource) {
    self.bus = bus
    modules = []
  }

  private func load<M: Module>(_ module: M.Type, _ loaded: LoadedModule) throws(HostError) {
    var host = EngineHost<M.State>(module: loaded, modules: self)
    M.register(in: &host)
    if let refusal = host.refusal { throw refusal }
  }

  /// Checks that every request in a manifest has a handler.
  private func checkDeclared() throws(HostError) {
    for module in modules {
      for request in module.manifest.answers where !answers(request) {
        throw HostError("\(module.name) declares that it answers \(request.name) but does not.")
      }
    }
  }

  /// The manifests of all modules, in load order.
  public var manifests: [Manifest] { modules.map(\.manifest) }

  /// The names of the modules that handle alarms.
  package var wakeable: [String] { modules.map(\.name).filter { waking[$0] != nil } }

  /// Calls `body` for every error of a fold or reaction, and for every cascade that is cut short.
  package func onFailure(_ body: @escaping (any Error) -> Void) {
    bus.dispatcher.onFailure { failure in
      switch failure {
      case .threw(_, _, let error): body(error)
      case .cutCascade: body(failure)
      }
    }
  }

  /// Counts and reports that a module failed on something other than an event.
  public func report(_ error: any Error, of module: String, on subject: String) {
    bus.dispatcher.report(error, of: module, on: subject)
  }

  /// The number of events each module failed on, by its name.
  public var failures: [String: Int] { bus.dispatcher.failures }

  /// Identifies these modules with their fold versions, as a snapshot of their states does.
  public var setID: UInt64 {
    let text = modules.map { "\($0.name) \($0.foldVersion)" }.joined(separator: "\n")
    // FNV-1a (Fowler, Noll, Vo), 64 bits.
    return text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  // MARK: Events

  /// The channel for events of one type; the bus is asked only once for each type.
  func channel<E: Event>(of type: E.Type) -> EventChannel<E> {
    if let known = channels[ObjectIdentifier(type)] {
      // Only the line below stores a value under this type's identity.
      return unsafeDowncast(known, to: EventChannel<E>.self)
    }
    let made = EventChannel<E>(in: bus)
    channels[ObjectIdentifier(type)] = made
    return made
  }

  private func addPublisher<C: Change>(_ index: Int, of change: C.Type) {
    channel(of: change).publishers.insert(index)
  }

  func addFacts<F: Fact>(of type: F.Type) {
    guard factChannels[ObjectIdentifier(type)] == nil else { return }
    let made = FactChannel(channel(of: type))
    factChannels[ObjectIdentifier(type)] = made
    factChannelsByName[F.name] = made
  }

  func factChannel(of fact: any Fact) -> FactChannel? {
    factChannels[ObjectIdentifier(type(of: fact))]
  }

  /// The readers of all kinds of facts, for code that decodes outside of the engines.
  public var readers: FactReaders { FactReaders(factChannelsByName.mapValues(\.reader)) }

  // MARK: Requests

  func add<Q: Query>(_ handler: QueryHandler<Q>) {
    queryHandlers[ObjectIdentifier(Q.self)] = handler
    if Q.self is CurrentCalendar.Type { calendarOwner = handler.module?.index }
  }

  func add<C: Command>(_ handler: CommandHandler<C>) {
    commandHandlers[ObjectIdentifier(C.self)] = handler
  }

  /// Answers a query of a module that is not loaded with `body`, for tests of a single module.
  public func standIn<Q: Query>(for query: Q.Type, _ body: @escaping (Q) throws -> Q.Reply) {
    add(QueryHandler<Q>(module: nil) { query, _, _ in try body(query) })
  }

  /// Takes a command of a module that is not loaded, for tests of a single module.
  ///
  /// It may only be sent by a decision, which reads no reply.
  public func standIn<C: Command>(for command: C.Type, _ body: @escaping (C) throws -> Void) {
    add(
      CommandHandler<C>(module: nil) { command, _, _ in
        try body(command)
        return .unchanged
      } reply: { [unowned self] _, _, _ in
        throw notAnswered(command)
      }
    )
  }

  func answers(_ request: any Request.Type) -> Bool {
    let identity = ObjectIdentifier(request)
    return queryHandlers[identity] != nil || commandHandlers[identity] != nil
  }

  func handler<Q: Query>(of query: Q.Type) throws(DomainError) -> QueryHandler<Q> {
    guard let known = queryHandlers[ObjectIdentifier(query)] else { throw notAnswered(query) }
    // Only `add` stores a value under a query's identity, and it is a handler of that query.
    return unsafeDowncast(known, to: QueryHandler<Q>.self)
  }

  func handler<C: Command>(of command: C.Type) throws(DomainError) -> CommandHandler<C> {
    guard let known = commandHandlers[ObjectIdentifier(command)] else { throw notAnswered(command) }
    // As above, for a command.
    return unsafeDowncast(known, to: CommandHandler<C>.self)
  }

  private func notAnswered(_ request: any Request.Type) -> DomainError {
    DomainError("not-answered", "Nothing here answers \(request.name): no loaded module offers it.")
  }

  // MARK: Alarms and summaries

  func setWaking(_ module: LoadedModule, _ handler: @escaping WakeHandler) {
    waking[module.name] = handler
  }

  func addSum(_ module: LoadedModule, _ sum: @escaping Summarizer) { sums.append((module, sum)) }
}
