import Core
import Journals
import SQLiteJournal

/// What is wrong in a journal of the server.
struct JournalCheck {
  private(set) var entries = 0
  private(set) var spaces = 0
  /// In words that follow the name of the product.
  private(set) var problems: [String] = []

  init(of journal: any SyncStore) async throws {
    for space in try await journal.spaces() {
      spaces += 1
      let report = try await journal.verify(space)
      entries += report.rows
      guard let entry = report.firstBroken else { continue }
      problems.append("space \(space): entry \(entry) is missing, or not what was written")
    }
    // The hashes of entries say nothing about what leads to them, without which none can be added.
    guard let file = journal as? SQLiteJournal else { return }
    problems += try await file.findings().map { "the file is damaged: \($0)" }
  }
}
