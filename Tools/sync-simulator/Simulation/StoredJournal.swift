import Core
import Dispatch
import Journals
import Locks

/// A journal in a file or a database, whose caller waits for each call.
final class StoredJournal: SimulatedJournal {
  private let place: any JournalPlace
  private let name: String
  private let journal: any SyncStore

  convenience init(in place: any JournalPlace) throws {
    try self.init(named: place.unused(), in: place)
  }

  private init(named name: String, in place: any JournalPlace) throws {
    (self.place, self.name) = (place, name)
    journal = try place.open(name)
  }

  func duplicate() throws -> any SimulatedJournal {
    let other = try place.unused()
    try place.copy(name, to: other)
    return try StoredJournal(named: other, in: place)
  }

  func reopened() throws -> any SimulatedJournal { try StoredJournal(named: name, in: place) }

  /// Waits for the journal's threads; the caller must not be a thread of the pool.
  private func wait<T: Sendable>(
    _ body: @escaping @Sendable (any SyncStore) async throws(JournalError) -> T
  ) throws(JournalError) -> T {
    let (result, done) = (SharedLocked<Result<T, JournalError>?>(nil), DispatchSemaphore(value: 0))
    Task { [journal] in
      let found: Result<T, JournalError>
      do throws(JournalError) { found = .success(try await body(journal)) } catch {
        found = .failure(error)
      }
      result.withLock { $0 = found }
      done.signal()
    }
    done.wait()
    guard let found = result.withLock({ $0 }) else { preconditionFailure("nothing was done") }
    return try found.get()
  }

  // MARK: Calls

  func append(_ batch: [AppendRequest]) throws(JournalError) -> [AppendResult] {
    try wait { journal throws(JournalError) in try await journal.append(batch) }
  }

  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) throws(JournalError) -> JournalPage {
    try wait { journal throws(JournalError) in
      try await journal.read(space, after: sequence, limit: limit)
    }
  }

  func amendments(of space: SpaceID) throws(JournalError) -> [Amendment.Row] {
    try wait { journal throws(JournalError) in try await journal.amendments(of: space) }
  }

  func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) throws(JournalError) -> Snapshot? {
    try wait { journal throws(JournalError) in
      try await journal.snapshot(of: space, set: set, upTo: last)
    }
  }

  func keep(_ snapshot: Snapshot) throws(JournalError) {
    try wait { journal throws(JournalError) in try await journal.keep(snapshot) }
  }

  func alarms(of space: SpaceID) throws(JournalError) -> Set<Alarm> {
    try wait { journal throws(JournalError) in try await journal.alarms(of: space) }
  }

  func known(_ facts: [FactID], in space: SpaceID) throws(JournalError) -> Set<FactID> {
    try wait { journal throws(JournalError) in try await journal.known(facts, in: space) }
  }

  func syncState(of space: SpaceID) throws(JournalError) -> [UInt8]? {
    try wait { journal throws(JournalError) in try await journal.syncState(of: space) }
  }

  func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry] {
    try wait { journal throws(JournalError) in
      try await journal.entries(in: space, after: position, limit: limit)
    }
  }

  func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry] {
    try wait { journal throws(JournalError) in
      try await journal.entries(in: space, of: author, after: number, limit: limit)
    }
  }

  func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) throws(JournalError) -> [FactID: SyncEntry] {
    try wait { journal throws(JournalError) in try await journal.entries(in: space, for: facts) }
  }

  func records(
    of facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> [FactID: FactRecord] {
    try wait { journal throws(JournalError) in try await journal.records(of: facts, in: space) }
  }

  func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) throws(JournalError) -> [EntityID: FactRecord] {
    try wait { journal throws(JournalError) in
      try await journal.erasures(of: entities, in: space)
    }
  }

  func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> [FactID: BootTime] {
    try wait { journal throws(JournalError) in try await journal.bootTimes(of: facts, in: space) }
  }

  func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) throws(JournalError) -> Set<HybridTimestamp> {
    try wait { journal throws(JournalError) in try await journal.taken(stamps, in: space) }
  }
}
