import Bus
import Core
import Journals
import Loop

/// One person's world, open: the state of every module, and what is not yet on disk.
@LoopActor
public final class Space {
  public nonisolated let id: SpaceID
  let plugins: Plugins
  let settings: Settings

  var boxes: [any StateBoxing] = []
  /// The sequence number of the last fact that is folded, be it on disk or not.
  var folded = 0
  var clock = HybridClock()
  var phase = Phase.closed
  /// What waits for the space to open, in order.
  var waiting: [any Operation] = []
  /// Decided and folded, but not yet given to the journal.
  var open = Batch()
  /// What the journal is writing now.
  var flying: Batch?
  /// Why facts are being folded, which decides what is said of them outside.
  var mode = FoldMode.live
  /// Facts folded since a snapshot was kept.
  var sinceSnapshot = 0
  var bytes = 0
  /// How far the world outside was told the space to be; nil until it was opened once.
  private(set) var announced: Int?
  /// How many batches were given to the journal.
  var flights = 0
  /// How many they were when there was a sign, not looked into yet, that other programs wrote.
  var signOfOthers: Int?
  var lastUse: UInt64 = 0
  var replayedAlarms: [AlarmChange] = []
  private var knownCalendar: LocalCalendar?
  /// The module whose fold or handler is running, which owns the alarms that are set.
  private var alarmOwner = ""

  enum Phase { case closed, opening, ready }

  enum FoldMode {
    /// It happens now, and here.
    case live
    /// It happened before the space was opened: nobody is told.
    case replay
    /// Another process wrote it meanwhile, and has given its signals and set its alarms.
    case refresh
  }

  init(id: SpaceID, plugins: Plugins, settings: Settings) {
    self.id = id
    self.plugins = plugins
    self.settings = settings
  }

  var isIdle: Bool { phase != .opening && flying == nil && open.isEmpty && waiting.isEmpty }

  /// A module's state.
  ///
  /// `index` is the place at which that module's own registration put a state of exactly this type.
  func box<State: ModuleState>(_ index: Int, of type: State.Type) -> StateBox<State> {
    unsafeDowncast(boxes[index], to: StateBox<State>.self)
  }

  // MARK: Folding

  /// Gives a fact to every module that folds it, with the whole cascade of changes it causes.
  func fold(_ fact: any Fact, as kind: FactKind, at stamp: Stamp) {
    _ = calendar  // Known before any state is being changed, so that a fold may read it.
    clock.observe(stamp.clock)
    current = stamp
    tell(fact, stamp)
    kind.publish(fact, stamp, self)
    if kind.owner == plugins.calendarOwner { knownCalendar = nil }
  }

  /// When and where the fact was made that is being folded.
  private var current = Stamp.zero

  func reset(boxes: [any StateBoxing], folded: Int, clock: HybridTime) {
    self.boxes = boxes
    self.folded = folded
    self.clock = HybridClock(last: clock)
    knownCalendar = nil
  }

  // MARK: Requests

  func context(decided: [any Fact] = []) -> RequestContext {
    RequestContext(
      now: settings.clock.now(),
      calendar: calendar,
      policies: settings.policies,
      decided: decided,
      scope: self
    )
  }

  /// Decides nothing and waits for nothing: reads the state as it is.
  func answer<Q: Query>(_ query: Q, _ context: RequestContext) throws -> Q.Reply {
    guard let handler = plugins.handler(for: ObjectIdentifier(Q.self)) as? QueryHandler<Q> else {
      throw notAnswered(Q.self)
    }
    return try handler.answer(query, context, self)
  }

  func notAnswered(_ request: any Request.Type) -> Refusal {
    Refusal("not-answered", "Nothing here answers \(request.name): no loaded module offers it.")
  }

  /// Puts decided facts into the batch and folds them at once, so that the next request of the same
  /// batch sees them.
  ///
  /// All are encoded first: a decision is taken whole or not at all.
  func take(_ facts: [any Fact]) throws {
    var prepared: [(NewFact, ReadFact)] = []
    for fact in facts { prepared.append(try prepare(fact)) }
    for (new, read) in prepared { take(new, read: read) }
  }

  /// Takes what a handler of `module` decided.
  func take(_ decision: Decision, of module: String) throws {
    try take(decision.facts)
    for alarm in decision.alarms {
      open.alarms.append(AlarmChange(module: module, key: alarm.key, at: alarm.at))
    }
  }

  private func prepare(_ fact: any Fact) throws -> (NewFact, ReadFact) {
    let type = type(of: fact)
    guard let kind = plugins.kinds[type.name] else {
      throw Refusal("unknown-fact", "No module folds \(type.name). Nothing was saved.")
    }
    let stamp = Stamp(clock: clock.tick(now: settings.clock.now()), device: settings.device)
    let new = NewFact(
      id: settings.makeFactID(stamp),
      stamp: stamp,
      kind: type.name,
      version: type.version,
      entity: fact.entity,
      payload: try JSON.encode(fact),
      erases: kind.erases
    )
    return (new, ReadFact(kind: kind, fact: fact, stamp: stamp))
  }

  /// Takes over a fact that was made elsewhere, with the id and stamp it has.
  func take(_ fact: NewFact, read: ReadFact?) {
    open.facts.append(fact)
    folded += 1
    guard let read else { return clock.observe(fact.stamp.clock) }
    fold(read.fact, as: read.kind, at: fact.stamp)
  }

  /// The sequence number of the last fact that is both folded and on disk.
  var head: Int { folded - open.facts.count - (flying?.facts.count ?? 0) }

  /// Tells whoever listens that there is more on disk than they know of.
  func announce() {
    let head = head
    defer { announced = head }
    guard let announced, head > announced else { return }
    let topic = plugins.topics(of: SpaceAdvanced.self).outside
    guard topic.hasSubscribers else { return }
    let advance = SpaceAdvanced(sequence: head)
    topic.publish(
      Told(event: advance, stamp: Stamp(clock: clock.last, device: settings.device), space: id)
    )
  }

  /// Keeps an event back until the batch it belongs to is on disk.
  private func tell<E: Event>(_ event: E, _ stamp: Stamp) {
    guard mode != .replay else { return }
    let topic = plugins.topics(of: E.self).outside
    guard topic.hasSubscribers else { return }
    let told = Told(event: event, stamp: stamp, space: id)
    open.outbox.append { topic.publish(told) }
  }
}

extension Space: @LoopActor FoldScope {
  public var calendar: LocalCalendar {
    if let knownCalendar { return knownCalendar }
    let fallback = LocalCalendar(zone: settings.hostZone)
    guard plugins.calendarOwner != nil, !boxes.isEmpty else { return fallback }
    let context = RequestContext(
      now: settings.clock.now(),
      calendar: fallback,
      policies: settings.policies,
      scope: self
    )
    let calendar = (try? answer(CurrentCalendar(), context)) ?? fallback
    knownCalendar = calendar
    return calendar
  }

  public func emit(_ change: some Change) {
    publish(change)
    tell(change, current)
  }

  private func publish<C: Change>(_ change: C) {
    plugins.topics(of: C.self).inside
      .publish(Delivery(event: change, stamp: current, space: self))
  }

  public var isReplay: Bool { mode == .replay }

  public func signal(_ signal: some Signal) {
    if mode == .live { tell(signal, current) }
  }

  public func setAlarm(_ key: AlarmKey, at instant: Instant?) {
    let change = AlarmChange(module: alarmOwner, key: key, at: instant)
    switch mode {
    case .live: open.alarms.append(change)
    case .replay: replayedAlarms.append(change)
    case .refresh: break
    }
  }

  func folding(for module: String) { alarmOwner = module }
}

extension Space: @LoopActor RequestScope {
  public func ask<Q: Query>(_ query: Q) throws -> Q.Reply { try answer(query, context()) }

  public func answers<Q: Query>(_ query: Q.Type) -> Bool {
    plugins.handler(for: ObjectIdentifier(query)) != nil
  }

  public func makeID<ID: Identifier>(_ type: ID.Type, at now: Instant) -> ID {
    settings.makeID(at: now)
  }
}
