import Core
import Engine
import EventDispatch
import Journals

/// Drives one engine synchronously, as the runtime does from the loop.
public final class EngineDriver {
  public private(set) var engine: SpaceEngine
  public let journal: any SynchronousJournal
  public let modules: ModuleSet
  public let environment: EngineEnvironment
  /// The number of facts read at a time.
  private let page: Int

  public init(
    space: SpaceID,
    modules: ModuleSet,
    environment: EngineEnvironment,
    journal: any SynchronousJournal = MemoryJournal(),
    page: Int = 2000
  ) {
    self.journal = journal
    self.modules = modules
    self.environment = environment
    self.page = page
    engine = SpaceEngine(id: space, modules: modules, environment: environment)
  }

  /// Does what the engine demands until it demands nothing.
  public func settle() throws {
    while true {
      switch engine.demand {
      case .nothing:
        guard engine.isRefreshDue else { return }
        try refresh()
      case .reading: try open()
      case .writing:
        guard let append = engine.takeBatch() else { continue }
        let results = try journal.append([append])
        for result in results { engine.settle(.success(result)) }
      }
    }
  }

  /// Reads the space from the journal.
  public func open() throws {
    let last = engine.beginOpening()
    if engine.mayReadOn { return try readOn() }
    engine.restore(
      from: try journal.snapshot(of: engine.id, set: modules.setID, upTo: last),
      amendments: try journal.amendments(of: engine.id)
    )
    try readOn()
  }

  /// Reads what others wrote to the journal.
  public func refresh() throws {
    if engine.beginRefreshing() { try readOn() }
  }

  private func readOn() throws {
    var hasMore = true
    while hasMore {
      let rows = try journal.read(engine.id, after: engine.folded, limit: page)
      hasMore = engine.read(try modules.readers.page(rows, device: environment.device))
    }
    engine.finishReading(try engine.mayLackAlarms ? journal.alarms(of: engine.id) : [])
  }

  /// Closes the open space; the next use reads it again.
  public func reopen() {
    let trace = engine.trace
    engine = SpaceEngine(id: engine.id, modules: modules, environment: environment)
    engine.trace = trace
  }

  /// Submits an operation to the engine and completes it.
  public func perform<Answer>(
    _ make: (@escaping (Result<Answer, any Error>) -> Void) -> EngineOperation
  ) throws -> Answer {
    var result: Result<Answer, any Error>?
    engine.submit(make { result = $0 })
    try settle()
    guard let result else { preconditionFailure("an operation was never answered") }
    return try result.get()
  }

  /// Like ``perform(_:)``, for a request that may decide.
  ///
  /// As a program's client does, it decides again if the first decision wrote nothing (refused, or
  /// no change needed) and another process had already changed the state.
  public func decide<Reply>(
    _ make: (@escaping (Result<Outcome<Reply>, any Error>) -> Void) -> EngineOperation
  ) throws -> Outcome<Reply> {
    var made: EngineOperation?
    do {
      let outcome: Outcome<Reply> = try perform { completion in
        let operation = make(completion)
        made = operation
        return operation
      }
      guard let known = outcome.unchangedAfter, try isOutdated(since: known) else { return outcome }
    } catch let refusal as DomainError {
      guard let known = made?.unchangedAfter, try isOutdated(since: known) else { throw refusal }
    }
    return try perform(make)
  }

  private func isOutdated(since known: Int) throws -> Bool {
    try refresh()
    return engine.folded > known
  }

  /// Stores a snapshot of the current state.
  public func keepSnapshot() throws {
    let made = engine.makeSnapshot()
    try journal.keep(
      Snapshot(space: engine.id, set: modules.setID, sequence: made.sequence, bytes: made.bytes)
    )
  }
}
