import Crypto
import PostgreSQLJournal

/// The ledgers of erasures that all nodes and commands of one database write together.
///
/// They are in a schema of their own, so that the newest lines can be copied into a database that
/// was restored from an older backup. Each line is there once.
package final class SharedLedger: Sendable {
  private static let schema = StoreSchema(
    content: "ledgers of erasures",
    namespace: "erasures",
    // "Trll" in ASCII; the ledgers of a server that keeps its data in files are text.
    applicationID: 0x5472_6C6C,
    migrations: [
      """
      CREATE TABLE lines(
        ledger TEXT NOT NULL,
        hash BLOB NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY(ledger, hash)) STRICT, WITHOUT ROWID;
      """
    ]
  )
  /// The lines added in one transaction, so that a long ledger does not make a long transaction.
  private static let batch = 1000

  /// Which of the ledgers it is: `accounts`.
  private let name: String
  private let lane: Lane<StoreLink>

  /// Opens a ledger, and creates the tables if they do not exist.
  ///
  /// Blocks the caller, as all calls do.
  ///
  /// - Returns: nil for a place that no other node uses.
  package init?(_ name: String, in place: StorePlace) throws(StoreFailure) {
    guard case .postgreSQL(let settings) = place else { return nil }
    self.name = name
    lane = Lane(StoreLink(settings, SharedLedger.schema, "ledger"))
    try run { try $0.migrate(SharedLedger.schema) }
  }

  deinit { lane.end() }

  /// All lines, in no order.
  package func lines() throws(StoreFailure) -> [String] {
    let name = name
    return try run { link in
      try link.run(.read) { database in
        try database.all("SELECT line FROM lines WHERE ledger = ?", .text(name)) { $0.text(0) }
      }
    }
  }

  /// Adds the lines of a file, and returns those that only this ledger has, in order.
  package func join(_ own: [String]) throws(StoreFailure) -> [String] {
    let (own, common) = (Set(own), Set(try lines()))
    try add(own.subtracting(common).sorted())
    return common.subtracting(own).sorted()
  }

  /// Adds lines, which are durable then; those that are there already stay as they are.
  package func add(_ lines: [String]) throws(StoreFailure) {
    var rest = lines[...]
    while !rest.isEmpty {
      let (some, name) = (rest.prefix(SharedLedger.batch), name)
      try run { link in
        try link.run(.write) { database in
          for line in some { try SharedLedger.add(line, to: name, in: database) }
        }
      }
      rest = rest.dropFirst(some.count)
    }
  }

  /// Removes lines.
  package func remove(_ lines: [String]) throws(StoreFailure) {
    var rest = lines[...]
    while !rest.isEmpty {
      let (some, name) = (rest.prefix(SharedLedger.batch), name)
      try run { link in
        try link.run(.write) { database in
          for line in some {
            try database.run(
              "DELETE FROM lines WHERE ledger = ? AND hash = ?",
              .text(name),
              .blob(SharedLedger.hash(line))
            )
          }
        }
      }
      rest = rest.dropFirst(some.count)
    }
  }

  private static func hash(_ line: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(line.utf8)))
  }

  private static func add(
    _ line: String,
    to name: String,
    in database: any StoreConnection
  ) throws {
    try database.run(
      "INSERT INTO lines(ledger, hash, line) VALUES (?, ?, ?) ON CONFLICT(ledger, hash) DO NOTHING",
      .text(name),
      .blob(hash(line)),
      .text(line)
    )
  }

  private func run<T: Sendable>(
    _ body: @Sendable (StoreLink) throws -> T
  ) throws(StoreFailure) -> T {
    do {
      return try lane.runNow(body)
    } catch { throw StoreFailure.from(error, SharedLedger.schema.content) }
  }
}
