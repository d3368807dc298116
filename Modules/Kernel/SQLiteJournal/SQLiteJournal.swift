import Core
import Journals
import SQLite

/// The journal in a SQLite file: what it confirms is on the disk, and several processes may use
/// one file at once.
///
/// Beside `path` there are `path-wal` and `path-shm` (SQLite's write-ahead log) and `path.lock`,
/// all for this user alone. Not for network file systems: they do not keep the locks.
public final class SQLiteJournal: Journal {
  /// Where the file is.
  public let path: String
  private let writer: Guarded<Writer>
  private let reader: Guarded<Reader>
  let timeout: Int

  /// Opens the journal at `path`, and makes it and the folders above it when there is none.
  ///
  /// - Parameter timeout: milliseconds to wait for other programs that write.
  /// - Throws: ``JournalError`` with `tooNew` for a file of a newer version, `damaged` for a broken
  ///   file or one of another program; the file is left as it is then.
  public init(path: String, timeout: Int = 10_000) throws(JournalError) {
    self.path = path
    self.timeout = timeout
    writer = Guarded(try Writer(path: path, timeout: timeout))
    reader = Guarded(try Reader(path: path, timeout: timeout))
  }

  public func append(_ batch: [Append]) throws(JournalError) -> [AppendResult] {
    try writer.withLock { writer throws(JournalError) in try writer.append(batch) }
  }

  public func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) throws(JournalError) -> JournalPage {
    try reader.withLock { reader throws(JournalError) in
      try reader.read(space, after: sequence, limit: limit)
    }
  }

  public func known(
    _ facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> Set<FactID> {
    try reader.withLock { reader throws(JournalError) in try reader.known(facts, in: space) }
  }

  public func snapshot(of space: SpaceID, set: UInt64) throws(JournalError) -> Snapshot? {
    try reader.withLock { reader throws(JournalError) in
      try reader.snapshot(of: space, set: set)
    }
  }

  public func keep(_ snapshot: Snapshot) throws(JournalError) {
    try writer.withLock { writer throws(JournalError) in try writer.keep(snapshot) }
  }

  public func alarms(dueAt now: Instant, limit: Int) throws(JournalError) -> [Alarm] {
    try reader.withLock { reader throws(JournalError) in
      try reader.alarms(dueAt: now, limit: limit)
    }
  }

  public func nextAlarm() throws(JournalError) -> Instant? {
    try reader.withLock { reader throws(JournalError) in try reader.nextAlarm() }
  }

  public func device() throws(JournalError) -> DeviceID {
    try writer.withLock { writer throws(JournalError) in try writer.deviceID() }
  }

  public func spaces() throws(JournalError) -> [SpaceID] {
    try reader.withLock { reader throws(JournalError) in try reader.spaces() }
  }

  public func erase(_ space: SpaceID) throws(JournalError) {
    try writer.withLock { writer throws(JournalError) in try writer.erase(space) }
  }

  /// Gives this copy a new identity.
  func mintDevice() throws(JournalError) {
    try writer.withLock { writer throws(JournalError) in try writer.mintDevice() }
  }

  /// Compares every table with its indexes; empty when all is in order.
  ///
  /// ``verify(_:)`` looks at what is written, this at how it is stored. Reads the whole file.
  public func findings() throws(JournalError) -> [String] {
    try reader.withLock { reader throws(JournalError) in try reader.findings() }
  }

  /// Moves the write-ahead log into the file; false while a reader is in the way.
  @discardableResult
  public func checkpoint() throws(JournalError) -> Bool {
    try writer.withLock { writer throws(JournalError) in try writer.emptyLog() }
  }
}
