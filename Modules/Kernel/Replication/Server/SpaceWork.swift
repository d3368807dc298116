import Core
import Engine
import Journals
import Sync

/// What a server does with a space for one request, while nothing else in this process works on it.
///
/// An object instead of values that its functions pass on: with async functions that take and
/// return several large values, Swift 6.3 continued at address 0.
final class SpaceWork {
  let space: SpaceID
  let journal: any SyncStore
  let configuration: ServerReplicator.Configuration
  let now: Instant
  private let replicator: ServerReplicator

  /// What the request has to know.
  let question: SyncQuestion
  /// What was stored about that before the request.
  private(set) var standing: SyncStanding
  /// What is stored of the space.
  var known: KnownSpace
  /// The last row of its journal.
  private(set) var head: Int
  /// The number of rows that were added.
  private(set) var added = 0

  /// Whether nothing was read: that what is known still holds is checked when something is stored.
  private let isUnread: Bool

  /// Another process has written to the space: what was decided no longer holds.
  struct Conflict: Error {}

  /// Reads the state of a space and the answer to `question` at once; a new space gets its epoch.
  ///
  /// Nothing is read for a push that continues what this process stored last.
  init(
    _ space: SpaceID,
    for question: SyncQuestion,
    of replicator: ServerReplicator
  ) async throws {
    self.space = space
    self.question = question
    self.replicator = replicator
    configuration = replicator.configuration
    journal = configuration.journal
    now = configuration.clock.now()
    let cached = replicator.cache[space]
    isUnread = cached.map { question.isContinuation(of: $0.state) } ?? false
    if let cached, isUnread {
      standing = SyncStanding()
      (head, known) = (cached.state.scanned, cached)
      return
    }
    let rest = cached.map { question.without($0.state) } ?? question
    standing = try await journal.standing(of: space, for: rest)
    if let cached, cached.bytes != standing.state {
      standing = try await journal.standing(of: space, for: question)
    }
    head = standing.head
    guard let stored = standing.state else {
      let state = ServerState(epoch: .random())
      known = KnownSpace(bytes: state.bytes, state: state)
      try await begin()
      return
    }
    if let cached, cached.bytes == stored {
      known = cached
    } else {
      known = KnownSpace(bytes: stored, state: try ServerState(stored))
    }
  }

  private func begin() async throws {
    let change = SyncChange(state: known.bytes)
    let request = AppendRequest(space: space, after: head, facts: [], sync: [change])
    guard case .appended = try await journal.append([request]).first else { throw Conflict() }
  }

  /// - Throws: ``Conflict`` if nothing was read, so that what is known may be outdated.
  func requireRead() throws {
    if isUnread { throw Conflict() }
  }

  /// The state machine, for the space as it is now.
  func machine(
    refusing refusal: @escaping @Sendable (FactRecord, Instant) -> String? = { _, _ in nil }
  ) -> SyncServer {
    SyncServer(state: known.state, node: configuration.node, refusal: refusal)
  }

  /// A lookup of timestamps that knows those in the question.
  func lookup() -> StampLookup {
    StampLookup(self, asked: question.stamps, taken: standing.taken)
  }

  // MARK: Storing

  /// Stores what was decided, unless somebody has written since.
  func keep(_ storage: SyncStorage, by machine: SyncServer) async throws {
    var machine = machine
    var storage = storage.without(try await held(storage.facts.map(\.id)))
    let rows = try await rows(of: storage)
    storage = machine.examined(storage, rows: rows.count, after: head)
    try await reportErasures(of: storage)
    var change = storage.page.change
    change.replaces = known.bytes
    change.expectsNew = isUnread
    let request = AppendRequest(space: space, after: head, facts: rows, sync: [change])
    guard case .appended(let end) = try await journal.append([request]).first else {
      throw Conflict()
    }
    head = end
    added += rows.count
    known.note(storage, machine.state)
    keepKnown()
    replicator.publish(known.state.head.position, in: space)
  }

  /// The facts, among these, that the space has.
  private func held(_ facts: [FactID]) async throws -> Set<FactID> {
    // What was stored since is not among them: a request stores its facts only once.
    let asked = question.facts
    if facts == asked || Set(asked).isSuperset(of: facts) { return standing.known }
    return try await journal.known(facts, in: space)
  }

  /// Keeps what is known of the space in memory.
  func keepKnown() { replicator.cache[space] = known }

  /// The rows to store, including the amendments.
  private func rows(of storage: SyncStorage) async throws -> [FactRecord] {
    // Nothing was known before about a fact that is new.
    var amended: [FactID: SyncVerdict] = [:]
    if !storage.page.decided.isEmpty {
      amended = Amendment.verdicts(of: try await journal.amendments(of: space))
    }
    return try storage.page.rows(of: storage.facts, amended: { amended[$0] }).map { row in
      switch row {
      case .fact(let index): return storage.facts[index]
      case .amendment(let amendment): return try replicator.record(of: amendment, now)
      }
    }
  }

  private func reportErasures(of storage: SyncStorage) async throws {
    let erased = storage.facts.filter(\.erases).map {
      ErasedFact(fact: $0, verdict: storage.page.verdicts[$0.id], received: now)
    }
    try await report(erased)
  }

  private func report(_ erased: [ErasedFact]) async throws {
    if !erased.isEmpty { try await configuration.willErase(space, erased) }
  }

  // MARK: What is made here

  /// The number of rows that are numbered at once.
  private static let rows = 500

  /// Numbers what was made on the server.
  ///
  /// - Parameter received: for facts that were restored, when they were first received.
  func numberOwn(received: [FactID: Instant] = [:]) async throws {
    guard head > known.state.scanned else { return }
    while head > known.state.scanned {
      let scanned = try await scan(received)
      let lookup = StampLookup(self)
      var machine = machine()
      var storage: SyncStorage?
      repeat {
        machine = self.machine()
        storage = machine.number(scanned, now: now, isTaken: lookup.asking())
      } while try await lookup.learn()
      guard let storage else { break }
      let own = scanned.filter { $0.entry == nil }.map(\.fact)
      // They are already in the journal; until they are numbered, each request reports them once
      // more.
      let erased = own.filter(\.erases)
      try await report(erased.map { ErasedFact(fact: $0, verdict: nil, received: now) })
      try await keep(storage, by: machine)
      known.note(own)
      keepKnown()
    }
    standing = try await journal.standing(of: space, for: question)
    guard standing.head == head, standing.state == known.bytes else { throw Conflict() }
  }

  private func scan(_ received: [FactID: Instant]) async throws -> [ScannedRow] {
    let page = try await journal.read(space, after: known.state.scanned, limit: SpaceWork.rows)
    let entries = try await journal.entries(in: space, for: page.rows.map(\.fact.id))
    let amended = Amendment.verdicts(of: try await journal.amendments(of: space))
    return page.rows.map { row in
      ScannedRow(
        sequence: row.sequence,
        fact: row.fact,
        entry: entries[row.fact.id],
        amended: amended[row.fact.id],
        received: received[row.fact.id]
      )
    }
  }
}

extension KnownSpace {
  /// Takes into account what was stored.
  fileprivate mutating func note(_ storage: SyncStorage, _ state: ServerState) {
    bytes = storage.page.change.state
    self.state = state
    note(storage.facts)
  }

  /// Takes into account what was added.
  fileprivate mutating func note(_ facts: [FactRecord]) {
    if facts.contains(where: \.erases) { usage = nil }
    for fact in facts { usage?.add(fact) }
  }
}

extension SyncEpoch {
  /// A random epoch.
  static func random() -> SyncEpoch { SyncEpoch(rawValue: .random(in: 1 ... .max >> 1)) }
}
