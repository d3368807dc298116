import Core
import Journals
import PostgreSQL

/// Appends requests to any number of spaces in one transaction of two round trips.
///
/// The first one locks the heads of the spaces and reads what the requests depend on; everything is
/// decided then, and the second one writes and commits.
struct AppendTransaction {
  private let requests: [AppendRequest]
  /// Whether it waits for locks no longer than others hold them usually.
  private let waitsShortly: Bool
  /// The spaces in the order in which all nodes lock them, so that they do not wait in a circle.
  private let spaces: [SpaceID]
  /// Whether the end of the transaction was sent: without an answer it may have taken effect.
  private(set) var isSent = false

  init(_ requests: [AppendRequest], waitsShortly: Bool) {
    self.requests = requests
    self.waitsShortly = waitsShortly
    spaces = Set(requests.map(\.space)).sorted()
  }

  /// - Parameter willCommit: receives the heads that the spaces will have.
  mutating func run(
    on connection: Connection,
    willCommit: ([SpaceHead]) -> Void
  ) throws(PostgreSQLError) -> [AppendResult] {
    var drafts = try begin(on: connection)
    var results: [AppendResult] = []
    results.reserveCapacity(requests.count)
    for request in requests {
      // Each request's space is one of those that were read.
      results.append(drafts[request.space]?.append(request) ?? .conflict(head: 0))
    }
    let changed = spaces.compactMap { drafts[$0] }.filter(\.isChanged)
    willCommit(changed.filter(\.hasMoved).map { SpaceHead(space: $0.space, sequence: $0.head) })
    let writes = changed.flatMap { $0.writes }
    isSent = !writes.isEmpty
    _ = try connection.run(writes + [AppendStatements.commit.alone])
    return results
  }

  /// Locks the spaces, and reads what the requests depend on.
  private func begin(
    on connection: Connection
  ) throws(PostgreSQLError) -> [SpaceID: SpaceDraft] {
    let needs = Dictionary(grouping: requests, by: \.space).mapValues(AppendNeeds.init)
    var queries = [AppendStatements.begin.alone]
    if waitsShortly { queries.append(AppendStatements.waitShortly.alone) }
    let start = queries.count
    for space in spaces {
      queries.append(AppendStatements.lock.with { $0.add(space.rawValue) })
      // A statement of its own: one that waited for the lock would see the space as it was before.
      queries.append(
        AppendStatements.look.with {
          $0.add(space.rawValue)
          $0.add(needs[space]?.facts ?? [])
          $0.add(needs[space]?.entities ?? [])
        }
      )
    }
    let looked = spaces.filter { needs[$0]?.stamps.isEmpty == false }
    for space in looked {
      queries.append(EntryStatements.taken(needs[space]?.stamps ?? [], space))
    }
    let commands = commands
    for command in commands {
      queries.append(
        AppendStatements.findAttempt.with {
          $0.add(command.space.rawValue)
          $0.add(command.name)
        }
      )
    }
    let answers = try connection.run(queries)
    var drafts: [SpaceID: SpaceDraft] = [:]
    for (index, space) in spaces.enumerated() {
      drafts[space] = try SpaceDraft(
        space,
        locked: answers[start + 2 * index],
        found: answers[start + 1 + 2 * index]
      )
    }
    let rest = answers[(start + 2 * spaces.count)...]
    for (space, found) in zip(looked, rest) {
      drafts[space]?.know(taken: try EntryStatements.taken(found))
    }
    for (command, found) in zip(commands, rest.dropFirst(looked.count)) where !found.isEmpty {
      drafts[command.space]?.know(found.bytes(0, 0), at: command.name)
    }
    return drafts
  }

  /// The commands of which it matters whether another attempt is recorded.
  private var commands: [(space: SpaceID, name: [UInt8])] {
    requests.flatMap { request in request.tickets.map { (request.space, $0.name) } }
  }
}

/// What has to be read of a space before something is appended to it.
private struct AppendNeeds {
  /// The facts of which it matters whether they are in the space.
  let facts: [UInt128]
  /// The entities of which it matters whether they are erased.
  let entities: [UInt128]
  /// The timestamps of which it matters whether facts count with them.
  let stamps: [HybridTimestamp]

  init(_ requests: [AppendRequest]) {
    var facts: Set<UInt128> = []
    var entities: Set<UInt128> = []
    for fact in requests.lazy.flatMap(\.facts) {
      facts.insert(fact.id.rawValue)
      if let entity = fact.entity { entities.insert(entity.rawValue) }
      if let amended = fact.amended { facts.insert(amended.rawValue) }
    }
    self.facts = Array(facts)
    self.entities = Array(entities)
    stamps = Array(Set(requests.lazy.filter(\.expectsNew).flatMap(\.counted)))
  }
}

extension FactRecord {
  /// The fact that this one amends; nil for other kinds, and for one that cannot be read.
  var amended: FactID? {
    guard kind == Amendment.kind else { return nil }
    return try? Amendment.read(self)?.fact
  }
}

/// The statements of an append.
enum AppendStatements {
  static let begin = Statement("append begin", "BEGIN ISOLATION LEVEL READ COMMITTED")
  static let commit = Statement("append commit", "COMMIT")

  /// Milliseconds: other nodes hold a lock for two trips to the server and a wait for its disk.
  static let waitShortly = Statement("append wait shortly", "SET LOCAL lock_timeout = 50")

  static let lock = Statement(
    "append lock",
    [.uuid],
    "SELECT head, head_hash, last_change FROM spaces WHERE space = $1 FOR UPDATE"
  )

  static let look = Statement(
    "append look",
    [.uuid, .uuids, .uuids],
    """
    SELECT
      (SELECT chain_hash FROM facts
        WHERE space = $1 AND seq = (SELECT head FROM spaces WHERE space = $1)),
      (SELECT state FROM sync_states WHERE space = $1),
      ARRAY(SELECT wanted FROM unnest($2) AS wanted
        WHERE (SELECT true FROM facts WHERE space = $1 AND id = wanted)),
      ARRAY(SELECT wanted FROM unnest($3) AS wanted
        WHERE (SELECT true FROM erased WHERE space = $1 AND entity = wanted))
    """
  )

  static let findAttempt = Statement(
    "append find attempt",
    [.uuid, .bytea],
    "SELECT attempt FROM commands WHERE space = $1 AND name = $2"
  )

  /// Records an attempt, and removes those that nobody repeats any more.
  static let recordAttempt = Statement(
    "append record attempt",
    [.uuid, .bytea, .bytea],
    """
    WITH old AS (DELETE FROM commands WHERE space = $1 AND at < \(DatabaseTime.now) - \(attemptsKept))
    INSERT INTO commands (space, name, attempt, at) VALUES ($1, $2, $3, \(DatabaseTime.now))
    """
  )
  /// Milliseconds; longer than anybody keeps the answer to a command (`SealedCommand.kept`).
  private static let attemptsKept = 10 * 86_400_000

  static let newSpace = Statement(
    "append new space",
    [.uuid, .bigint, .bytea, .bigint],
    "INSERT INTO spaces (space, head, head_hash, last_change) VALUES ($1, $2, $3, $4)"
  )

  static let moveHead = Statement(
    "append move head",
    [.uuid, .bigint, .bytea, .bigint],
    "UPDATE spaces SET head = $2, head_hash = $3, last_change = $4 WHERE space = $1"
  )

  static let fact = Statement(
    "append fact",
    [
      .uuid, .bigint, .uuid, .bigint, .bigint, .bytea, .bigint, .uuid, .bytea, .bytea, .bytea,
      .boolean, .boolean,
    ],
    """
    INSERT INTO facts (space, seq, id, clock, device, kind, version, entity, payload,
      payload_hash, chain_hash, erases, amends)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    """
  )

  static let markErased = Statement(
    "append mark erased",
    [.uuid, .uuid],
    "INSERT INTO erased (space, entity) VALUES ($1, $2) ON CONFLICT DO NOTHING"
  )

  /// The entity has no index: erasing is rare, and the index would slow down every append.
  static let blank = Statement(
    "append blank",
    [.uuid, .uuid],
    """
    UPDATE facts SET payload = NULL
    WHERE space = $1 AND entity = $2 AND NOT erases AND payload IS NOT NULL
    """
  )

  static let dropSnapshots = Statement(
    "append drop snapshots",
    [.uuid],
    "DELETE FROM snapshots WHERE space = $1"
  )

  static let setAlarm = Statement(
    "append set alarm",
    [.uuid, .bytea, .bytea, .bigint],
    """
    INSERT INTO alarms (space, module, key, at, due) VALUES ($1, $2, $3, $4, $4)
    ON CONFLICT (space, module, key) DO UPDATE SET at = excluded.at, due = excluded.due
    """
  )

  /// An alarm that ended is deleted only if it is still set for the instant at which it was due.
  static let dropAlarm = Statement(
    "append drop alarm",
    [.uuid, .bytea, .bytea, .bigint],
    """
    DELETE FROM alarms
    WHERE space = $1 AND module = $2 AND key = $3 AND ($4 IS NULL OR at = $4)
    """
  )
}
