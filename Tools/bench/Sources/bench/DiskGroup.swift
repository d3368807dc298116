import Core
import Foundation
import Journals
import SQLiteJournal

/// The size of a journal's file per fact; nearly all facts are checks.
enum DiskGroup {
  private static let days = 1000
  /// How long after it was made a fact is received, in milliseconds: devices push once a minute.
  private static let delay: Int64 = 30_000

  /// Where a synchronized journal is.
  private enum Place: String, CaseIterable {
    case device, server
  }

  static func run(_ measurement: Measurement) async throws {
    print("\ndisk of a check, bytes of the file for each fact; reach: 200")
    try await SampleHistory.inFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/alone.db")
      try await SampleHistory.fill(journal, days: days)
      try await report("not synchronized", journal)
      for place in Place.allCases {
        let synchronized = try SQLiteJournal(path: "\(folder)/\(place.rawValue).db")
        try await copy(journal, to: synchronized, as: place)
        try await report("synchronized, on a \(place.rawValue)", synchronized)
      }
    }
  }

  private static func report(_ name: String, _ journal: SQLiteJournal) async throws {
    let facts = try await journal.read(SampleHistory.space, after: 0, limit: 1).head
    try await journal.checkpoint()
    let attributes = try FileManager.default.attributesOfItem(atPath: journal.path)
    let size = (attributes[.size] as? Int) ?? 0
    print("\(name): \(facts) facts, " + String(format: "%.1f", Double(size) / Double(facts)))
  }

  /// Copies a history, in batches of a day, with what is stored once a server has accepted it.
  private static func copy(
    _ journal: SQLiteJournal,
    to synchronized: SQLiteJournal,
    as place: Place
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
          received: row.fact.id.received.advanced(byMilliseconds: delay),
          tag: place == .server ? UInt64(truncatingIfNeeded: row.fact.id.rawValue) : 0
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
