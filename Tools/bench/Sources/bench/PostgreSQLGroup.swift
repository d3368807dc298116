import Core
import Foundation
import Journals
import PostgreSQL
import PostgreSQLJournal

/// Facts made durable in PostgreSQL, compared with bare inserts of the same rows in a pipeline.
///
/// `DATABASE` is the connection string of an empty database; without it the group is left out.
enum PostgreSQLGroup {
  static func run(_ measurement: Measurement) async throws {
    guard let database = ProcessInfo.processInfo.environment["DATABASE"] else {
      return print("\npostgresql: left out, since DATABASE names no database")
    }
    for batch in [512, 32] {
      let nodes = try (0..<2).map { try Node(database, number: $0, spaces: batch) }
      let floor = try BareInserts(database, spaces: batch)
      let operations = batch * 40
      try await measurement.table(
        "durable facts in PostgreSQL, \(batch) callers with a space each, per fact",
        [
          Contender("bare inserts in a pipeline", operations: operations) { count in
            try seconds { try floor.write(count) }
          },
          Contender("one node", operations: operations) { count in
            try await seconds { try await nodes[0].write(count) }
          },
          Contender("two nodes", operations: operations) { count in
            try await seconds {
              async let other: Void = nodes[1].write(count / 2)
              try await nodes[0].write(count / 2)
              try await other
            }
          },
        ]
      )
    }
  }

  /// The identifier of a space that no other contender writes to.
  static func space(_ number: Int, of contender: Int) -> UInt128 {
    UInt128(contender) << 64 | UInt128(number)
  }
}

/// The floor: the rows of facts and of the spaces' ends, written with what is known beforehand.
///
/// It omits what a journal does in addition: locking and reading the ends, hashing, checks for
/// conflicts and duplicates, and telling other nodes.
///
/// `@unchecked Sendable`: a contender is measured by one task at a time.
private final class BareInserts: @unchecked Sendable {
  private let connection: Connection
  private let spaces: Int
  private var sequence = 0
  private let hash = [UInt8](repeating: 0xAB, count: 32)

  private static let begin = Statement("bare begin", "BEGIN")
  private static let commit = Statement("bare commit", "COMMIT")
  private static let newSpace = Statement(
    "bare space",
    [.uuid, .bytea],
    "INSERT INTO spaces (space, head, head_hash, last_change) VALUES ($1, 0, $2, 0)"
  )
  private static let insert = Statement(
    "bare fact",
    [.uuid, .bigint, .uuid, .bigint, .bytea, .uuid, .bytea, .bytea],
    """
    INSERT INTO facts (space, seq, id, clock, device, kind, version, entity, payload,
      payload_hash, chain_hash, erases, amends)
    VALUES ($1, $2, $3, $4, 7, $5, 1, $6, $7, $8, $8, false, false)
    """
  )
  private static let move = Statement(
    "bare move",
    [.uuid, .bigint, .bytea],
    "UPDATE spaces SET head = $2, head_hash = $3 WHERE space = $1"
  )

  init(_ database: String, spaces: Int) throws {
    self.spaces = spaces
    connection = try Connection(database, program: "bench", timeout: 60_000)
    try connection.execute("SET plan_cache_mode = force_generic_plan")
    _ = try connection.run(
      (0..<spaces).map { index in
        Self.newSpace.with {
          $0.add(PostgreSQLGroup.space(index, of: 1000 + spaces))
          $0.add(hash)
        }
      }
    )
  }

  func write(_ count: Int) throws {
    for _ in 0..<(count / spaces) {
      sequence += 1
      let rows = (0..<spaces).flatMap { row(of: PostgreSQLGroup.space($0, of: 1000 + spaces)) }
      _ = try connection.run([Self.begin.alone] + rows + [Self.commit.alone])
    }
  }

  private func row(of space: UInt128) -> [BoundStatement] {
    let fact = Self.insert.with {
      $0.add(space)
      $0.add(sequence)
      $0.add(UInt128(sequence))
      $0.add(sequence)
      $0.add(JournalGroup.kind)
      $0.add(UInt128(sequence % 50))
      $0.add(JournalGroup.payload)
      $0.add(hash)
    }
    let head = Self.move.with {
      $0.add(space)
      $0.add(sequence)
      $0.add(hash)
    }
    return [fact, head]
  }
}

/// A journal that many callers append to, each to a space of its own.
///
/// `@unchecked Sendable`: its state is used by one task at a time.
private final class Node: @unchecked Sendable {
  private let journal: PostgreSQLJournal
  private let spaces: [SpaceID]
  private var head = 0

  init(_ database: String, number: Int, spaces count: Int) throws {
    journal = try PostgreSQLJournal(PostgreSQLSettings(connection: database))
    spaces = (0..<count).map {
      SpaceID(rawValue: PostgreSQLGroup.space($0, of: 10 * count + number))
    }
  }

  func write(_ count: Int) async throws {
    for _ in 0..<(count / spaces.count) {
      head += 1
      let sequence = head
      try await withThrowingTaskGroup(of: Void.self) { callers in
        for space in spaces {
          callers.addTask { [journal] in
            let request = AppendRequest(
              space: space,
              after: sequence - 1,
              facts: [JournalGroup.fact(UInt64(sequence))]
            )
            let results = try await journal.append([request])
            precondition(results == [.appended(head: sequence)], "a conflict")
          }
        }
        try await callers.waitForAll()
      }
    }
  }
}
