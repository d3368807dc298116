import AppSupport
import Core
import ServerStorage
import TelemetryContract

/// The sums of the counts that products have sent, over all devices.
///
/// Nothing records who sent what: one count is added to another, and is gone.
struct TelemetrySums: Sendable {
  /// A sum as listed.
  struct Sum: Sendable, Equatable {
    let week: String
    let product: String
    let version: String
    let metric: String
    let name: String
    let count: Int
  }

  static let schema = StoreSchema(
    content: "sums of telemetry",
    namespace: "telemetry",
    // "Trlm" in ASCII.
    applicationID: 0x5472_6C6D,
    migrations: [
      """
      CREATE TABLE sums(
        week TEXT NOT NULL,
        product TEXT NOT NULL,
        version TEXT NOT NULL,
        metric TEXT NOT NULL,
        name TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY(week, product, version, metric, name)) STRICT, WITHOUT ROWID;
      """
    ],
    beganUnnumbered: true
  )
  /// The number of versions that are distinguished within a week.
  ///
  /// Anybody may name any version. Counts of further ones are added together, so that nobody uses
  /// up the places of real ones.
  private static let mostVersions = 20
  static let otherVersions = "other"

  private let tables: StoreTables<StoreFailure>

  /// Opens the sums, and creates their file or their tables if they do not exist.
  ///
  /// Blocks the caller.
  ///
  /// - Throws: a `StoreFailure` for a file or tables that cannot be used; they are unchanged then.
  init(in place: StorePlace) throws(StoreFailure) {
    tables = try StoreTables(place, TelemetrySums.schema, patience: 5000)
  }

  /// Adds counts to the sums, atomically; they are durable when this returns.
  func add(_ received: ReceivedCounts) async throws(StoreFailure) {
    try await tables.write { database in
      for sum in received.sums { try TelemetrySums.add(sum, of: received, to: database) }
    }
  }

  private static func add(
    _ sum: ReceivedCounts.Sum,
    of received: ReceivedCounts,
    to database: any StoreConnection
  ) throws {
    let week = sum.week.description
    try database.run(
      """
      INSERT INTO sums VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(week, product, version, metric, name)
        DO UPDATE SET count = sums.count + excluded.count
      """,
      .text(week),
      .text(received.product),
      .text(try version(received.version, in: week, database)),
      .text(sum.metric),
      .text(sum.name),
      .integer(sum.count)
    )
  }

  /// The version under which a count is stored.
  private static func version(
    _ named: String,
    in week: String,
    _ database: any StoreConnection
  ) throws -> String {
    // The server's own version is that of the programs which were released with it.
    guard named != AppVersion.current else { return named }
    let isTold = try database.has(
      "SELECT 1 FROM sums WHERE week = ? AND version = ? LIMIT 1",
      .text(week),
      .text(named)
    )
    if isTold { return named }
    let told = try database.number(
      "SELECT count(DISTINCT version) FROM sums WHERE week = ? AND version <> ?",
      .text(week),
      .text(otherVersions)
    )
    return told < mostVersions ? named : otherVersions
  }

  /// Returns all sums, newest week first.
  func all() async throws(StoreFailure) -> [Sum] {
    try await tables.read { database in
      try database.all(
        """
        SELECT week, product, version, metric, name, count FROM sums
        ORDER BY week DESC, product, version, metric, name
        """
      ) { row in
        Sum(
          week: row.text(0),
          product: row.text(1),
          version: row.text(2),
          metric: row.text(3),
          name: row.text(4),
          count: row.int(5)
        )
      }
    }
  }
}
