import Core
import Journals
import Locks
import PostgreSQL

/// A journal in a PostgreSQL database, shared by the nodes of a server.
///
/// What it confirms is on the disk of the database, and of its synchronous standbys if it has some.
/// Two threads write, others read beside them, and one more talks to other nodes; each has its own
/// connection, so that no other thread waits for the network. While one of the writing threads waits
/// for the database, the other one prepares the next transaction.
///
/// Lost connections are made again. A call that meets one throws an error with the code
/// `unavailable`, or `unconfirmed` if the end of its transaction had been sent; the next call works
/// as soon as a server is there.
public final class PostgreSQLJournal: Journal {
  private let writers: [WritingLane]
  private let readers: [Lane<Link>]
  private let watch: HeadWatch
  private let channel: String

  /// Opens the journal, and creates the tables that are missing.
  ///
  /// Blocks the caller. With a database that only reads, such as a standby, the journal can be read
  /// if its tables are up to date.
  ///
  /// - Throws: ``JournalError`` with `tooNew` for tables that only a later version knows;
  ///   `unavailable` if the database cannot be reached or does not let this program in.
  public init(_ settings: PostgreSQLSettings) throws(JournalError) {
    let link = Link(settings, program: "trellis writer")
    let level = try link.use { connection throws(PostgreSQLError) in
      try Migrator(connection).run()
    }
    guard level <= Schema.level else { throw ErrorTranslation.tooNew(level) }
    let channel = try link.use { connection throws(PostgreSQLError) in
      try connection.run(CrossSpaceStatements.channel.alone).text(0, 0)
    }
    self.channel = channel
    watch = HeadWatch(settings, channel: channel)
    let groups = GroupWriter(watch)
    var writers = [WritingLane(lane: Lane(link), groups: groups)]
    while writers.count < settings.writers {
      let lane = Lane(Link(settings, program: "trellis writer"))
      writers.append(WritingLane(lane: lane, groups: groups))
    }
    self.writers = writers
    readers = (0..<max(settings.readers, 1)).map { _ in
      Lane(Link(settings, program: "trellis reader"))
    }
  }

  deinit {
    watch.end()
    for writer in writers { writer.lane.end() }
    for reader in readers { reader.end() }
  }

  // MARK: Writing

  public func append(_ batch: [AppendRequest]) async throws(JournalError) -> [AppendResult] {
    if batch.isEmpty { return [] }
    let writer = writers.leastBusy(\.load)
    return try await writer.appends.append(batch, on: writer.lane.thread) {
      requests,
      isAgain throws(AppendFailure) in
      try writer.lane.runNow { link throws(AppendFailure) in
        try writer.groups.write(requests, over: link, isAgain: isAgain)
      }
    }
  }

  /// The number of appends that wait for the transaction before them to end.
  var waitingAppends: Int { writers.reduce(0) { $0 + $1.appends.count } }

  public func keep(_ snapshot: Snapshot) async throws(JournalError) {
    try await write { writer throws(PostgreSQLError) in try writer.keep(snapshot) }
  }

  public func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm] {
    let isAnyDue = try await look { reader throws(PostgreSQLError) in try reader.isDue(claim) }
    guard isAnyDue else { return [] }
    return try await write { writer throws(PostgreSQLError) in try writer.claim(claim) }
  }

  /// Removes a whole space: facts, snapshots and alarms.
  ///
  /// Its bytes leave the files of the database when these are vacuumed, and its log and backups
  /// when they are removed.
  public func erase(_ space: SpaceID) async throws(JournalError) {
    try await write { writer throws(PostgreSQLError) in try writer.erase(space) }
  }

  /// Reserves the journal for this program; false if a node is working with it.
  ///
  /// A node shares a lock while it listens to others, and without that lock it does not start. The
  /// reservation ends with the writing connection of this journal. Writing through this journal makes
  /// it a node too.
  public func reserve() async throws(JournalError) -> Bool {
    try await writers[0].lane.run { [channel] link throws(JournalError) in
      try link.use { connection throws(PostgreSQLError) in
        try connection.run(CrossSpaceStatements.reserve(channel)).bool(0, 0)
      }
    }
  }

  private func write<T: Sendable>(
    _ body: @Sendable (Writer) throws(PostgreSQLError) -> T
  ) async throws(JournalError) -> T {
    try await writers.leastBusy(\.load).lane.run { link throws(JournalError) in
      try link.commit { connection throws(PostgreSQLError) in try body(Writer(connection)) }
    }
  }

  // MARK: Reading

  public func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) async throws(JournalError) -> JournalPage {
    let page = try await look { reader throws(PostgreSQLError) in
      try reader.read(space, after: sequence, limit: limit)
    }
    watch.noteRead(SpaceHead(space: space, sequence: page.head))
    return page
  }

  public func amendments(of space: SpaceID) async throws(JournalError) -> [Amendment.Row] {
    let rows = try await look { reader throws(PostgreSQLError) in try reader.amendments(of: space) }
    return try Amendment.rows(in: rows)
  }

  public func known(
    _ facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> Set<FactID> {
    try await look { reader throws(PostgreSQLError) in try reader.known(facts, in: space) }
  }

  public func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int = .max
  ) async throws(JournalError) -> Snapshot? {
    try await look { reader throws(PostgreSQLError) in
      try reader.snapshot(of: space, set: set, upTo: last)
    }
  }

  public func nextAlarm(of modules: Set<String>) async throws(JournalError) -> Instant? {
    try await look { reader throws(PostgreSQLError) in try reader.nextAlarm(of: modules) }
  }

  public func spaces() async throws(JournalError) -> [SpaceID] {
    try await look { reader throws(PostgreSQLError) in try reader.spaces() }
  }

  /// Reads on the least busy thread.
  func look<T: Sendable>(
    _ body: @Sendable (Reader) throws(PostgreSQLError) -> T
  ) async throws(JournalError) -> T {
    try await readers.leastBusy().run { link throws(JournalError) in
      try link.use { connection throws(PostgreSQLError) in try body(Reader(connection)) }
    }
  }

  // MARK: Writes of others

  /// A stream of spaces that other nodes wrote to, with their new heads.
  ///
  /// Lost messages are recovered by polling the heads of the spaces that were read or written through
  /// this journal since somebody listens.
  public func heads() async throws(JournalError) -> AsyncStream<SpaceHead> {
    try await watch.stream(for: self)
  }
}

/// A thread that writes, and the appends that wait for it.
private struct WritingLane: Sendable {
  let lane: Lane<Link>
  let groups: GroupWriter
  let appends = AppendQueue()

  /// The number of calls that run or wait, and of appends that wait.
  ///
  /// All appends that wait are one call: without their number, each would wait for the first thread.
  var load: Int { lane.load + appends.count }
}
