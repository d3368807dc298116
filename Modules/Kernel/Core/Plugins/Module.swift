/// A feature: state folded from facts and changes, and the requests that the module answers.
///
/// A module is pure. It opens no file, starts no task and reads no clock; the kernel calls it on
/// the loop and the test kit calls it directly.
public protocol Module: Sendable {
  /// Everything the module remembers about one space.
  associatedtype State: ModuleState

  static var manifest: Manifest { get }

  /// Registers what the module folds and answers; called once per process.
  static func register(in host: inout some ModuleHost<State>)
}

/// A module's state of one space: a value that is folded from facts and stored in snapshots.
public protocol ModuleState: Sendable {
  /// The version of the fold, raised whenever the same facts would fold to different bytes.
  ///
  /// Snapshots of other versions are dropped and the journal is folded again.
  static var foldVersion: Int { get }

  /// The state of a space in which nothing has happened.
  init()

  init(from reader: inout ByteReader) throws
  func write(to writer: inout ByteWriter)
}

/// The only interface between a module and the rest of the program.
public protocol ModuleHost<State> {
  associatedtype State: ModuleState

  /// Folds a fact that this module owns or declared to read.
  mutating func fold<F: Fact>(
    _ fact: F.Type,
    _ body: @escaping @Sendable (inout State, F, FoldContext) throws -> Void
  )

  /// Folds what a fact changed in another module.
  mutating func follow<C: Change>(
    _ change: C.Type,
    _ body: @escaping @Sendable (inout State, C, FoldContext) throws -> Void
  )

  /// Answers a query.
  mutating func answer<Q: Query>(
    _ query: Q.Type,
    _ body: @escaping @Sendable (State, Q, RequestContext) throws -> Q.Reply
  )

  /// Handles a command.
  ///
  /// `decide` returns the facts or throws a ``DomainError``; `reply` is read from the state after
  /// the facts were folded, and is delivered only after they are on disk.
  mutating func decide<C: Command>(
    _ command: C.Type,
    _ decide: @escaping @Sendable (State, C, RequestContext) throws -> Decision,
    reply: @escaping @Sendable (State, C, RequestContext) throws -> C.Reply
  )

  /// Handles an alarm that this module set and that is due.
  ///
  /// The returned facts are appended together with the end of the alarm. If it throws, the alarm
  /// remains and is due again a minute later.
  mutating func wake(
    _ body: @escaping @Sendable (State, AlarmKey, RequestContext) throws -> Decision
  )

  /// Decides what follows from an event that happens now and on this device.
  ///
  /// The resulting facts are appended in the same batch as their cause. Called once, after the
  /// whole cascade of the event, on the one device where it happened; never for facts that are
  /// replayed, refreshed or merged.
  ///
  /// - Parameter condition: skips the call for events that need no reaction.
  mutating func react<E: Event>(
    to event: E.Type,
    when condition: @escaping @Sendable (E) -> Bool,
    _ body: @escaping @Sendable (State, E, RequestContext) throws -> Decision
  )

  /// Summarizes, once after a page of merged facts, what is worth reporting about the state.
  ///
  /// It reports what became true today and has not been reported yet, here or on another device.
  mutating func summarize(
    _ body: @escaping @Sendable (State, RequestContext) throws -> Decision
  )
}

/// What a fold may read and publish.
public struct FoldContext {
  /// When and where the fact that is being folded was made.
  public let stamp: HybridTimestamp
  private let scope: any FoldScope

  public init(stamp: HybridTimestamp, scope: any FoldScope) {
    self.stamp = stamp
    self.scope = scope
  }

  /// The origin of the fact that is being folded.
  public var origin: FactOrigin { scope.origin }

  /// The user's calendar as of this fact.
  public var calendar: LocalCalendar { scope.calendar }

  /// Publishes a change.
  ///
  /// Its followers run after this fold, never inside it.
  public func emit(_ change: some Change) { scope.emit(change) }

  /// Gives a signal, once: only while a live fact is folded.
  public func signal(_ signal: some Signal) { scope.signal(signal) }

  /// Sets an alarm for `instant`; nil cancels it.
  ///
  /// There is one alarm per key. When a space is folded again, the alarms are set that stand at
  /// its end: a module that is to be woken once cancels its alarm in the fold of the fact that it
  /// decides then.
  public func setAlarm(_ key: AlarmKey, at instant: Instant?) { scope.setAlarm(key, at: instant) }
}

/// The implementation of a ``FoldContext``, in the kernel or the test kit.
public protocol FoldScope: AnyObject {
  var origin: FactOrigin { get }
  var calendar: LocalCalendar { get }
  func emit(_ change: some Change)
  func signal(_ signal: some Signal)
  func setAlarm(_ key: AlarmKey, at instant: Instant?)
}

/// What a request handler may use: the time, the user's calendar, the policies and other modules.
public struct RequestContext {
  /// When the request was made; for an order that had to wait, the time that it claims.
  public let now: Instant
  /// When the request was received: ``now``, or later.
  public let received: Instant
  public let calendar: LocalCalendar
  public let policies: Policies
  /// On whose behalf the request is made.
  public let principal: Principal
  /// The device on which the request is handled.
  public let device: DeviceID
  /// In the reply to a command, the facts that were decided; otherwise empty.
  public let decided: [any Fact]
  private let scope: any RequestScope

  public init(
    now: Instant,
    received: Instant? = nil,
    calendar: LocalCalendar,
    policies: Policies,
    principal: Principal = .owner,
    device: DeviceID = DeviceID(rawValue: 0),
    decided: [any Fact] = [],
    scope: any RequestScope
  ) {
    self.now = now
    self.received = received ?? now
    self.calendar = calendar
    self.policies = policies
    self.principal = principal
    self.device = device
    self.decided = decided
    self.scope = scope
  }

  /// Whether the request was received on a later day than the one on which it was made.
  public var isLate: Bool { calendar.day(at: received) > today }

  /// The user's local day.
  public var today: Day { calendar.day(at: now) }

  /// Queries another module of the same space, synchronously.
  public func ask<Q: Query>(_ query: Q) throws -> Q.Reply { try scope.ask(query) }

  /// Whether any loaded module answers `query`.
  public func answers<Q: Query>(_ query: Q.Type) -> Bool { scope.answers(query) }

  /// Makes a new id for something that is being created.
  public func makeID<ID: Identifier>(_ type: ID.Type = ID.self) -> ID {
    scope.makeID(type, at: now)
  }
}

/// The implementation of a ``RequestContext``, in the kernel or the test kit.
public protocol RequestScope: AnyObject {
  func ask<Q: Query>(_ query: Q) throws -> Q.Reply
  func answers<Q: Query>(_ query: Q.Type) -> Bool
  func makeID<ID: Identifier>(_ type: ID.Type, at now: Instant) -> ID
}

/// Identifies an alarm within one module and space.
public struct AlarmKey: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
}
