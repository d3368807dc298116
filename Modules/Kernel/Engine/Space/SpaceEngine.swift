import Core
import Journals

/// One user's space as a deterministic, synchronous state machine.
///
/// The engine knows no loop, task, thread, clock or disk. Its inputs are requests, facts from
/// elsewhere, due alarms and the journal's results; its outputs are facts to append
/// (``takeBatch()``), replies and events once they are on disk, and alarms to set. The driver
/// checks ``demand`` after each call and does what it requires: the runtime on the loop, the test
/// kit and simulations by hand.
///
/// Belongs to the same isolation as its ``ModuleSet``.
public final class SpaceEngine {
  public let id: SpaceID
  let modules: ModuleSet
  let environment: EngineEnvironment

  // The state, and how far it is folded.
  var boxes: [any StateBoxing] = []
  /// The sequence number of the last fact that is folded, on disk or not.
  public internal(set) var folded = 0
  var clock = HybridClock()
  /// When the order that is being carried out was given, if it arrived later.
  var claim: Claim?
  /// How many facts the commands of the running operation may still add; nil for any number.
  var room: FactRoom?
  /// The latest timestamp of an order that arrived later.
  var lastClaimed = HybridTime(rawValue: 0)

  // Work.
  public internal(set) var phase = Phase.closed
  /// The operations that wait, in order, for the space to be read or for the current operation.
  var waiting: [EngineOperation] = []
  /// Whether a request is running, or replies and events are being delivered.
  ///
  /// Operations that are submitted in the meantime, including those by receivers of these events,
  /// run after all of it.
  var isBusy = false
  /// What is decided and folded, but not given to the journal yet.
  var open = Batch()
  /// What the journal is writing now.
  var inFlight: Batch?
  /// The number of batches given to the journal.
  var batchesTaken = 0
  /// The value of `batchesTaken` at the last unhandled notification that other programs wrote.
  var refreshRequestedAt: Int?

  // What is being folded.
  /// Why facts are being folded, which decides what is published about them.
  public internal(set) var origin = FactOrigin.live
  /// When and where the fact that is being folded was made.
  var current = HybridTimestamp.zero
  /// The module whose fold is running, which owns the alarms that it sets.
  var folding: LoadedModule?
  /// The pending reactions of modules to what happened.
  var reactions: [PlannedReaction] = []
  /// The signals given during the command that is being executed; nil outside of a command.
  var gathered: [any Signal]?
  /// Whether all commands of the running operation left everything unchanged; nil if it sent none.
  var leftUnchanged: Bool?
  /// Whether facts from elsewhere were merged that modules have not summarized yet.
  var hasMerged = false
  /// The calendar according to the state, until a fold may have changed it.
  var knownCalendar: LocalCalendar?
  /// The environment's `calendarChanges` when the calendar was last queried.
  var calendarChanges = 0

  // Amendments.
  /// The verdicts that change how facts are folded.
  var amendments: [FactID: SyncVerdict] = [:]
  /// The last row among those from which the verdicts were taken before the space was read.
  var amendedThrough = 0
  /// The fact that the previous row amended; it must come next unless it has already been folded.
  var amendedNext: FactID?
  /// Whether a folded fact was amended, so that the state has to be folded again.
  var mustFoldAnew = false

  // Alarms of the past.
  /// The alarms that modules set for facts of the past, or of other processes.
  ///
  /// Those that the journal lacks are given to it with the next batch, or as a batch.
  var pastAlarms = Batch()
  /// Whether the journal has failed to keep the alarms of the past on their own.
  var isKeepingPastAlarmsRefused = false
  /// Whether the journal has the alarms of the past up to a snapshot, or up to what was read
  /// before.
  var arePastAlarmsKept = false

  /// Whether the state is the journal's up to ``folded``, though the space is closed.
  ///
  /// It is after a conflict of a batch that had alarms alone. Only what follows is read then: of a
  /// space that is read anew, facts that an erasure has left empty change nothing any more, so
  /// observers would not learn what it removed.
  public internal(set) var mayReadOn = false

  // Snapshots and weight.
  /// The number of facts folded since a snapshot was kept; a large fact counts as several.
  var sinceSnapshot = 0
  /// The size in bytes of the newest known snapshot.
  var snapshotBytes = 0
  /// The size in bytes of the payloads folded on top of it.
  var payloadBytes = 0
  /// Whether a fact was skipped that its module should be able to read.
  ///
  /// No snapshot is made then: a later version of the module, which can read it, has to find it.
  var isPartial = false
  /// The sequence number last published to observers; nil until the space is first opened.
  var announced: Int?

  typealias Reaction = (RequestContext, SpaceEngine) throws -> Decision

  /// Completes operations whose results are on disk; a driver may do so on another thread.
  public var complete: ([EngineOperation]) -> Void = { operations in
    for operation in operations { operation.complete() }
  }

  /// Called with every event as it is published, before it is on disk; for tests and traces.
  public var trace: ((any Event, HybridTimestamp) -> Void)?

  public enum Phase: Sendable {
    /// The state is unknown; operations wait.
    case closed
    /// The journal is being read.
    case reading
    case ready
  }

  /// What the driver must do next.
  public enum Demand: Sendable, Equatable {
    case nothing
    /// Read the journal: see ``beginOpening()``.
    case reading
    /// Write what ``takeBatch()`` returns, or let it complete the waiting replies.
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

  /// Whether no operation waits and no work is in progress.
  public var isIdle: Bool {
    phase != .reading && inFlight == nil && !hasWork && waiting.isEmpty
  }

  /// Whether something must be given to the journal, or a reply waits only for its turn.
  var hasWork: Bool { !open.isEmpty || (pastAlarms.hasRows && !isKeepingPastAlarmsRefused) }

  /// Whether a position was ever published to observers, who then rely on further notifications.
  public var wasOpened: Bool { announced != nil }

  /// The sequence number of the last fact that is both folded and on disk.
  public var head: Int { folded - open.facts.count - (inFlight?.facts.count ?? 0) }

  /// The position on disk, and the latest time known.
  var position: SpacePosition {
    let now = HybridTime(milliseconds: environment.clock.now().milliseconds)
    return SpacePosition(sequence: head, clock: max(clock.last, now))
  }

  /// The approximate memory use of the space in bytes.
  ///
  /// The sum of the newest snapshot's size, the payloads folded on top of it, and a fixed amount
  /// for the engine itself, so that a space without a snapshot counts too.
  public var weight: Int { 4096 + snapshotBytes + payloadBytes }

  /// Submits a request, which is completed once what it saw and decided is on disk.
  public func submit(_ operation: EngineOperation) {
    guard phase == .ready, !isBusy else { return waiting.append(operation) }
    isBusy = true
    run(operation)
    isBusy = false
    if !waiting.isEmpty { runWaiting() }
  }

  /// Runs the waiting operations in order, including those submitted meanwhile.
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
    claim = operation.claim
    room = operation.room
    leftUnchanged = nil
    let before = folded
    operation.run(in: self)
    operation.unchangedAfter = folded == before ? folded : nil
    claim = nil
    room = nil
    guard dependsOnNothing else { return open.operations.append(operation) }
    let news = open.outbox
    open.outbox = []
    operation.complete()
    for publish in news { publish() }
  }

  /// Whether all that a request saw and decided is on disk, so that it is completed at once.
  ///
  /// Alarms of the past change no answer, so queries neither wait for them nor fail with them.
  private var dependsOnNothing: Bool {
    guard open.isEmpty else { return false }
    return inFlight.map { $0.facts.isEmpty && $0.operations.isEmpty } ?? true
  }

  /// Returns a module's state.
  ///
  /// `index` is the position at which that module's own registration stored a state of exactly this
  /// type.
  func box<State: ModuleState>(_ index: Int, of type: State.Type) -> StateBox<State> {
    unsafeDowncast(boxes[index], to: StateBox<State>.self)
  }
}
