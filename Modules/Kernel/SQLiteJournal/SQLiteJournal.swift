import Core
import Journals
import Locks
import SQLite

/// The journal in a SQLite file: what it confirms is on the disk, and several processes may use
/// one file at once.
///
/// One thread of its own writes and others read beside it, so that nobody else waits for the disk.
/// Beside `path` there are `path-wal` and `path-shm` (SQLite's write-ahead log) and `path.lock`,
/// all for this user alone. Not for network file systems: they do not keep the locks.
public final class SQLiteJournal: Journal {
  /// Where the file is.
  public let path: String
  let writer: SharedLocked<Writer>
  private let writing = SerialThread()
  private let readers: [ReadingLane]
  let timeout: Int

  /// Opens the journal at `path`, and makes it and the folders above it when there is none.
  ///
  /// Blocks while it does.
  ///
  /// - Parameter timeout: milliseconds to wait for other programs that write.
  /// - Throws: ``JournalError`` with `tooNew` for a file of a newer version, `damaged` for a broken
  ///   file or one of another program; the file is left as it is then.
  public init(path: String, timeout: Int = 10_000) throws(JournalError) {
    self.path = path
    self.timeout = timeout
    writer = SharedLocked(try Writer(path: path, timeout: timeout))
    readers = (0..<2).map { _ in ReadingLane(path: path, timeout: timeout) }
  }

  deinit {
    writing.end()
    for reader in readers { reader.end() }
  }

  // MARK: Writing

  public func append(_ batch: [Append]) async throws(JournalError) -> [AppendResult] {
    try await write { writer throws(JournalError) in try writer.append(batch) }
  }

  public func keep(_ snapshot: Snapshot) async throws(JournalError) {
    try await write { writer throws(JournalError) in try writer.keep(snapshot) }
  }

  public func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm] {
    // Mostly nothing is due, and then nothing is written.
    let isAnyDue = try await read { reader throws(JournalError) in try reader.isDue(claim) }
    guard isAnyDue else { return [] }
    return try await write { writer throws(JournalError) in try writer.claim(claim) }
  }

  public func erase(_ space: SpaceID) async throws(JournalError) {
    try await write { writer throws(JournalError) in try writer.erase(space) }
  }

  /// The identity under which this copy of the file makes stamps; made at the first call.
  ///
  /// Two copies of one file must not share it: a copy on another computer makes its own.
  public func device() async throws(JournalError) -> DeviceID {
    try await write { writer throws(JournalError) in try writer.deviceID() }
  }

  /// Gives this copy a new identity.
  func mintDevice() throws(JournalError) {
    try writer.withLock { writer throws(JournalError) in try writer.mintDevice() }
  }

  /// Moves the write-ahead log into the file; false while a reader is in the way.
  @discardableResult
  public func checkpoint() async throws(JournalError) -> Bool {
    try await write { writer throws(JournalError) in try writer.emptyLog() }
  }

  private func write<T: Sendable>(
    _ body: @Sendable (Writer) throws(JournalError) -> T
  ) async throws(JournalError) -> T {
    try await writing.run { [self] () throws(JournalError) in
      try writer.withLock { writer throws(JournalError) in try body(writer) }
    }
  }

  // MARK: Reading

  public func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) async throws(JournalError) -> JournalPage {
    try await read { reader throws(JournalError) in
      try reader.read(space, after: sequence, limit: limit)
    }
  }

  public func known(
    _ facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> Set<FactID> {
    try await read { reader throws(JournalError) in try reader.known(facts, in: space) }
  }

  public func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int = .max
  ) async throws(JournalError) -> Snapshot? {
    try await read { reader throws(JournalError) in
      try reader.snapshot(of: space, set: set, upTo: last)
    }
  }

  public func nextAlarm(of modules: Set<String>) async throws(JournalError) -> Instant? {
    try await read { reader throws(JournalError) in try reader.nextAlarm(of: modules) }
  }

  public func spaces() async throws(JournalError) -> [SpaceID] {
    try await read { reader throws(JournalError) in try reader.spaces() }
  }

  /// Compares every table with its indexes; empty when all is in order.
  ///
  /// ``verify(_:)`` looks at what is written, this at how it is stored. Reads the whole file.
  public func findings() async throws(JournalError) -> [String] {
    // It takes long, so nobody else shall have to wait behind it.
    let lane = ReadingLane(path: path, timeout: timeout)
    defer { lane.end() }
    return try await lane.read { reader throws(JournalError) in try reader.findings() }
  }

  /// Reads on the thread that has least to do; of equals on the first, so that mostly there is one.
  private func read<T: Sendable>(
    _ body: @Sendable (Reader) throws(JournalError) -> T
  ) async throws(JournalError) -> T {
    var lane = readers[0]
    for other in readers where other.load < lane.load { lane = other }
    return try await lane.read(body)
  }

  // MARK: What others write

  public func heads() async throws(JournalError) -> AsyncStream<SpaceHead> {
    try await HeadWatch.stream(of: self)
  }

  /// Notes how things stand when a listener begins.
  func beginTelling(_ told: SharedLocked<KnownHeads>) async throws(JournalError) {
    try await write { writer throws(JournalError) in
      try told.withLock { told throws(JournalError) in try writer.beginTelling(&told) }
    }
  }

  /// Tells a listener of the heads that others have moved since it was told last.
  ///
  /// On the writing thread, so that the looks that overlap tell one after the other.
  func tellNews(
    since told: SharedLocked<KnownHeads>,
    to listener: AsyncStream<SpaceHead>.Continuation
  ) async throws(JournalError) {
    try await write { writer throws(JournalError) in
      let news = try told.withLock { told throws(JournalError) in try writer.news(since: &told) }
      for head in news { listener.yield(head) }
    }
  }
}

/// A thread that reads, with a connection of its own that is opened at its first use.
private final class ReadingLane: Sendable {
  private let thread = SerialThread()
  private let reader = SharedLocked<Reader?>(nil)
  private let path: String
  private let timeout: Int

  init(path: String, timeout: Int) {
    self.path = path
    self.timeout = timeout
  }

  var load: Int { thread.load }

  func end() { thread.end() }

  func read<T: Sendable>(
    _ body: @Sendable (Reader) throws(JournalError) -> T
  ) async throws(JournalError) -> T {
    try await thread.run { [self] () throws(JournalError) in
      try reader.withLock { open throws(JournalError) in
        if let open { return try body(open) }
        let made = try Reader(path: path, timeout: timeout)
        open = made
        return try body(made)
      }
    }
  }
}
