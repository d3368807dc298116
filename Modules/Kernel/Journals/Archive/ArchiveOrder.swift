import Core

/// Where the entries of a ``SpaceArchive`` are in the journal, in the order of their ids.
///
/// Devices store facts in different orders, and each writes verdicts in rows of its own. In the
/// order of ids, and with the verdicts beside their facts, all devices write the same archive.
struct ArchiveOrder {
  private struct Entry {
    let id: FactID
    let sequence: Int
  }

  private var entries: [Entry] = []
  private var amendments: [Amendment.Row] = []
  private var walk: ChainWalk
  private var report: ChainReport?

  /// Reads all of a space in its current state.
  ///
  /// - Throws: ``JournalError`` with `damaged` if a row is missing or a verdict cannot be read.
  init(_ space: SpaceID, in journal: some Journal) async throws(JournalError) {
    walk = ChainWalk(space: space)
    var done = 0
    while true {
      let page = try await journal.read(space, after: done, limit: ArchiveOrder.pageRows)
      if let row = page.missingRow(after: done) { throw JournalError.missing(row: row, of: space) }
      try add(page)
      done += page.rows.count
      if done >= page.head { break }
    }
    entries.sort { $0.id < $1.id }
  }

  static let pageRows = 500

  private mutating func add(_ page: JournalPage) throws(JournalError) {
    if report == nil { report = walk.accepts(page) }
    amendments += try Amendment.rows(in: page.rows)
    for row in page.rows where row.fact.kind != Amendment.kind {
      entries.append(Entry(id: row.fact.id, sequence: row.sequence))
    }
  }

  /// What was changed in the history; nil if nothing was.
  var changed: ChangedHistory? { report?.changed }

  var verdicts: [FactID: SyncVerdict] { Amendment.verdicts(of: amendments) }

  /// The rows of the entries in order: consecutive rows of the journal are read at once.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for entry in entries {
      let next = entry.sequence..<entry.sequence + 1
      if let last = runs.last, last.upperBound == next.lowerBound, last.count < Self.pageRows {
        runs[runs.count - 1] = last.lowerBound..<next.upperBound
      } else {
        runs.append(next)
      }
    }
    return runs
  }
}
