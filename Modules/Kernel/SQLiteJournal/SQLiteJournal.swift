import Core
import FileSystem
import Journals
import Locks
import SQLite

/// A journal in a SQLite file, durable and shared by several processes.
///
/// What it confirms is on disk. One thread writes and others read concurrently, so that no other
/// thread waits for the disk. Beside `path` there are `path-wal` and `path-shm` (SQLite's
/// write-ahead log) and `path.lock`, all accessible to this user only. Not for network file
/// systems, which do not support the locks.
public final class SQLiteJournal: Journal {
  /// The path of the file.
  public let path: String
  /// The connection that writes, or why there is none.
  private let writer: Locked<Result<Writer, JournalError>>
  private let writing = SerialThread()
  private let appends = AppendQueue()
  private let readers: [ReadingLane]
  let timeout: Int
  /// Milliseconds to wait for other writers before a journal is opened only to be read.
  private static let brief = 300

  /// Opens the journal at `path`, and creates it and the folders above it if there is none.
  ///
  /// Blocks the caller. A journal that may not be written, or whose disk is full, is opened for
  /// reading only: writing then throws. If another program writes to the journal for long, it is
  /// also opened for reading: the first call that writes waits for that program.
  ///
  /// - Parameter timeout: milliseconds to wait for other programs that write.
  /// - Throws: ``JournalError`` with `tooNew` for a file of a newer version, `damaged` for a broken
  ///   file or one of another program; the file is unchanged then.
  public init(path: String, timeout: Int = 10_000) throws(JournalError) {
    self.path = path
    self.timeout = timeout
    writer = Locked(try SQLiteJournal.openWriter(path, timeout))
    readers = (0..<2).map { _ in ReadingLane(path: path, timeout: timeout) }
  }

  /// - Throws: ``JournalError`` unless the journal can at least be read.
  private static func openWriter(
    _ path: String,
    _ timeout: Int
  ) throws(JournalError) -> Result<Writer, JournalError> {
    let patience = DiskSpace.size(of: path) > 0 ? min(timeout, brief) : timeout
    do throws(JournalError) {
      return .success(try Writer(path: path, timeout: timeout, patience: patience))
    } catch {
      guard [.readOnly, .full, .busy].contains(error.code), DiskSpace.size(of: path) > 0 else {
        throw error
      }
      if try Reader.isCurrent(path) { return .failure(error) }
      guard error.code == .busy else { throw error }
      // The program that holds the lock is making or migrating the journal.
      return .success(try Writer(path: path, timeout: timeout, patience: timeout))
    }
  }

  deinit {
    writing.end()
    for reader in readers { reader.end() }
  }

  // MARK: Writing

  /// Whether something is written, or waits for another program that writes.
  var isWriting: Bool { writing.load > 0 }

  /// The number of appends that wait for the transaction before them to end.
  var waitingAppends: Int { appends.count }

  public func append(_ batch: [AppendRequest]) async throws(JournalError) -> [AppendResult] {
    if batch.isEmpty { return [] }
    return try await appends.append(batch, on: writing) {
      [self] requests, _ throws(AppendFailure) in
      try store(requests)
    }
  }

  public func keep(_ snapshot: Snapshot) async throws(JournalError) {
    try await write { writer throws(JournalError) in try writer.keep(snapshot) }
  }

  public func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm] {
    // Usually nothing is due, and then nothing is written.
    let isAnyDue = try await read { reader throws(JournalError) in try reader.isDue(claim) }
    guard isAnyDue else { return [] }
    return try await write { writer throws(JournalError) in try writer.claim(claim) }
  }

  public func erase(_ space: SpaceID) async throws(JournalError) {
    try await write { writer throws(JournalError) in try writer.erase(space) }
  }

  /// The identity under which this copy of the file makes timestamps; made at the first call.
  ///
  /// Two copies of one file must not share it: a copy on another computer makes its own.
  ///
  /// If the journal has no identity and cannot be written, it is one for this process alone.
  public func device() async throws(JournalError) -> DeviceID {
    let obstacle = obstacle
    if obstacle != nil {
      let kept = try await read { reader throws(JournalError) in try reader.device() }
      if let kept { return kept }
    }
    if let obstacle, obstacle != .busy {
      var generator = SystemRandomNumberGenerator()
      return .random(using: &generator)
    }
    return try await write { writer throws(JournalError) in try writer.deviceID() }
  }

  /// Why nothing can be written at present; nil if something can.
  private var obstacle: JournalError.Code? {
    writer.withLock { if case .failure(let error) = $0 { error.code } else { nil } }
  }

  /// Gives this copy another identity, since somebody else uses its own after a copy or a restore.
  public func renewDevice() async throws(JournalError) -> DeviceID {
    try await write { writer throws(JournalError) in
      try writer.renewDeviceID()
      return try writer.deviceID()
    }
  }

  /// Gives this copy a new identity.
  func renewDeviceID() throws(JournalError) {
    try withWriter { writer throws(JournalError) in try writer.renewDeviceID() }
  }

  private func withWriter<T: Sendable>(
    _ body: (Writer) throws(JournalError) -> T
  ) throws(JournalError) -> T {
    try writer.withLock { writer throws(JournalError) in
      if case .failure(let error) = writer, error.code == .busy {
        writer = .success(try Writer(path: path, timeout: timeout, patience: timeout))
      }
      return try body(try writer.get())
    }
  }

  /// Moves the write-ahead log into the file; false if a reader prevents it.
  @discardableResult
  public func checkpoint() async throws(JournalError) -> Bool {
    try await write { writer throws(JournalError) in try writer.emptyLog() }
  }

  private func write<T: Sendable>(
    _ body: @Sendable (Writer) throws(JournalError) -> T
  ) async throws(JournalError) -> T {
    try await writing.run { [self] () throws(JournalError) in try writeNow(body) }
  }

  private func writeNow<T: Sendable>(
    _ body: (Writer) throws(JournalError) -> T
  ) throws(JournalError) -> T {
    try withWriter { writer throws(JournalError) in
      defer { if writer.isLogLong { moveLogLater() } }
      return try body(writer)
    }
  }

  private func store(_ requests: [AppendRequest]) throws(AppendFailure) -> [AppendResult] {
    do throws(JournalError) {
      return try writeNow { writer throws(JournalError) in try writer.append(requests) }
    } catch {
      throw AppendFailure(error, isOfOneAppend: [.damaged, .unavailable].contains(error.code))
    }
  }

  /// Moves a long log into the file, without making those wait whose writes are on disk already.
  private func moveLogLater() {
    Task {
      try await writing.run { [self] () throws(JournalError) in
        try withWriter { writer throws(JournalError) in try writer.moveLogIfLong() }
      }
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

  public func amendments(of space: SpaceID) async throws(JournalError) -> [Amendment.Row] {
    try await read { reader throws(JournalError) in try reader.amendments(of: space) }
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

  /// Compares every table with its indexes; empty if everything is in order.
  ///
  /// ``verify(_:)`` checks the contents, and this checks the storage. It reads the whole file.
  public func findings() async throws(JournalError) -> [String] {
    // It takes long, so other reads must not wait behind it.
    let lane = ReadingLane(path: path, timeout: timeout)
    defer { lane.end() }
    return try await lane.read { reader throws(JournalError) in try reader.findings() }
  }

  /// Reads on the least busy thread; of equally busy ones the first, so that usually one is used.
  func read<T: Sendable>(
    _ body: @Sendable (Reader) throws(JournalError) -> T
  ) async throws(JournalError) -> T {
    var lane = readers[0]
    for other in readers where other.load < lane.load { lane = other }
    return try await lane.read(body)
  }

  // MARK: Writes of others

  public func heads() async throws(JournalError) -> AsyncStream<SpaceHead> {
    try await HeadWatch.stream(of: self)
  }

  /// Records the current heads when a listener starts.
  func beginReporting(_ reported: SharedLocked<KnownHeads>) async throws(JournalError) {
    try await write { writer throws(JournalError) in
      try reported.withLock { heads throws(JournalError) in try writer.beginReporting(&heads) }
    }
  }

  /// Reports to a listener the heads that others have moved since the last report.
  ///
  /// Runs on the writing thread, so that overlapping checks report one after the other.
  func reportNewHeads(
    since reported: SharedLocked<KnownHeads>,
    to listener: AsyncStream<SpaceHead>.Continuation
  ) async throws(JournalError) {
    try await write { writer throws(JournalError) in
      let news = try reported.withLock { heads throws(JournalError) in
        try writer.news(since: &heads)
      }
      for head in news { listener.yield(head) }
    }
  }
}

/// A thread that reads, with its own connection that is opened at the first use.
private final class ReadingLane: Sendable {
  private let thread = SerialThread()
  private let reader = Locked<Reader?>(nil)
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
