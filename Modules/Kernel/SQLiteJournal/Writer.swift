import Core
import FileSystem
import Glibc
import Journals
import SQLite

/// The connection that writes, with its lock and its checkpoints, for one thread at a time.
final class Writer {
  let path: String
  let database: Database
  let lock: FileLock
  private let identity: FileIdentity
  private let timeout: Int
  private let begin: Statement
  private let commit: Statement
  private var appending: FactWriter?
  /// The heads that this connection has written since a listener began to follow other writers.
  var ownHeads: [SpaceID: Int]?
  /// The last entry of this connection, until it is kept beside the file.
  private var unkeptHead: KeptHead?
  private var nextKeeping = Writer.seconds() + keepingInterval
  private var nextCheckpoint = checkpointPages
  private var mustScrub: Bool
  private var mustPack: Bool

  /// The number of pages in the write-ahead log that are worth a checkpoint.
  ///
  /// As many as SQLite keeps of the log's file (`journal_size_limit`). Where many spaces grow, the
  /// log has their last pages again and again, and a checkpoint moves each of them once.
  private static let checkpointPages = 4000
  /// The number of pages worth a checkpoint at the end of a process, so that the next opens fast.
  private static let closingPages = 200
  /// The seconds after which a short log is moved into the file too.
  private static let day = 86_400
  /// The number of pages from which a checkpoint waits for readers, so that the log stops growing.
  private static let patiencePages = 16_000
  /// The least number of seconds between two writes of ``KeptHead``; it is also written at the end.
  private static let keepingInterval = 1

  /// Opens the file, or creates it if there is none, while no other process writes.
  ///
  /// - Parameters:
  ///   - timeout: milliseconds to wait for others whenever something is written.
  ///   - patience: milliseconds to wait for them now.
  init(path: String, timeout: Int, patience: Int) throws(JournalError) {
    try Files.makeFolder(of: path)
    let lock = try FileLock(path: path + ".lock", timeout: timeout)
    try lock.acquire(patience: patience)
    defer { lock.release() }
    if let log = StrandedLog(beside: path) { throw log.error }
    let kept = KeptHead(beside: path)
    if let kept, DiskSpace.size(of: path) == 0 { throw kept.missing(from: path) }
    try Files.createPrivate(path)
    let opened = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      try Database(path: path, mode: .readWrite, busyTimeout: timeout)
    }
    let version = try Schema.identify(opened, path)
    if let kept, version == 0 { throw kept.missing(from: path) }
    (begin, commit, mustScrub, mustPack) = try ErrorTranslation.translated(path) {
      () throws(SQLiteError) in
      try Schema.makeDurable(opened)
      try Schema.migrate(opened, from: version)
      let scrub = try opened.integer("SELECT count(*) FROM meta WHERE name = 'scrub'") ?? 0
      return (
        try opened.prepare("BEGIN IMMEDIATE"), try opened.prepare("COMMIT"), scrub > 0,
        try Schema.mustPack(opened)
      )
    }
    try kept?.require(in: opened, of: path)
    identity = try FileIdentity(path)
    database = opened
    self.path = path
    self.lock = lock
    self.timeout = timeout
    if mustPack, pack() { _ = moveLog(.truncate, patience: 100) }
    if mustScrub { scrub(patience: 100) }
  }

  deinit {
    let movesLog = database.logPages > 0 && isCheckpointWorthwhile
    guard movesLog || unkeptHead != nil, lock.tryAcquire() else { return }
    defer { lock.release() }
    guard identity.isStill(at: path) else { return }
    // Emptied too, unless somebody reads: the next process to open the file reads a whole log, even
    // one that was moved.
    if movesLog { _ = moveLog(.truncate, patience: 0) }
    keepHead()
  }

  /// Whether to move the log into the file at the end of the process.
  ///
  /// A long log slows down the next start. A short one is moved once a day, since a file that lacks
  /// weeks of changes is easily copied without its log.
  private var isCheckpointWorthwhile: Bool {
    database.logPages >= Self.closingPages || Files.age(of: path).map { $0 > Self.day } ?? false
  }

  // MARK: Transactions

  /// Runs `body` as one durable transaction while no other process writes.
  func write<T>(_ body: () throws(SQLiteError) -> T) throws(JournalError) -> T {
    try lock.acquire()
    defer { lock.release() }
    guard identity.isStill(at: path) else { throw ErrorTranslation.replaced(path) }
    let value = try ErrorTranslation.translated(path) { () throws(SQLiteError) in try transact(body)
    }
    if mustScrub { scrub(patience: 1000) }
    keepHeadIfDue()
    return value
  }

  private func transact<T>(_ body: () throws(SQLiteError) -> T) throws(SQLiteError) -> T {
    do {
      try begin.run()
      let value = try body()
      try commit.run()
      return value
    } catch {
      database.rollback()
      appending?.forget()
      throw error
    }
  }

  /// Appends a batch in one transaction.
  func append(_ batch: [AppendRequest]) throws(JournalError) -> [AppendResult] {
    let results = try write { () throws(SQLiteError) in try addAll(batch) }
    if ownHeads != nil { noteOwnHeads(batch, results) }
    return results
  }

  /// Adds what a batch adds, within a transaction.
  ///
  /// Hardly ever is something not as new as its request expects. All that was added is then undone,
  /// and added again without that request.
  private func addAll(_ batch: [AppendRequest]) throws(SQLiteError) -> [AppendResult] {
    let facts = try factWriter()
    var stale: Set<Int> = []
    while true {
      let known = stale.count
      // Spaces that have a part of such a request until it is undone: what follows there would look
      // like damage.
      var torn: Set<SpaceID> = []
      var results: [AppendResult] = []
      results.reserveCapacity(batch.count)
      for (index, append) in batch.enumerated() {
        results.append(.conflict(head: append.after))
        guard !stale.contains(index), !torn.contains(append.space) else { continue }
        if let result = try facts.append(append) {
          results[index] = result
        } else {
          stale.insert(index)
          torn.insert(append.space)
        }
      }
      if stale.count == known {
        if facts.takeErasure() { try markForScrubbing() }
        return results
      }
      database.rollback()
      facts.forget()
      try begin.run()
    }
  }

  private func noteOwnHeads(_ batch: [AppendRequest], _ results: [AppendResult]) {
    for (append, result) in zip(batch, results) {
      if case .appended(let head) = result { ownHeads?[append.space] = head }
    }
  }

  private func factWriter() throws(SQLiteError) -> FactWriter {
    if let appending { return appending }
    let made = try FactWriter(database)
    appending = made
    return made
  }

  /// The identity of this copy of the file on this computer.
  func deviceID() throws(JournalError) -> DeviceID {
    let kept = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      try DeviceIdentity(database).kept()
    }
    if let kept { return kept }
    return try write { () throws(SQLiteError) in try DeviceIdentity(database).current() }
  }

  func renewDeviceID() throws(JournalError) {
    _ = try write { () throws(SQLiteError) in try DeviceIdentity(database).mint() }
  }

  // MARK: The last entry

  /// Keeps the last entry beside the file, but seldom, so that a busy writer hardly slows down.
  private func keepHeadIfDue() {
    if let entry = appending?.takeLastEntry() { unkeptHead = entry }
    guard unkeptHead != nil, Writer.seconds() >= nextKeeping else { return }
    keepHead()
  }

  /// The caller holds the lock.
  private func keepHead() {
    guard let entry = unkeptHead else { return }
    unkeptHead = nil
    nextKeeping = Writer.seconds() + Self.keepingInterval
    let device = try? DeviceIdentity(database).stored()
    let head = KeptHead(
      space: entry.space,
      sequence: entry.sequence,
      chain: entry.chain,
      device: device
    )
    // Another program may have erased the space since: its absence would look like a loss.
    guard (try? head.hasSpace(in: database)) != false else { return }
    head.keep(beside: path)
  }

  /// Forgets the last entry, in a transaction that removes entries on purpose.
  func forgetHead() {
    KeptHead.forget(beside: path)
    unkeptHead = nil
  }

  /// Seconds of a clock that cannot be set.
  private static func seconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec
  }

  // MARK: The write-ahead log

  /// Marks, in the transaction that erases, that the log must be emptied.
  ///
  /// Only then is the erased data gone from the disk; the mark survives a crash in between.
  func markForScrubbing() throws(SQLiteError) {
    try database.execute("INSERT OR REPLACE INTO meta VALUES ('scrub', x'01')")
    mustScrub = true
  }

  /// Whether the log is long enough to be moved into the file (``moveLogIfLong()``).
  var isLogLong: Bool { database.logPages >= nextCheckpoint }

  /// Moves the log into the file if it is long.
  ///
  /// Committed data is safe in the log, so nobody has to wait for this. If it fails, it is tried
  /// again once the log is longer.
  func moveLogIfLong() throws(JournalError) {
    try lock.acquire()
    defer { lock.release() }
    guard isLogLong, identity.isStill(at: path) else { return }
    let pages = database.logPages
    let isEmpty =
      pages < Self.patiencePages
      ? moveLog(.passive, patience: 0)
      : moveLog(.truncate, patience: 100)
    nextCheckpoint = isEmpty ? Self.checkpointPages : pages + Self.checkpointPages
  }

  private func scrub(patience: Int) {
    // Free pages may contain what was erased since.
    guard !mustPack || pack(), moveLog(.truncate, patience: patience) else { return }
    mustScrub = (try? database.execute("DELETE FROM meta WHERE name = 'scrub'")) == nil
  }

  /// Makes a file that was migrated as small as it can be.
  ///
  /// It needs space on the disk; without it, the next program that opens the file tries again.
  private func pack() -> Bool {
    mustPack = (try? Schema.pack(database)) == nil
    return !mustPack
  }

  private func moveLog(_ kind: Database.Checkpoint, patience: Int) -> Bool {
    database.setBusyTimeout(patience)
    defer { database.setBusyTimeout(timeout) }
    return (try? database.checkpoint(kind)) ?? false
  }

  /// Moves the whole log into the file and empties it, unless a reader prevents it.
  func emptyLog() throws(JournalError) -> Bool {
    try lock.hold { () throws(JournalError) in moveLog(.truncate, patience: timeout) }
  }
}
