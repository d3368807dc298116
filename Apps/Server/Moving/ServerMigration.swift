import Core
import FileSystem
import Migrating
import PostgreSQLJournal

/// Moves the server's data to another place, while it runs until the last step.
struct ServerMigration: Sendable {
  /// The passes that are made at most while the server runs.
  private static let mostPasses = 10
  /// What is left for the last step, in rows, entries and spaces, if one more pass would not help.
  private static let little = 1000

  let source: MigrationEnd
  let target: MigrationEnd
  /// Prints a line for the operator.
  let printLine: @Sendable (String) -> Void

  /// Copies everything and compares both sides.
  ///
  /// - Throws: a ``DomainError`` if the server runs, after everything that could be copied is; the
  ///   next call goes on from there.
  func run() async throws -> MigrationCounts {
    try source.requireData()
    let lock = try source.data.takeForMigration()
    defer { lock.release() }
    let place = try takeTarget()
    defer { place?.release() }
    let parts = try open()
    try await parts.migration.begin()
    var stopped = try await parts.reserve(source)
    if stopped == nil {
      try await copyBesideServer(parts.migration)
      stopped = try await parts.reserve(source)
    }
    guard let stopped else { throw stillServed }
    defer { stopped.release() }
    report("last", try await parts.migration.pass())
    try joinLedgers(of: parts.products)
    try FolderCopy(from: source.data, to: target).copy()
    let contents = try await parts.migration.compare()
    try parts.migration.finish()
    return contents
  }

  /// Gives the ledgers in the source's folder, which are copied, what only those in its database
  /// have.
  private func joinLedgers(of products: [String]) throws {
    let (own, data) = (source.configuration, source.data)
    try ServerStores.joinLedgers(own, data)
    for product in products { try ServerStores.openLedger(of: product, own, data).join() }
  }

  /// Compares both sides without copying.
  func compare() async throws -> MigrationCounts {
    try source.requireData()
    guard target.hasData else { throw MigrationProblem.notBegun(target.name) }
    let parts = try open()
    try parts.migration.requireBegun()
    if let lock = try source.data.takeUnlessServed() {
      lock.release()
    } else {
      printLine("The server is running: what it writes meanwhile counts as a difference.")
    }
    return try await parts.migration.compare()
  }

  /// Opens both sides, and says beforehand what may take long.
  private func open() throws -> MigrationParts {
    for case let database? in [source, target].map(\.configuration.database) {
      let seconds = (database.patience / 1000).counted("second")
      printLine("Connecting to the database, which has \(seconds) to answer.")
    }
    return try MigrationParts(source, target)
  }

  private func copyBesideServer(_ migration: DataMigration) async throws {
    for number in 1...ServerMigration.mostPasses {
      let copied = try await migration.pass()
      report("\(number)", copied)
      if copied.rows + copied.spaces + copied.entries <= ServerMigration.little { return }
    }
  }

  private func report(_ pass: String, _ copied: MigrationCounts) {
    printLine("pass \(pass): \(copied.text)")
  }

  /// Keeps servers away from a folder that is the target and not the source's too.
  private func takeTarget() throws -> AdvisoryLock? {
    guard target.configuration.database == nil, target.data.path != source.data.path else {
      return nil
    }
    try target.data.create()
    return try target.data.take()
  }

  private var stillServed: DomainError {
    DomainError(
      "server-runs",
      "What there was up to now is copied. The server is still running, so this was not the last step, "
        + "and it goes on with what it has. Stop it (all nodes, if there are several), and run the same "
        + "command again: it copies the rest and compares everything."
    )
  }
}
