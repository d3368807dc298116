import Core
import Foundation
import Journals
import SQLiteJournal

/// The size of a journal's file per fact; nearly all facts are checks.
enum DiskGroup {
  private static let days = 1000

  static func run(_ measurement: Measurement) async throws {
    print("\ndisk of a check, bytes of the file for each fact; reach: 200")
    try await SampleHistory.inFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/alone.db")
      try await SampleHistory.fill(journal, days: days)
      try await report("not synchronized", journal)
      let synchronized = try SQLiteJournal(path: "\(folder)/synchronized.db")
      try await copy(journal, to: synchronized)
      try await report("synchronized", synchronized)
    }
  }

  private static func report(_ name: String, _ journal: SQLiteJournal) async throws {
    let facts = try await journal.read(SampleHistory.space, after: 0, limit: 1).head
    try await journal.checkpoint()
    let attributes = try FileManager.default.attributesOfItem(atPath: journal.path)
    let size = (attributes[.size] as? Int) ?? 0
    print("\(name): \(facts) facts, " + String(format: "%.1f", Double(size) / Double(facts)))
  }

  /// Copies a history, in batches of a day, as on a device whose facts a server has accepted.
  private static func copy(
    _ journal: SQLiteJournal,
    to synchronized: SQLiteJournal
  ) async throws {
    var done = 0
    while true {
      let rows = try await journal.read(SampleHistory.space, after: done, limit: 45).rows
      if rows.isEmpty { return }
      let entries = rows.map { row in
        SyncEntry(
          author: row.fact.stamp.device,
          number: row.sequence,
          fact: row.fact.id,
          position: row.sequence,
          verdict: .taken(row.fact.stamp.clock),
          received: SampleHistory.now,
          tag: UInt64(truncatingIfNeeded: row.fact.id.rawValue),
          floor: row.fact.stamp.clock
        )
      }
      let append = AppendRequest(
        space: SampleHistory.space,
        after: done,
        facts: rows.map(\.fact),
        sync: [SyncChange(state: [], entries: entries)]
      )
      guard case .appended(let head)? = try await synchronized.append([append]).first else {
        preconditionFailure("a conflict")
      }
      done = head
    }
  }
}
