import Core
import HTTPServing
import Locks
import PostgreSQLJournal
import ServerStorage
import Web

/// The responses to requests that are sent twice, in a database that several nodes use.
///
/// Times are those of the database, so that a node with a wrong clock misleads nobody.
final class SharedResponseStore: ResponseStore {
  private static let schema = StoreSchema(
    content: "answers to repeated requests",
    namespace: "answers",
    // "Trla" in ASCII, though there are no such files.
    applicationID: 0x5472_6C61,
    // Status 0 marks a command without a response yet.
    migrations: [
      """
      CREATE TABLE answers(
        space BLOB NOT NULL,
        name BLOB NOT NULL,
        sender BLOB NOT NULL,
        request BLOB NOT NULL,
        node BLOB NOT NULL,
        status INTEGER NOT NULL,
        body BLOB NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY(space, name)) STRICT, WITHOUT ROWID;
      CREATE INDEX answers_sender ON answers(space, sender, at);
      CREATE INDEX answers_at ON answers(at);
      """
    ]
  )
  /// Milliseconds after which a node that is there and has not answered counts as dead.
  ///
  /// A request waits for a database that fails over, and for nothing longer.
  static let lease: Int64 = 60_000
  /// Milliseconds that a node is given before another one carries out what it has begun, although it
  /// may only be slow: of two attempts, the journal records one.
  static let patience: Int64 = 1000
  /// The number of commands after which those that are too old are removed.
  private static let sweep = 4096

  private struct Work {
    var running: Set<CommandName> = []
    var begun = 0
  }

  private let tables: StoreTables<StoreFailure>
  /// Names this process in the rows of the commands that it runs.
  private let node: [UInt8]
  private let patience: Int64
  private let work = Locked(Work())

  /// Opens the responses in a database, and creates the tables if they do not exist.
  ///
  /// Blocks the caller.
  ///
  /// - Parameter patience: see ``patience``.
  init(
    _ settings: PostgreSQLSettings,
    patience: Int64 = SharedResponseStore.patience,
    random: RandomBytes = { RandomToken.bytes($0) }
  ) throws(StoreFailure) {
    var own = settings
    own.readers = 1
    // A command is written to the log after its key. If it survives a crash of the database, then so
    // does the key, without waiting for the disk twice.
    own.waitsForDisk = false
    node = random(16)
    self.patience = patience
    own.presence = SharedResponseStore.presence(of: node)
    tables = try StoreTables(.postgreSQL(own), SharedResponseStore.schema, patience: 0)
  }

  func begin(_ command: SealedCommand, keeping most: Int) async throws -> KnownCommand? {
    await tidy(command, most)
    do {
      // One thread runs these, so another request of this node with the same key sees what runs.
      return try await tables.write { [self] database in
        guard try !database.note(command, by: node) else {
          work.withLock { work in _ = work.running.insert(CommandName(command)) }
          return nil
        }
        let found = try database.find(command)
        if found?.node != node { interrupt(command) }
        let state = try state(of: found, in: database)
        if let found, try takes(over: found, state, command, in: database) { return nil }
        return KnownCommand(request: found?.request ?? command.request, state: state)
      }
    } catch {
      interrupt(command)
      throw error
    }
  }

  /// Whether this node carries out from now on what another one has begun, or an attempt of its own
  /// whose end nobody knows.
  private func takes(
    over found: FoundCommand,
    _ state: KnownCommand.State,
    _ command: SealedCommand,
    in database: any StoreConnection
  ) throws -> Bool {
    guard command.isRecorded, found.request == command.request, found.response == nil,
      state == .interrupted || found.node != node && found.age >= patience,
      try database.hand(found, to: node)
    else { return false }
    work.withLock { work in _ = work.running.insert(found.name) }
    return true
  }

  func response(to command: SealedCommand) async throws -> StoredResponse? {
    try await tables.read { try $0.find(command)?.response }
  }

  func finish(_ command: SealedCommand, _ response: StoredResponse) async throws {
    defer { interrupt(command) }
    try await tables.write { database in
      try database.run(
        "UPDATE answers SET status = ?, body = ? WHERE space = ? AND name = ? AND status = 0",
        .integer(response.status),
        .blob(response.body),
        .id(command.place),
        .blob(command.name)
      )
    }
  }

  func forget(_ command: SealedCommand) async throws {
    defer { interrupt(command) }
    try await tables.write { database in
      try database.run(
        "DELETE FROM answers WHERE space = ? AND name = ? AND node = ? AND status = 0",
        .id(command.place),
        .blob(command.name),
        .blob(node)
      )
    }
  }

  /// Removes the commands for a space that is erased: nobody can read them, but they tell when there
  /// were some.
  func erase(_ space: SpaceID) async throws {
    try await tables.write { try $0.run("DELETE FROM answers WHERE space = ?", .id(space)) }
  }

  func interrupt(_ command: SealedCommand) {
    work.withLock { work in _ = work.running.remove(CommandName(command)) }
  }

  /// The number by which a node's connections show that it is there.
  fileprivate static func presence(of node: [UInt8]) -> Int64 {
    node.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }

  private func state(
    of found: FoundCommand?,
    in database: any StoreConnection
  ) throws -> KnownCommand.State {
    guard let found else { return .running }
    if let response = found.response { return .completed(response) }
    // A node that died has no connection; one that stalls has.
    let isRunning =
      try found.node == node
      ? work.withLock { $0.running.contains(found.name) }
      : found.age < SharedResponseStore.lease && database.isThere(found.node)
    return isRunning ? .running : .interrupted
  }

  /// Now and then removes the oldest commands of a sender, and those of everybody that are too old.
  ///
  /// What cannot be removed now is removed later.
  private func tidy(_ command: SealedCommand, _ most: Int) async {
    let begun = work.withLock { work in
      work.begun += 1
      return work.begun
    }
    if begun % SharedResponseStore.sweep == 1 { _ = try? await tables.write { try $0.dropOld() } }
    guard begun % min(max(most / 16, 1), 64) == 0 else { return }
    _ = try? await tables.write { try $0.drop(of: command, beyond: most - 1) }
  }
}

/// What names a command among those of all spaces.
private struct CommandName: Hashable, Sendable {
  let space: SpaceID
  let name: [UInt8]

  init(_ command: SealedCommand) { (space, name) = (command.place, command.name) }
}

/// The row of a command that was sent before.
private struct FoundCommand: Sendable {
  let name: CommandName
  let request: [UInt8]
  let node: [UInt8]
  /// Milliseconds since it began.
  let age: Int64
  let response: StoredResponse?
}

extension SealedCommand {
  /// The space under which it is stored; at a server every request is for one.
  fileprivate var place: SpaceID { space ?? SpaceID(rawValue: 0) }
}

extension StoreConnection {
  /// Records that a node runs a command, unless another one of its name is there that is not too
  /// old.
  ///
  /// - Returns: whether it did.
  fileprivate func note(_ command: SealedCommand, by node: [UInt8]) throws -> Bool {
    let changed = try run(
      """
      INSERT INTO answers(space, name, sender, request, node, status, body, at)
      VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, \(now))
      ON CONFLICT(space, name) DO UPDATE SET sender = excluded.sender,
        request = excluded.request, node = excluded.node, status = 0, body = excluded.body,
        at = excluded.at
      WHERE answers.at < excluded.at - ?7
      """,
      .id(command.place),
      .blob(command.name),
      .blob(command.sender),
      .blob(command.request),
      .blob(node),
      .blob([]),
      .integer(SealedCommand.kept)
    )
    return changed > 0
  }

  /// Whether a node has a connection to this database.
  ///
  /// The server ends the connections of a process that died at once, but not those of one that
  /// stalls. Source of the lock's form: the documentation of PostgreSQL's `pg_locks`.
  fileprivate func isThere(_ node: [UInt8]) throws -> Bool {
    try first(
      """
      SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND ((classid::bigint << 32) | objid::bigint) = ?
      """,
      .integer(Int(SharedResponseStore.presence(of: node)))
    ) { $0.int(0) > 0 } ?? false
  }

  fileprivate func find(_ command: SealedCommand) throws -> FoundCommand? {
    try first(
      """
      SELECT request, node, \(now) - at, status, body FROM answers WHERE space = ? AND name = ?
      """,
      .id(command.place),
      .blob(command.name)
    ) { row in
      FoundCommand(
        name: CommandName(command),
        request: row.blob(0),
        node: row.blob(1),
        age: row.int64(2),
        response: row.int(3) == 0 ? nil : StoredResponse(status: row.int(3), body: row.blob(4))
      )
    }
  }

  /// Notes that a node carries out a command that another one has begun, unless a third one does.
  fileprivate func hand(_ found: FoundCommand, to node: [UInt8]) throws -> Bool {
    let changed = try run(
      """
      UPDATE answers SET node = ?1, at = \(now)
      WHERE space = ?2 AND name = ?3 AND node = ?4 AND status = 0
      """,
      .blob(node),
      .id(found.name.space),
      .blob(found.name.name),
      .blob(found.node)
    )
    return changed > 0
  }

  /// Removes all but the newest commands of a sender.
  fileprivate func drop(of command: SealedCommand, beyond most: Int) throws {
    try run(
      """
      DELETE FROM answers WHERE space = ?1 AND name IN (SELECT name FROM answers
        WHERE space = ?1 AND sender = ?2 ORDER BY at DESC, name OFFSET ?3)
      """,
      .id(command.place),
      .blob(command.sender),
      .integer(most)
    )
  }

  fileprivate func dropOld() throws {
    try run("DELETE FROM answers WHERE at < \(now) - ?", .integer(SealedCommand.kept))
  }
}

private let now = DatabaseTime.now
