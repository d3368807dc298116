import Core
import FileSystem
import GamificationContract
import Glibc
import Journals
import Presentation
import RemindersContract
import SQLiteJournal

/// The copy of a home's journal from before an import of an export, with which it can be undone.
///
/// The facts of an export belong to all modules and keep their timestamps, and a journal removes
/// none of them. Undoing therefore restores the journal as a whole, as long as nothing was entered
/// since.
struct ImportCopy: Sendable {
  /// The record of the import.
  private struct Record: Codable {
    let at: Instant
    /// The number of entries that were new.
    let added: Int
    /// The number of the last entry after the import.
    let head: Int
    /// The id of that entry; nil in records of earlier versions.
    let last: FactID?
  }

  /// Entries that programs make themselves.
  static let ofPrograms: Set<String> = [NoticeGiven.name, MilestoneReported.name]

  let home: Home
  let journal: SQLiteJournal

  /// One of the journals that were set aside (``HomeCopies/putAside``), which follow erasures.
  private var path: String { "\(home.journal).before-import-1" }
  private var coming: String { "\(home.journal).before-import-2" }
  private var note: String { "\(home.journal).before-import.json" }

  // MARK: Making it

  /// Copies the journal before an import; returns whether the import can be undone.
  ///
  /// Blocks while it works. An import is not refused because a disk is nearly full.
  func make(product: String) -> Bool {
    unlink(coming)
    guard HomeCopies(home).hasRoom else { return false }
    return (try? journal.backup(to: coming, product: product)) != nil
  }

  /// Keeps the copy with the record of the import; returns whether that worked.
  func keep(added: Int, in space: SpaceID, at now: Instant) async -> Bool {
    // An older copy would undo more than the latest import.
    unlink(note)
    do {
      let head = try await journal.read(space, after: 0, limit: 1).head
      guard rename(coming, path) == 0 else { return false }
      let record = Record(at: now, added: added, head: head, last: try await entry(head, in: space))
      try AtomicFile.write(JSON.encode(record), to: note)
      return true
    } catch {
      drop()
      return false
    }
  }

  /// Removes the copy of an import that added nothing.
  func drop() { unlink(coming) }

  // MARK: Taking it back

  private var record: Record? {
    guard access(path, F_OK) == 0, let bytes = try? PrivateFile.read(note, limit: 4096) else {
      return nil
    }
    return try? JSON.decode(Record.self, from: bytes)
  }

  /// The latest import, and when something was first built on it.
  ///
  /// Nil if no copy is kept, or if the journal is another one since then, as after a restore.
  func latest(in space: SpaceID) async throws -> LatestMerge? {
    guard let record, let last = try await entry(record.head, in: space),
      last == record.last ?? last
    else { return nil }
    let (count, first) = try await entered(after: record.head, in: space)
    return LatestMerge(at: record.at, added: record.added, entered: count, since: first)
  }

  /// Replaces the journal with the copy; the former journal stays beside it under another name.
  func restore() async throws {
    try await SQLiteJournal.restore(from: path, to: home.journal)
    unlink(note)
    unlink(path)
  }

  /// The id of an entry; nil if the journal has fewer.
  private func entry(_ number: Int, in space: SpaceID) async throws -> FactID? {
    try await journal.read(space, after: max(0, number - 1), limit: 1).rows.first?.fact.id
  }

  /// The number of entries that were made after one, and when the first was.
  private func entered(after head: Int, in space: SpaceID) async throws -> (Int, Instant?) {
    var (count, last) = (0, head)
    var first: Instant?
    while true {
      let page = try await journal.read(space, after: last, limit: 500)
      let rows = page.rows.filter { !ImportCopy.ofPrograms.contains($0.fact.kind) }
      first = first ?? rows.first?.fact.stamp.clock.instant
      count += rows.count
      last += page.rows.count
      if page.rows.isEmpty || last >= page.head { return (count, first) }
    }
  }
}

extension LatestMerge {
  /// The error if something was entered since.
  var builtOn: DomainError {
    let entries = entered.counted("entry was", "entries were")
    let when = since.map { ", the first at \($0.rfc3339(in: .utc))" } ?? ""
    func words(_ when: String, _ way: String) -> String {
      "\(entries) made here since the export was imported\(when), so the import stays. Nothing was "
        + "changed: delete what you do not want, or go back to a copy\(way)"
    }
    return DomainError(
      "import-built-on",
      words(when, "; see  trellis backup list"),
      onPages: words("", ", under “Restore”.")
    )
  }
}
