import Core
import Glibc
import Journals
import SQLite

/// Examines a journal that may be damaged, and makes a new one of what can be read.
public enum JournalDoctor {
  /// The condition of a journal.
  public enum Condition: Sendable, Equatable {
    /// There is no journal.
    case absent
    /// Everything is in order.
    case sound(facts: Int)
    /// Something is wrong; the descriptions are for the user.
    case damaged([String])
  }

  /// What was done to mend a journal.
  public struct Report: Sendable, Equatable {
    /// The number of facts in the new journal.
    public let kept: Int
    /// What could not be taken over, by row.
    public let lost: [String]
    /// Where the damaged journal is kept; nil if there was only its log.
    public let aside: String?
  }

  /// Examines the journal at `path`; a sound one is at most migrated.
  ///
  /// - Parameter isReadable: whether the program can read a fact.
  /// - Throws: ``JournalError`` if the journal cannot be examined for a reason other than damage. It
  ///   must not be mended then: what this program may not read, or does not know, would be lost.
  public static func examine(
    _ path: String,
    isReadable: (FactRecord) -> Bool
  ) async throws(JournalError) -> Condition {
    if let log = StrandedLog(beside: path) { return .damaged([log.finding]) }
    do throws(JournalError) {
      if let finding = try KeptHead.finding(at: path) { return .damaged([finding]) }
      guard try Files.isPresent(path) else { return .absent }
      let journal = try SQLiteJournal(path: path)
      let findings = try await journal.findings()
      guard findings.isEmpty else { return .damaged(findings) }
      return try await examine(journal, isReadable)
    } catch {
      guard [.damaged, .unavailable].contains(error.code) else { throw error }
      // Like all findings without a full stop.
      return .damaged([
        error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
      ])
    }
  }

  private static func examine(
    _ journal: SQLiteJournal,
    _ isReadable: (FactRecord) -> Bool
  ) async throws(JournalError) -> Condition {
    var (facts, findings) = (0, [String]())
    for space in try await journal.spaces() {
      let report = try await journal.verify(space)
      if let row = report.firstBroken { findings.append("entry \(row) is not what was written") }
      var read = 0
      while true {
        let page = try await journal.read(space, after: read, limit: 2000)
        // The chain above has named the first row that is missing.
        if page.missingRow(after: read) != nil { break }
        for row in page.rows where !isReadable(row.fact) {
          findings.append("entry \(row.sequence) (\(row.fact.kind)) cannot be read")
        }
        read += page.rows.count
        if page.rows.isEmpty || read >= page.head { break }
      }
      facts += read
    }
    return findings.isEmpty ? .sound(facts: facts) : .damaged(findings)
  }

  /// Replaces the journal at `path` by a new one with every fact that can be read.
  ///
  /// The damaged files stay beside it as `path.before-mending-1` (or 2, 3 ...). The new journal
  /// gets its own device id and a newly computed chain: losses are not hidden but named.
  ///
  /// - Throws: ``JournalError``; nothing was replaced then.
  public static func mend(
    _ path: String,
    isReadable: (FactRecord) -> Bool,
    timeout: Int = 10_000
  ) async throws(JournalError) -> Report {
    let (source, partial) = ("\(path).mending-\(getpid()).source", "\(path).mending-\(getpid())")
    defer {
      BackupSteps.remove(source)
      BackupSteps.remove(partial)
    }
    BackupSteps.remove(source)
    BackupSteps.remove(partial)
    let lock = try FileLock(path: path + ".lock", timeout: timeout)
    try lock.acquire()
    defer { lock.release() }
    try copy(path, to: source)
    let salvaged = try Salvage(source, isReadable)
    guard !salvaged.spaces.isEmpty else { throw nothing(path, salvaged.lost) }
    let kept = try await write(salvaged, to: partial)
    try Files.flush(partial)
    let aside = try BackupSteps.replace(path, with: partial, keepingAs: ".before-mending-")
    return Report(kept: kept, lost: salvaged.lost, aside: aside)
  }

  /// Copies the files, so that nothing that SQLite does to them can do harm.
  private static func copy(_ path: String, to source: String) throws(JournalError) {
    if let log = StrandedLog(beside: path) {
      guard let page = log.firstPage else { throw nothing(path, ["no first page"]) }
      try Files.write(page, to: source)
    } else {
      guard let bytes = Files.contents(of: path) else { throw nothing(path, ["no bytes"]) }
      try Files.write(bytes, to: source)
    }
    let log = Files.behindLinks(path) + "-wal"
    guard Files.exists(log) else { return }
    guard let bytes = Files.contents(of: log) else { throw without(log: log) }
    try Files.write(bytes, to: source + "-wal")
  }

  private static func write(
    _ salvaged: Salvage,
    to path: String
  ) async throws(JournalError) -> Int {
    let journal = try SQLiteJournal(path: path)
    var kept = 0
    for (space, facts) in salvaged.spaces.sorted(by: { $0.key < $1.key }) {
      var head = 0
      for start in stride(from: 0, to: facts.count, by: 1000) {
        let page = Array(facts[start..<min(start + 1000, facts.count)])
        let append = AppendRequest(space: space, after: head, facts: page)
        guard case .appended(let reached) = try await journal.append([append]).first else {
          throw ErrorTranslation.busy(path)
        }
        head = reached
      }
      kept += head
    }
    _ = try BackupSteps.verify(path, timeout: journal.timeout)
    try journal.renewDeviceID()
    guard try await journal.checkpoint() else { throw ErrorTranslation.busy(path) }
    return kept
  }

  private static func without(log: String) -> JournalError {
    JournalError(
      .unavailable,
      "The log \(log) cannot be read, and a new history without it would lack what was written "
        + "last. Everything was left as it is. Give yourself the right to read that file, then try "
        + "again."
    )
  }

  private static func nothing(_ path: String, _ lost: [String]) -> JournalError {
    JournalError(
      .damaged,
      "Nothing could be read from \(path). It was left as it is. Restore a backup; the damaged file "
        + "is then kept beside it.",
      detail: lost.joined(separator: "; ")
    )
  }
}
