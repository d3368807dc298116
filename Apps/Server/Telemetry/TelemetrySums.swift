import AppSupport
import Core
import FileSystem
import Locks
import SQLite
import TelemetryContract

/// The sums of the counts that products have sent, over all devices.
///
/// Nothing records who sent what: one count is added to another, and is gone.
final class TelemetrySums: Sendable {
  /// A sum as listed.
  struct Sum: Sendable, Equatable {
    let week: String
    let product: String
    let version: String
    let metric: String
    let name: String
    let count: Int
  }

  /// "Trlm" in ASCII, in the file's header.
  private static let applicationID: Int64 = 0x5472_6C6D
  /// The number of versions that are distinguished within a week.
  ///
  /// Anybody may name any version. Counts of further ones are added together, so that nobody uses
  /// up the places of real ones.
  private static let mostVersions: Int64 = 20
  static let otherVersions = "other"

  private let database: Locked<Database>
  private let thread = SerialThread()

  /// Opens the file, and creates it if it does not exist.
  ///
  /// - Throws: a ``DomainError`` for a file that cannot be used; it is unchanged then.
  init(_ path: String) throws {
    do {
      do throws(FileError) {
        _ = try NewFile(path)
      } catch {
        guard error.isExistingFile else { throw error }
      }
      let database = try Database(path: path, mode: .readWrite, busyTimeout: 5000)
      let found = try database.integer("PRAGMA application_id") ?? 0
      let tables = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      guard found == TelemetrySums.applicationID || (found == 0 && tables == 0) else {
        throw TelemetrySums.unusable(path, "it is another program's")
      }
      try database.execute(
        """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA trusted_schema = OFF;
        PRAGMA application_id = \(TelemetrySums.applicationID);
        CREATE TABLE IF NOT EXISTS sums(
          week TEXT NOT NULL,
          product TEXT NOT NULL,
          version TEXT NOT NULL,
          metric TEXT NOT NULL,
          name TEXT NOT NULL,
          count INTEGER NOT NULL,
          PRIMARY KEY(week, product, version, metric, name)) STRICT, WITHOUT ROWID;
        """
      )
      self.database = Locked(database)
    } catch let error as DomainError {
      throw error
    } catch { throw TelemetrySums.unusable(path, "\(error)") }
  }

  deinit { thread.end() }

  /// Adds counts to the sums, atomically; they are durable when this returns.
  func add(_ received: ReceivedCounts) async throws {
    try await thread.run { [self] in
      try database.withLockUnchecked { database in
        try database.execute("BEGIN IMMEDIATE")
        do {
          for sum in received.sums { try TelemetrySums.add(sum, of: received, to: database) }
          try database.execute("COMMIT")
        } catch {
          database.rollback()
          throw error
        }
      }
    }
  }

  private static func add(
    _ sum: ReceivedCounts.Sum,
    of received: ReceivedCounts,
    to database: Database
  ) throws {
    let week = sum.week.description
    let version = try version(received.version, in: week, database)
    let add = try database.prepare(
      """
      INSERT INTO sums VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """
    )
    for (index, text) in [week, received.product, version, sum.metric, sum.name]
      .enumerated()
    {
      try add.bind(index + 1, text)
    }
    try add.bind(6, sum.count)
    try add.run()
  }

  /// The version under which a count is stored.
  private static func version(
    _ named: String,
    in week: String,
    _ database: Database
  ) throws -> String {
    // The server's own version is that of the programs which were released with it.
    guard named != AppVersion.current else { return named }
    let known = try database.prepare(
      """
      SELECT count(DISTINCT version), coalesce(max(version = ?2), 0) FROM sums
      WHERE week = ?1 AND version <> ?3
      """
    )
    defer { known.reset() }
    try known.bind(1, week)
    try known.bind(2, named)
    try known.bind(3, otherVersions)
    guard try known.step() else { return otherVersions }
    let isTold = known.int64(1) > 0 || known.int64(0) < mostVersions
    return isTold ? named : otherVersions
  }

  /// Returns all sums, newest week first.
  func all() async throws -> [Sum] {
    try await thread.run { [self] in
      try database.withLockUnchecked { database in
        let rows = try database.prepare(
          """
          SELECT week, product, version, metric, name, count FROM sums
          ORDER BY week DESC, product, version, metric, name
          """
        )
        defer { rows.reset() }
        var sums: [Sum] = []
        while try rows.step() {
          sums.append(
            Sum(
              week: rows.text(0),
              product: rows.text(1),
              version: rows.text(2),
              metric: rows.text(3),
              name: rows.text(4),
              count: rows.int(5)
            )
          )
        }
        return sums
      }
    }
  }

  private static func unusable(_ path: String, _ why: String) -> DomainError {
    DomainError(
      "telemetry-unusable",
      "\(path) cannot be used for the sums of telemetry (\(why)). Nothing was started or changed: move "
        + "that file away, or give this user the right to it."
    )
  }
}
