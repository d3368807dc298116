import Core
import Journals
import SQLiteJournal

/// What must hold after writers were killed or wrote concurrently.
struct Check {
  private let journal: SQLiteJournal

  init(path: String) throws { journal = try SQLiteJournal(path: path, timeout: 60_000) }

  /// Checks that every confirmed fact exists and that every row, chain and index is intact.
  ///
  /// Returns the number of rows.
  func run(confirmed lines: Set<String>) async throws -> Int {
    if let finding = try await journal.findings().first { throw Failure("damaged: \(finding)") }
    var found: Set<String> = []
    for space in spaces {
      let report = try await journal.verify(space)
      if let row = report.firstBroken { throw Failure("row \(row) of space \(space) is broken") }
      for row in try await journal.read(space, after: 0, limit: .max).rows {
        guard let payload = row.fact.payload, Payload.isWhole(payload, for: row.fact.id) else {
          throw Failure("row \(row.sequence) of space \(space) is half there")
        }
        found.insert("\(space) \(row.fact.id)")
      }
    }
    let lost = lines.subtracting(found)
    guard lost.isEmpty else {
      throw Failure("\(lost.count) confirmed facts are lost, such as \(lost.min() ?? "")")
    }
    return found.count
  }
}
