import Core
import Foundation
import Journals
import SQLiteJournal

/// Facts made durable, compared with raw sqlite3 that writes the same rows with the same settings.
enum JournalGroup {
  static func run(_ measurement: Measurement) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-bench-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for spaces in [1, 512] {
      try await measurement.table(
        "durable facts for \(spaces) spaces in batches of 512, per fact",
        writing(folder + "/\(spaces)", batch: 512, spaces: spaces, operations: 512 * 40)
      )
    }
    try await measurement.table(
      "durable facts one at a time, per fact",
      writing(folder + "/single", batch: 1, spaces: 1, operations: 1000)
    )
    try await measurement.table("facts read back, per fact", await reading(folder + "/read"))
  }

  /// The floor omits what a journal does in addition.
  ///
  /// That is hashing, checks for conflicts and duplicates, and the lock between processes.
  private static func writing(
    _ folder: String,
    batch: Int,
    spaces: Int,
    operations: Int
  ) throws -> [Contender] {
    let raw = try RawJournal(makePath(folder, "raw.db"), spaces: spaces)
    let journal = try BenchedJournal(makePath(folder, "journal.db"), spaces: spaces)
    return [
      Contender("raw sqlite3", operations: operations) { count in
        try seconds { try raw.write(count, batch: batch) }
      },
      Contender("SQLiteJournal", operations: operations) { count in
        try await seconds { try await journal.write(count, batch: batch) }
      },
    ]
  }

  private static func reading(_ folder: String) async throws -> [Contender] {
    let count = 50_000
    let raw = try RawJournal(makePath(folder, "raw.db"), spaces: 1)
    try raw.write(count, batch: 1000)
    let journal = try BenchedJournal(makePath(folder, "journal.db"), spaces: 1)
    try await journal.write(count, batch: 1000)
    return [
      Contender("raw sqlite3, columns copied", operations: count) { count in
        try seconds { try raw.read(expecting: count) }
      },
      Contender("SQLiteJournal.read, pages of 1000", operations: count) { count in
        try await seconds { try await journal.read(expecting: count) }
      },
    ]
  }

  private static func makePath(_ folder: String, _ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return "\(folder)/\(name)"
  }

  /// The size of a fact about a check.
  static let payload = Array(
    #"{"habit":"0192f0a1b2c3d4e5f60718293a4b5c6d","day":20780,"amount":1,"note":""}"#.utf8
  )
  /// The bytes of its values in a row: an identifier, a day, an amount and a note without text.
  static let values = 16 + 3 + 1 + 1
  static let kind = "tracking.check-set"

  /// A fact like those about checks, whose id and time follow from a number.
  static func fact(_ number: UInt64) -> FactRecord {
    FactRecord(
      id: FactID(rawValue: UInt128(number)),
      stamp: HybridTimestamp(clock: HybridTime(rawValue: number), device: DeviceID(rawValue: 7)),
      kind: kind,
      version: 1,
      entity: EntityID(rawValue: UInt128(number % 50)),
      payload: payload
    )
  }
}

/// A journal filled with facts like those about checks.
///
/// `@unchecked Sendable`: a contender is measured by one task at a time.
private final class BenchedJournal: @unchecked Sendable {
  private let journal: SQLiteJournal
  private let spaces: [SpaceID]
  private var heads: [Int]
  private var made: UInt64 = 0

  init(_ path: String, spaces count: Int) throws {
    journal = try SQLiteJournal(path: path)
    spaces = (1...count).map { SpaceID(rawValue: UInt128($0)) }
    heads = Array(repeating: 0, count: count)
  }

  func write(_ count: Int, batch: Int) async throws {
    let share = batch / spaces.count
    for _ in 0..<(count / batch) {
      let appends = spaces.indices.map { index in
        AppendRequest(
          space: spaces[index],
          after: heads[index],
          facts: (0..<share).map { _ in next() }
        )
      }
      for (index, result) in try await journal.append(appends).enumerated() {
        guard case .appended(let head) = result else { preconditionFailure("a conflict") }
        heads[index] = head
      }
    }
  }

  func read(expecting count: Int) async throws {
    var seen = 0
    var bytes = 0
    while case let page = try await journal.read(spaces[0], after: seen, limit: 1000),
      !page.rows.isEmpty
    {
      for row in page.rows { bytes += row.fact.payload?.count ?? 0 }
      seen += page.rows.count
    }
    precondition(seen == count && bytes == count * JournalGroup.payload.count)
  }

  private func next() -> FactRecord {
    made += 1
    return JournalGroup.fact(made)
  }
}
