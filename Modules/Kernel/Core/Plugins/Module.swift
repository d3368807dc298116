/// A feature: state folded from facts and changes, and the requests it answers.
///
/// A module is pure. It opens no file, starts no task and reads no clock; the kernel calls it on
/// the loop and the test kit calls it directly.
public protocol Module: Sendable {
  /// Everything the module remembers about one space.
  associatedtype State: ModuleState

  static var manifest: Manifest { get }

  /// Declares what the module folds and answers. Called once per process.
  static func register(in host: inout some ModuleHost<State>)
}

/// A module's memory of one space: a plain value that is folded from facts and can be kept in a
/// snapshot.
public protocol ModuleState: Sendable {
  /// Raised whenever the same facts would fold to other bytes; snapshots of other versions are
  /// dropped and the journal is folded again.
  static var foldVersion: Int { get }

  /// The state of a space in which nothing has happened.
  init()

  init(from reader: inout ByteReader) throws
  func write(to writer: inout ByteWriter)
}

/// The only door between a module and the rest of the program.
public protocol ModuleHost<State> {
  associatedtype State: ModuleState

  /// Folds a fact that this module owns, or that another owns and this one declared to read.
  mutating func fold<F: Fact>(
    _ fact: F.Type,
    _ body: @escaping @Sendable (inout State, F, FoldContext) throws -> Void
  )

  /// Folds what a fact did to another module.
  mutating func follow<C: Change>(
    _ change: C.Type,
    _ body: @escaping @Sendable (inout State, C, FoldContext) throws -> Void
  )

  /// Answers a question.
  mutating func answer<Q: Query>(
    _ query: Q.Type,
    _ body: @escaping @Sendable (State, Q, RequestContext) throws -> Q.Reply
  )

  /// Decides an order: `decide` names the facts or throws a ``DomainError``; `reply` is read from the
  /// state after they were folded, and leaves only after they are on disk.
  mutating func decide<C: Command>(
    _ command: C.Type,
    _ decide: @escaping @Sendable (State, C, RequestContext) throws -> Decision,
    reply: @escaping @Sendable (State, C, RequestContext) throws -> C.Reply
  )

  /// Called when an alarm that this module set is due. Facts that are returned are appended
  /// together with the alarm's end.
  mutating func wake(
    _ body: @escaping @Sendable (State, AlarmKey, RequestContext) throws -> Decision
  )

  /// Decides what follows from an event that happens now and here: a further fact, which is
  /// appended in the same batch as what led to it.
  ///
  /// Called after the whole cascade of the event, once, on the one device where it happened; never
  /// for facts that are replayed, refreshed or merged.
  ///
  /// - Parameter condition: spares the call for events that nothing follows from.
  mutating func react<E: Event>(
    to event: E.Type,
    when condition: @escaping @Sendable (E) -> Bool,
    _ body: @escaping @Sendable (State, E, RequestContext) throws -> Decision
  )

  /// Sums up, once behind a whole page of merged facts, what is worth telling of the state as it is
  /// now: what became true today and nobody was told of, here or on another device.
  mutating func summarize(
    _ body: @escaping @Sendable (State, RequestContext) throws -> Decision
  )
}

/// What a fold may know and say.
public struct FoldContext {
  /// When and where the fact that is being folded was made.
  public let stamp: HybridTimestamp
  private let scope: any FoldScope

  public init(stamp: HybridTimestamp, scope: any FoldScope) {
    self.stamp = stamp
    self.scope = scope
  }

  /// Where the fact that is being folded comes from.
  public var origin: FactOrigin { scope.origin }

  /// The calendar of the person as of this fact.
  public var calendar: LocalCalendar { scope.calendar }

  /// Publishes a change.
  ///
  /// Its followers run after this fold, never inside it.
  public func emit(_ change: some Change) { scope.emit(change) }

  /// Gives a signal, once: only while what happens now and here is folded.
  public func signal(_ signal: some Signal) { scope.signal(signal) }

  /// Asks to be woken at `instant`; nil takes the alarm back.
  ///
  /// One alarm per key.
  public func setAlarm(_ key: AlarmKey, at instant: Instant?) { scope.setAlarm(key, at: instant) }
}

/// What the kernel, or the test kit, puts behind a ``FoldContext``.
public protocol FoldScope: AnyObject {
  var origin: FactOrigin { get }
  var calendar: LocalCalendar { get }
  func emit(_ change: some Change)
  func signal(_ signal: some Signal)
  func setAlarm(_ key: AlarmKey, at instant: Instant?)
}

/// What a request handler may know: the time, the person's calendar, the product's policies and
/// what other modules answer.
public struct RequestContext {
  public let now: Instant
  public let calendar: LocalCalendar
  public let policies: Policies
  /// Who asks.
  public let principal: Principal
  /// In the reply to a command the facts that were decided; otherwise empty.
  public let decided: [any Fact]
  private let scope: any RequestScope

  public init(
    now: Instant,
    calendar: LocalCalendar,
    policies: Policies,
    principal: Principal = .owner,
    decided: [any Fact] = [],
    scope: any RequestScope
  ) {
    self.now = now
    self.calendar = calendar
    self.policies = policies
    self.principal = principal
    self.decided = decided
    self.scope = scope
  }

  /// The person's local day.
  public var today: Day { calendar.day(at: now) }

  /// Asks another module of the same space, synchronously.
  public func ask<Q: Query>(_ query: Q) throws -> Q.Reply { try scope.ask(query) }

  /// Whether any loaded module answers `query`.
  public func answers<Q: Query>(_ query: Q.Type) -> Bool { scope.answers(query) }

  /// A new id for something that is being created.
  public func makeID<ID: Identifier>(_ type: ID.Type = ID.self) -> ID {
    scope.makeID(type, at: now)
  }
}

/// What the kernel, or the test kit, puts behind a ``RequestContext``.
public protocol RequestScope: AnyObject {
  func ask<Q: Query>(_ query: Q) throws -> Q.Reply
  func answers<Q: Query>(_ query: Q.Type) -> Bool
  func makeID<ID: Identifier>(_ type: ID.Type, at now: Instant) -> ID
}

/// Names an alarm within one module and space.
public struct AlarmKey: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
}
