import Core
import EventDispatch
import Journals

extension SpaceEngine {
  /// Delivers a fact to every module that folds it, with the whole cascade of changes it causes.
  func fold(_ fact: any Fact, in channel: FactChannel, at stamp: HybridTimestamp) {
    current = stamp
    trace?(fact, stamp)
    deliver(fact, through: channel)
  }

  private func deliver<F: Fact>(_ fact: F, through channel: FactChannel) {
    let channel = channel.events(of: F.self)
    publishAfterCommit(fact, on: channel)
    channel.publishToModules(fact, of: self)
  }

  /// Called before a module's fold runs.
  func beginFold(of module: LoadedModule) {
    folding = module
    // Computed before the fold changes the state that answers it, so that the fold itself can use
    // it.
    if module.index == modules.calendarOwner { _ = calendar }
  }

  func endFold(of module: LoadedModule) {
    folding = nil
    if module.index == modules.calendarOwner { knownCalendar = nil }
  }

  func reset(boxes: [any StateBoxing], folded: Int, clock: HybridTime) {
    self.boxes = boxes
    self.folded = folded
    self.clock = HybridClock(last: clock)
    knownCalendar = nil
  }

  // MARK: Publishing to observers

  /// Holds an event back until the batch it belongs to is on disk.
  func publishAfterCommit<E: Event>(_ event: E, on channel: EventChannel<E>) {
    if origin != .replayed { channel.publishToObservers(event, of: self) }
  }

  /// Holds back an event that happens now and on this device, for the live observer.
  private func announceLive<E: Event>(_ event: E) {
    guard let observer = environment.live, observer.wants(E.name),
      let event = event as? any IntegrationEvent
    else { return }
    let live = LiveEvent(event: event, stamp: current, space: id)
    open.outbox.append { observer.receive(live) }
  }

  /// Publishes to observers that there is more on disk than they know of.
  func announce() {
    let head = head
    defer { announced = head }
    guard let announced, head > announced else { return }
    let world = modules.channel(of: SpaceAdvanced.self).observers
    guard world.hasSubscribers else { return }
    world.publish(
      CommittedEvent(
        event: SpaceAdvanced(sequence: head),
        stamp: HybridTimestamp(clock: clock.last, device: environment.device),
        space: id
      )
    )
  }

  // MARK: Reactions

  /// The greatest number of consecutive decisions that may follow from each other.
  private static let maxReactions = 1000

  func planReaction(of module: LoadedModule, _ decide: @escaping Reaction) {
    if origin == .live { reactions.append(PlannedReaction(of: module, decide)) }
  }

  /// Plans a command that a decision of `sender` sends to the module that answers it.
  func plan<C: Command>(_ command: C, by sender: LoadedModule) {
    guard origin == .live else { return }
    let handler = try? modules.handler(of: C.self)
    reactions.append(
      PlannedReaction(of: handler?.module, sentBy: sender) { context, engine in
        do {
          guard sender.manifest.sends.contains(where: { $0 == C.self }) else {
            throw UndeclaredCommand(module: sender.name, command: C.name)
          }
          return try engine.modules.handler(of: C.self).decide(command, context, engine)
        } catch let error as DomainError {
          throw RefusedCommand(module: sender.name, command: C.name, error: error)
        }
      }
    )
  }

  /// Lets modules decide what follows from what happened, and what follows from their decisions.
  ///
  /// A reaction that fails is reported like a fold that fails; its cause remains.
  func runReactions(for principal: Principal) {
    var next = 0
    while next < reactions.count {
      let reaction = reactions[next]
      next += 1
      do {
        guard next <= Self.maxReactions else { throw EndlessReactions() }
        let decision = try reaction.decide(context(principal), self)
        try keep(decision, of: reaction.module)
      } catch {
        modules.report(error, of: reaction.planner.name, on: "a reaction")
        if error is EndlessReactions { break }
      }
    }
    reactions.removeAll(keepingCapacity: true)
  }
}

/// What a module, or a command that it sent, has to decide after what happened.
struct PlannedReaction {
  /// The module whose decision it is; nil for a test's stand-in.
  let module: LoadedModule?
  /// The module to which a failure is reported.
  let planner: LoadedModule
  let decide: SpaceEngine.Reaction

  init(of module: LoadedModule, _ decide: @escaping SpaceEngine.Reaction) {
    self.init(of: module, sentBy: module, decide)
  }

  init(
    of module: LoadedModule?,
    sentBy planner: LoadedModule,
    _ decide: @escaping SpaceEngine.Reaction
  ) {
    self.module = module
    self.planner = planner
    self.decide = decide
  }
}

/// A module sent a command that its manifest does not declare, so it was not executed.
public struct UndeclaredCommand: Error, Sendable, CustomStringConvertible {
  public let module: String
  public let command: String

  public var description: String {
    "\(module) sends \(command) but does not declare it in its manifest, so it was not executed. "
      + "Add it to `sends`."
  }
}

/// A command that a module sent was refused; what the module decided remains.
public struct RefusedCommand: Error, Sendable, CustomStringConvertible {
  public let module: String
  public let command: String
  public let error: DomainError

  public var description: String { "\(module) sent \(command), which was refused: \(error)" }
}

/// Modules kept reacting to each other; the remaining reactions were dropped.
public struct EndlessReactions: Error, Sendable, CustomStringConvertible {
  public var description: String {
    "Reactions kept causing each other. Those still waiting were dropped."
  }
}

extension SpaceEngine: FoldScope {
  public var calendar: LocalCalendar {
    if let knownCalendar, calendarChanges == environment.calendarChanges { return knownCalendar }
    let fallback = environment.calendar
    guard modules.calendarOwner != nil, !boxes.isEmpty else { return fallback }
    let context = RequestContext(
      now: environment.clock.now(),
      calendar: fallback,
      policies: environment.policies,
      scope: self
    )
    let calendar = (try? answer(CurrentCalendar(), context)) ?? fallback
    knownCalendar = calendar
    calendarChanges = environment.calendarChanges
    return calendar
  }

  public func emit(_ change: some Change) { publish(change) }

  private func publish<C: Change>(_ change: C) {
    let channel = modules.channel(of: C.self)
    if let folding, !channel.publishers.contains(folding.index) {
      modules.report(
        UndeclaredChange(module: folding.name, change: C.name),
        of: folding.name,
        on: C.name
      )
      return
    }
    deliver(change, on: channel)
  }

  /// Delivers a change to the modules, and to observers once it is on disk.
  func deliver<C: Change>(_ change: C, on channel: EventChannel<C>) {
    trace?(change, current)
    channel.publishToModules(change, of: self)
    publishAfterCommit(change, on: channel)
    if environment.live != nil, origin == .live { announceLive(change) }
  }

  public func signal(_ signal: some Signal) { if origin == .live { raise(signal) } }

  /// Gives a signal to the command that caused it, to modules that react, and to observers.
  func raise<S: Signal>(_ signal: S) {
    trace?(signal, current)
    gathered?.append(signal)
    let channel = modules.channel(of: S.self)
    // Traces only signals that modules react to.
    if channel.modules.hasSubscribers { channel.publishToModules(signal, of: self) }
    publishAfterCommit(signal, on: channel)
    if environment.live != nil { announceLive(signal) }
  }

  public func setAlarm(_ key: AlarmKey, at instant: Instant?) {
    guard let folding else { return }
    let change = AlarmChange(module: folding.name, key: key, at: instant)
    switch origin {
    case .live, .merged: open.add(change)
    case .replayed, .refreshed: pastAlarms.add(change)
    }
  }
}

/// A module published a change that its manifest does not declare, so it was not delivered.
public struct UndeclaredChange: Error, Sendable, CustomStringConvertible {
  public let module: String
  public let change: String

  public var description: String {
    "\(module) publishes \(change) but does not declare it in its manifest, so it was not "
      + "delivered. Add it to `publishes`."
  }
}
