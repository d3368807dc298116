import Core

/// A fact and when and where it was made.
public struct StampedFact: Sendable {
  public let fact: any Fact
  public let stamp: Stamp

  public init(_ fact: any Fact, _ stamp: Stamp) {
    self.fact = fact
    self.stamp = stamp
  }
}

/// Runs modules with no loop, no database and no real clock: given these facts, when this request,
/// then those facts and that state.
///
/// Delivery is as in the runtime: facts in order, each with the whole cascade of changes it
/// causes, breadth first.
public final class Harness {
  /// What the clock says.
  ///
  /// Move it as the test needs.
  public var now: Instant
  /// Used unless a module answers ``CurrentCalendar``.
  public var calendar: LocalCalendar
  public var policies: Policies

  /// Everything that was appended, in order.
  public private(set) var facts: [StampedFact] = []
  /// Everything that was published, in order.
  public private(set) var changes: [any Change] = []
  public private(set) var signals: [any Signal] = []
  public private(set) var alarms: [AlarmKey: Instant] = [:]

  private var units: [any HarnessUnit]
  private var stubs: [ObjectIdentifier: (any Request) throws -> Any] = [:]
  private var clock = HybridClock()
  private var queue: [any Change] = []
  private var current: Stamp = .zero
  private var random: SplitMix64
  private let device: DeviceID

  public convenience init(
    _ modules: any Module.Type...,
    now: Instant = Instant(seconds: 1_750_000_000),
    calendar: LocalCalendar = LocalCalendar(zone: .utc),
    policies: Policies = Policies(),
    device: UInt64 = 1,
    seed: UInt64 = 1
  ) {
    self.init(
      modules: modules,
      now: now,
      calendar: calendar,
      policies: policies,
      device: device,
      seed: seed
    )
  }

  public init(
    modules: [any Module.Type],
    now: Instant = Instant(seconds: 1_750_000_000),
    calendar: LocalCalendar = LocalCalendar(zone: .utc),
    policies: Policies = Policies(),
    device: UInt64 = 1,
    seed: UInt64 = 1
  ) {
    self.now = now
    self.calendar = calendar
    self.policies = policies
    self.device = DeviceID(rawValue: device)
    random = SplitMix64(seed: seed)
    units = modules.map { $0.makeHarnessUnit() }
  }

  /// The state of a module under test.
  public func state<M: Module>(of module: M.Type) -> M.State {
    for case let unit as Unit<M> in units { return unit.state }
    preconditionFailure("\(module) is not in this harness")
  }

  /// Lets `body` answer a query of a module that is not under test.
  public func answering<Q: Query>(_ query: Q.Type, _ body: @escaping (Q) throws -> Q.Reply) {
    stubs[ObjectIdentifier(query)] = { request in
      guard let request = request as? Q else { preconditionFailure("asked for another query") }
      return try body(request)
    }
  }

  /// Folds facts as if this device had just made them.
  public func given(_ facts: any Fact...) throws {
    for fact in facts { try append(fact) }
  }

  /// Folds a fact with a stamp of its own, as if it came from elsewhere.
  public func given(_ fact: any Fact, at stamp: Stamp) throws {
    clock.observe(stamp.clock)
    try fold(fact, at: stamp)
  }

  /// Delivers a change of a module that is not under test.
  public func given(change: any Change) throws {
    current = Stamp(clock: clock.tick(now: now), device: device)
    queue.append(change)
    try drain()
  }

  /// Decides a command, folds what was decided and returns the reply.
  @discardableResult
  public func when<C: Command>(_ command: C) throws -> C.Reply {
    let decision = try decision(command)
    try take(decision)
    return try answer(command, decided: decision.facts)
  }

  /// Only decides: the facts that the command would append.
  public func decide<C: Command>(_ command: C) throws -> [any Fact] {
    try decision(command).facts
  }

  private func decision<C: Command>(_ command: C) throws -> Decision {
    for unit in units {
      if let decision = try unit.decide(command, context) { return decision }
    }
    preconditionFailure("no module in this harness decides \(C.name)")
  }

  private func take(_ decision: Decision) throws {
    for fact in decision.facts { try append(fact) }
    for alarm in decision.alarms { setAlarm(alarm.key, at: alarm.at) }
  }

  public func ask<Q: Query>(_ query: Q) throws -> Q.Reply { try answer(query) }

  /// Wakes the module that set `key`, as the runtime does when an alarm is due.
  public func wake(_ key: AlarmKey) throws {
    alarms[key] = nil
    for unit in units { try take(try unit.wake(key, context)) }
  }

  /// Every state written to a snapshot, one after the other.
  public var snapshot: [UInt8] { units.flatMap { $0.snapshot } }

  /// Replaces every state by what its own snapshot reads back as.
  public func reopenFromSnapshot() throws {
    for unit in units { try unit.reopen() }
  }

  private var context: RequestContext { context() }

  private func context(decided: [any Fact] = []) -> RequestContext {
    RequestContext(
      now: now,
      calendar: currentCalendar,
      policies: policies,
      decided: decided,
      scope: self
    )
  }

  private var currentCalendar: LocalCalendar {
    let scope = RequestContext(now: now, calendar: calendar, policies: policies, scope: self)
    for unit in units {
      if let reply = try? unit.answer(CurrentCalendar(), scope) as? LocalCalendar { return reply }
    }
    return calendar
  }

  private func append(_ fact: any Fact) throws {
    try fold(fact, at: Stamp(clock: clock.tick(now: now), device: device))
  }

  private func fold(_ fact: any Fact, at stamp: Stamp) throws {
    current = stamp
    facts.append(StampedFact(fact, stamp))
    for unit in units { try unit.fold(fact, FoldContext(stamp: stamp, scope: self)) }
    try drain()
  }

  private func drain() throws {
    while !queue.isEmpty {
      let change = queue.removeFirst()
      changes.append(change)
      for unit in units { try unit.follow(change, FoldContext(stamp: current, scope: self)) }
    }
  }

  private func answer<R: Request>(_ request: R, decided: [any Fact] = []) throws -> R.Reply {
    for unit in units {
      if let reply = try unit.answer(request, context(decided: decided)) as? R.Reply {
        return reply
      }
    }
    if let reply = try stubs[ObjectIdentifier(R.self)]?(request) as? R.Reply { return reply }
    throw Refusal("not-answered", "No module answers \(R.name).")
  }
}

extension Harness: FoldScope {
  public var isReplay: Bool { false }
  public func emit(_ change: some Change) { queue.append(change) }
  public func signal(_ signal: some Signal) { signals.append(signal) }
  public func setAlarm(_ key: AlarmKey, at instant: Instant?) { alarms[key] = instant }
}

extension Harness: RequestScope {
  public func answers<Q: Query>(_ query: Q.Type) -> Bool {
    stubs[ObjectIdentifier(query)] != nil || units.contains { $0.answers(ObjectIdentifier(query)) }
  }

  public func makeID<ID: Identifier>(_ type: ID.Type, at now: Instant) -> ID {
    ID.make(at: now, using: &random)
  }
}
