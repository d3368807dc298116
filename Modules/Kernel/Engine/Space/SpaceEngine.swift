import Core
import Journals

/// One person's world as a deterministic, synchronous state machine.
///
/// It knows no loop, task, thread, clock or disk. It is given requests, facts from elsewhere, due
/// alarms and the journal's answers; it gives back facts to append (``takeBatch()``), replies and
/// events once they are on disk, and alarms to set. Whoever drives it looks at ``demand`` after each
/// call and does what it asks for: the runtime from the loop, the test kit and simulations by hand.
///
/// Belongs to one isolation, as its ``ModuleSet`` does.
public final class SpaceEngine {
  public let id: SpaceID
  let modules: ModuleSet
  let environment: EngineEnvironment

  // The state, and how far it is folded.
  var boxes: [any StateBoxing] = []
  /// The sequence number of the last fact that is folded, whether or not it is on disk.
  public internal(set) var folded = 0
  var clock = HybridClock()

  // Work.
  public internal(set) var phase = Phase.closed
  /// What waits, in order, for the space to be read, or for what is being answered right now.
  var waiting: [EngineOperation] = []
  /// Whether a request is being run, or replies and news are being given: what is submitted
  /// meanwhile, by whoever hears of these, comes after all of it.
  var isBusy = false
  /// Decided and folded, but not yet given to the journal.
  var open = Batch()
  /// What the journal is writing now.
  var inFlight: Batch?
  /// How many batches were given to the journal.
  var batchesTaken = 0
  /// How many they were when there was a sign, not looked into yet, that other programs wrote.
  var refreshRequestedAt: Int?

  // What is being folded.
  /// Why facts are being folded, which decides what is said of them outside.
  public internal(set) var origin = FactOrigin.live
  /// When and where the fact was made that is being folded.
  var current = HybridTimestamp.zero
  /// The module whose fold is running, which owns the alarms that are set.
  var folding: LoadedModule?
  /// What modules want to decide because of what happened.
  var reactions: [(module: LoadedModule, decide: Reaction)] = []
  /// What was said during the order that is being carried out; nil while there is none.
  var gathered: [any Signal]?
  /// The calendar as the state has it, until a fold may have changed it.
  var knownCalendar: LocalCalendar?
  /// How often the environment's own calendar had changed when that was asked.
  var calendarChanges = 0

  // Alarms of the past.
  /// What modules set that see the past for the first time; given to the journal with the next batch,
  /// or as one.
  var pastAlarms = Batch()
  /// Whether the journal has what the past asks for, so that reading it again asks for nothing.
  var arePastAlarmsKept = false

  // Snapshots and weight.
  /// Facts folded since a snapshot was kept.
  var sinceSnapshot = 0
  /// Bytes of the newest snapshot that is known.
  var snapshotBytes = 0
  /// Bytes of the payloads that were folded on top of it.
  var payloadBytes = 0
  /// How far the world outside was told the space to be; nil until it was opened once.
  var announced: Int?

  typealias Reaction = (RequestContext, SpaceEngine) throws -> Decision

  /// Told of every event as it is said, before it is on disk; for tests and traces.
  public var trace: ((any Event, HybridTimestamp) -> Void)?

  public enum Phase: Sendable {
    /// The state is unknown; whatever comes in waits.
    case closed
    /// The journal is being read.
    case reading
    case ready
  }

  /// What a driver has to do next.
  public enum Demand: Sendable, Equatable {
    case nothing
    /// Read the journal: see ``beginOpening()``.
    case reading
    /// Write what ``takeBatch()`` gives, or have waiting replies released by it.
    case writing
  }

  public init(id: SpaceID, modules: ModuleSet, environment: EngineEnvironment) {
    self.id = id
    self.modules = modules
    self.environment = environment
  }

  public var demand: Demand {
    switch phase {
    case .closed: waiting.isEmpty && refreshRequestedAt == nil ? .nothing : .reading
    case .reading: .nothing
    case .ready: inFlight == nil && hasWork ? .writing : .nothing
    }
  }

  /// Whether nothing waits and nothing is under way.
  public var isIdle: Bool {
    phase != .reading && inFlight == nil && !hasWork && waiting.isEmpty
  }

  /// Whether something is to be given to the journal, or waits for nothing but its turn.
  var hasWork: Bool { !open.isEmpty || pastAlarms.hasRows }

  /// Whether the world outside was ever told how far the space is, and so relies on being told on.
  public var wasOpened: Bool { announced != nil }

  /// The sequence number of the last fact that is both folded and on disk.
  public var head: Int { folded - open.facts.count - (inFlight?.facts.count ?? 0) }

  /// About how many bytes of memory the space takes.
  ///
  /// The newest snapshot's size, the payloads folded on top of it, and a fixed part for the engine
  /// itself, so that a space without any snapshot weighs something too.
  public var weight: Int { 4096 + snapshotBytes + payloadBytes }

  /// Takes a request in; it is answered once what it saw and decided is on disk.
  public func submit(_ operation: EngineOperation) {
    guard phase == .ready, !isBusy else { return waiting.append(operation) }
    isBusy = true
    run(operation)
    isBusy = false
    if !waiting.isEmpty { runWaiting() }
  }

  /// Runs what waits, in order, and what is submitted meanwhile behind it.
  func runWaiting() {
    guard phase == .ready, !isBusy else { return }
    isBusy = true
    while !waiting.isEmpty {
      let due = waiting
      waiting = []
      for operation in due { run(operation) }
    }
    isBusy = false
  }

  private func run(_ operation: EngineOperation) {
    operation.run(in: self)
    guard dependsOnNothing else { return open.operations.append(operation) }
    let news = open.outbox
    open.outbox = []
    operation.complete()
    for tell in news { tell() }
  }

  /// Whether all that a request saw and decided is on disk, so that it is answered at once.
  ///
  /// Alarms of the past change no answer: a question need not wait for them, nor fail with them.
  private var dependsOnNothing: Bool {
    guard open.isEmpty else { return false }
    return inFlight.map { $0.facts.isEmpty && $0.operations.isEmpty } ?? true
  }

  /// A module's state.
  ///
  /// `index` is the place at which that module's own registration put a state of exactly this type.
  func box<State: ModuleState>(_ index: Int, of type: State.Type) -> StateBox<State> {
    unsafeDowncast(boxes[index], to: StateBox<State>.self)
  }
}
