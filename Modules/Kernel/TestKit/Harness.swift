import Core
import Engine
import EngineDriving
import EventDispatch
import Journals
import Testing

/// Runs modules without a loop, a database or a real clock, for given-when-then tests.
///
/// It drives the same engine as programs, over a journal in memory: with the same checks of
/// manifests, the same order of cascades and the same replay.
public final class Harness {
  /// The clock's time.
  ///
  /// Tests advance it as they need.
  public var now: Instant {
    get { clock.now() }
    set { clock.set(newValue) }
  }
  /// Used unless a module answers ``Core/CurrentCalendar``.
  public var calendar: LocalCalendar {
    get { driver.environment.calendar }
    set { driver.environment.calendar = newValue }
  }
  public var policies: Policies {
    get { driver.environment.policies }
    set { driver.environment.policies = newValue }
  }

  /// All facts folded since the harness was created, in order.
  public private(set) var facts: [StampedFact] = []
  /// All changes published, in order.
  public private(set) var changes: [any Change] = []
  public private(set) var signals: [any Signal] = []

  /// The journal that contains the facts.
  public let journal = MemoryJournal()

  private let driver: EngineDriver
  private let clock: ManualClock
  private var failures: [any Error] = []

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

  /// Loads modules; the test stands in for modules that they need and that are not in the list.
  public init(
    modules: [any Module.Type],
    now: Instant = Instant(seconds: 1_750_000_000),
    calendar: LocalCalendar = LocalCalendar(zone: .utc),
    policies: Policies = Policies(),
    device: UInt64 = 1,
    seed: UInt64 = 1
  ) {
    clock = ManualClock(now)
    driver = EngineDriver(
      space: SpaceID(rawValue: 1),
      modules: Harness.join(modules),
      environment: EngineEnvironment(
        policies: policies,
        clock: clock,
        calendar: calendar,
        device: DeviceID(rawValue: device),
        random: SplitMix64(seed: seed)
      ),
      journal: journal
    )
    driver.engine.trace = { [unowned self] in record($0, $1) }
    driver.modules.onFailure { [unowned self] in failures.append($0) }
    try? driver.open()
  }

  /// Makes a set; if the host rejects it, the current test fails and the set answers nothing.
  private static func join(_ modules: [any Module.Type]) -> ModuleSet {
    let needs = Set(modules.flatMap { $0.manifest.needs })
    do {
      return try ModuleSet(modules, on: LocalBus(), standIns: needs)
    } catch {
      Issue.record(error)
      return ModuleSet(on: LocalBus())
    }
  }

  private func record(_ event: any Event, _ stamp: HybridTimestamp) {
    switch event {
    case let fact as any Fact: facts.append(StampedFact(fact, stamp))
    case let change as any Change: changes.append(change)
    case let signal as any Signal: if !(signal is FeatureUsed) { signals.append(signal) }
    default: break
    }
  }

  // MARK: Given

  /// The state of a module under test.
  public func state<M: Module>(of module: M.Type) -> M.State {
    guard let state = driver.engine.state(of: module) else {
      preconditionFailure("\(module) is not in this harness")
    }
    return state
  }

  /// Answers a query of a module that is not under test with `body`.
  public func answering<Q: Query>(_ query: Q.Type, _ body: @escaping (Q) throws -> Q.Reply) {
    driver.modules.standIn(for: query, body)
  }

  /// Takes a command that decisions send to a module that is not under test; `body` may refuse it.
  public func taking<C: Command>(_ command: C.Type, _ body: @escaping (C) throws -> Void) {
    driver.modules.standIn(for: command, body)
  }

  /// Folds facts as if this device had just made them.
  public func given(_ facts: any Fact...) throws {
    for fact in facts { try perform { RecordOperation([fact], $0) } }
  }

  /// Merges facts from elsewhere, with their own timestamps, as one page.
  @discardableResult
  public func given(merged facts: [StampedFact]) throws -> Outcome<Int> {
    let merged = try driver.modules.readers.merging(try facts.map { try $0.record() })
    return try perform { MergeOperation(merged, $0) }
  }

  /// Merges a fact from elsewhere with its own timestamp.
  public func given(_ fact: any Fact, at stamp: HybridTimestamp) throws {
    try given(merged: [StampedFact(fact, stamp)])
  }

  /// Delivers a change of a module that is not under test.
  public func given(change: any Change) throws {
    driver.engine.deliver(change)
    try driver.settle()
    try rethrow()
  }

  // MARK: When

  /// Decides a command, folds the decision and returns the reply.
  @discardableResult
  public func when<C: Command>(_ command: C) throws -> C.Reply { try outcome(of: command).reply }

  /// Decides a command, folds the decision and returns the reply and the signals.
  public func outcome<C: Command>(of command: C) throws -> Outcome<C.Reply> {
    try perform { SendOperation(command, by: .owner, $0) }
  }

  /// Decides a command that was given earlier, as ``Core/Claim`` says, and returns the reply.
  @discardableResult
  public func when<C: Command>(_ command: C, claiming claim: Claim) throws -> C.Reply {
    let outcome: Outcome<C.Reply> = try perform {
      let operation = SendOperation(command, by: .owner, $0)
      operation.claim = claim
      return operation
    }
    return outcome.reply
  }

  /// Runs several queries and commands at once.
  public func run<Answer: Sendable>(
    _ body: @escaping (any SpaceScope) throws -> Answer
  ) throws -> Outcome<Answer> {
    try perform { RunOperation(by: .owner, body, $0) }
  }

  /// Only decides: the facts that the command would append.
  public func decide<C: Command>(_ command: C) throws -> [any Fact] {
    try driver.engine.decide(command, by: .owner).facts
  }

  public func ask<Q: Query>(_ query: Q) throws -> Q.Reply {
    try perform { AskOperation(query, by: .owner, $0) }
  }

  /// Wakes the modules that handle alarms, as the runtime does when the alarm `key` is due.
  public func wake(_ key: AlarmKey) throws {
    for module in driver.modules.wakeable {
      let at = alarms[key] ?? now
      let alarm = Alarm(space: driver.engine.id, module: module, key: key, at: at)
      try perform { WakeOperation(alarm, $0) }
    }
  }

  private func perform<Answer>(
    _ make: (@escaping (Result<Answer, any Error>) -> Void) -> EngineOperation
  ) throws -> Answer {
    let answer = try driver.perform(make)
    try rethrow()
    return answer
  }

  /// Fails the test with an error that a program would report and continue from.
  private func rethrow() throws {
    defer { failures = [] }
    if let failure = failures.first { throw failure }
  }

  // MARK: Then

  /// The alarms that are set.
  public var alarms: [AlarmKey: Instant] {
    Dictionary(journal.alarms.map { ($0.key, $0.at) }) { $1 }
  }

  /// The states of all modules as a snapshot holds them, concatenated.
  public var snapshot: [UInt8] { driver.engine.stateBytes }

  /// Replaces every state by the one read back from its own snapshot.
  public func reopenFromSnapshot() throws {
    try driver.keepSnapshot()
    driver.reopen()
    try driver.open()
    try rethrow()
  }

  /// Replaces every state by the one folded from the journal.
  public func replay() throws {
    driver.reopen()
    try driver.open()
    try rethrow()
  }
}
