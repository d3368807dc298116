import Bus
import Core
import Loop

/// The modules of this process, joined on one bus.
@LoopActor
final class Plugins {
  let bus: Bus
  let modules: [LoadedModule]
  private(set) var kinds: [String: FactKind] = [:]
  /// Questions and orders, by the type of request.
  private var handlers: [ObjectIdentifier: any Handler] = [:]
  private var subscriptions: [Subscription] = []
  private var topics: [ObjectIdentifier: AnyObject] = [:]
  /// The module whose facts may change what ``CurrentCalendar`` answers.
  private(set) var calendarOwner: String?

  init(_ modules: [any Module.Type], bus: Bus) throws {
    try ManifestCheck.check(modules.map { $0.manifest })
    self.bus = bus
    self.modules = modules.enumerated().map { LoadedModule($1, index: $0) }
    for (index, module) in modules.enumerated() { try load(module, index: index) }
    try checkDeclared()
  }

  private func load<M: Module>(_ module: M.Type, index: Int) throws {
    var host = RuntimeHost<M.State>(module: M.manifest, index: index, plugins: self)
    M.register(in: &host)
    if let refusal = host.refusal { throw refusal }
  }

  /// Every request that a manifest promises must really be answered.
  private func checkDeclared() throws(HostRefusal) {
    for module in modules {
      for request in module.manifest.answers where handlers[ObjectIdentifier(request)] == nil {
        throw HostRefusal(
          "\(module.manifest.name) declares that it answers \(request.name) but does not."
        )
      }
    }
  }

  func add(_ subscription: Subscription) { subscriptions.append(subscription) }

  func add(_ kind: FactKind, for name: String) {
    if kinds[name] == nil { kinds[name] = kind }
  }

  func add<R: Request>(_ handler: any Handler, for request: R.Type, of module: String) {
    handlers[ObjectIdentifier(request)] = handler
    if request is CurrentCalendar.Type { calendarOwner = module }
  }

  private(set) var waking: [String: WakeHandler] = [:]

  func setWaking(_ module: String, _ handler: @escaping WakeHandler) { waking[module] = handler }

  /// Where events of one type go; the bus is asked once for each type.
  func topics<E: Event>(of type: E.Type) -> EventTopics<E> {
    if let known = topics[ObjectIdentifier(type)] {
      // Only the line below puts something under this type's identity.
      return unsafeDowncast(known, to: EventTopics<E>.self)
    }
    let made = EventTopics<E>(on: bus)
    topics[ObjectIdentifier(type)] = made
    return made
  }

  func handler(for request: ObjectIdentifier) -> (any Handler)? { handlers[request] }

  /// Identifies these modules with their fold versions: whose states a snapshot holds.
  var setID: UInt64 {
    let text = modules.map { "\($0.manifest.name) \($0.foldVersion)" }.joined(separator: "\n")
    // FNV-1a (Fowler, Noll, Vo), 64 bits.
    return text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// A module that is loaded, its type known only here.
struct LoadedModule: Sendable {
  let manifest: Manifest
  let index: Int
  let foldVersion: Int
  let makeState: @Sendable () -> any StateBoxing
  let readState: @Sendable (inout ByteReader) throws -> any StateBoxing

  init<M: Module>(_ module: M.Type, index: Int) {
    manifest = M.manifest
    self.index = index
    foldVersion = M.State.foldVersion
    makeState = { StateBox(M.State()) }
    readState = { StateBox(try M.State(from: &$0)) }
  }
}

/// One module's state of one space, behind a reference so that folding changes it in place.
protocol StateBoxing: AnyObject {
  func write(to writer: inout ByteWriter)
}

final class StateBox<State: ModuleState>: StateBoxing {
  var value: State

  init(_ value: State) { self.value = value }

  func write(to writer: inout ByteWriter) { value.write(to: &writer) }
}
