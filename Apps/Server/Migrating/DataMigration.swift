import Core
import Journals
import ServerStorage

/// Moves all that a server keeps to another place, in passes, of which each copies what is new.
///
/// The first of its tables are those of the accounts, which also hold the note of how far it is
/// (``MigrationMark``).
package struct DataMigration {
  private let accounts: (source: any BulkStore, target: any BulkStore)
  private let tables: [TableCopy]
  private let journals: [JournalCopy]
  /// Where everything goes, for messages.
  private let name: String

  /// - Parameters:
  ///   - accounts: the store of accounts at both ends, which also is among the tables.
  ///   - name: where everything goes, for messages.
  package init(
    to name: String,
    accounts: (source: any BulkStore, target: any BulkStore),
    tables: [TableCopy],
    journals: [JournalCopy]
  ) {
    self.name = name
    self.accounts = accounts
    self.tables = tables
    self.journals = journals
  }

  // MARK: Steps

  /// Begins, or goes on with what was interrupted.
  ///
  /// - Throws: a ``DomainError`` if the target holds anything else; it is unchanged then.
  package func begin() async throws {
    let mark = try sourceMark()
    if let found = try targetMark() {
      guard found.server == mark.server else { throw MigrationProblem.other(name) }
    } else {
      guard try await isTargetEmpty() else { throw MigrationProblem.occupied(name) }
    }
    try accounts.target.write { try mark.keep(in: $0) }
  }

  /// Requires that a migration of this server to the target has begun.
  package func requireBegun() throws {
    guard let found = try targetMark(), try found.server == sourceMark().server else {
      throw MigrationProblem.notBegun(name)
    }
  }

  /// Copies what is new.
  package func pass() async throws -> MigrationCounts {
    var copied = MigrationCounts()
    for journal in journals {
      let counts = try await journal.copy()
      copied.spaces += counts.spaces
      copied.entries += counts.entries
    }
    for table in tables { copied.rows += try table.copy() }
    return copied
  }

  /// Compares everything on both sides, and changes nothing.
  ///
  /// - Throws: a ``DomainError`` that names what differs.
  package func compare() async throws -> MigrationCounts {
    var counts = MigrationCounts()
    var findings: [String] = []
    for table in tables {
      let found = try table.compare()
      counts.rows += found.rows
      findings += found.differences.sorted { $0.key < $1.key }.map { name, count in
        "\(table.schema.content), \(name): \(count.counted("row"))"
      }
    }
    for journal in journals {
      let found = try await journal.compare()
      counts.spaces += found.spaces
      counts.entries += found.entries
      findings += found.differences
    }
    guard findings.isEmpty else { throw MigrationProblem.different(Self.summary(findings)) }
    return counts
  }

  /// Lets a server start with the target.
  ///
  /// Call it after a comparison, while no server works with the source.
  package func finish() throws {
    var mark = try sourceMark()
    mark.isFinished = true
    try accounts.target.write { [mark] in try mark.keep(in: $0) }
  }

  // MARK: Notes

  private func sourceMark() throws -> MigrationMark {
    try accounts.source.read { source in
      if try MigrationMark.read(in: source)?.isFinished == false {
        throw MigrationProblem.unfinishedSource
      }
      guard
        let secret = try source.first(
          "SELECT value FROM meta WHERE name = 'secret'",
          read: { $0.blob(0) }
        )
      else { throw MigrationProblem.nothingThere }
      return MigrationMark(secret: secret)
    }
  }

  private func targetMark() throws -> MigrationMark? {
    try accounts.target.read { try MigrationMark.read(in: $0) }
  }

  private func isTargetEmpty() async throws -> Bool {
    for table in tables where try !table.isTargetEmpty() { return false }
    for journal in journals where try await !journal.target.spaces().isEmpty { return false }
    return true
  }

  private static let mostFindings = 5

  private static func summary(_ findings: [String]) -> [String] {
    let rest = findings.count - mostFindings
    return rest > 0 ? findings.prefix(mostFindings) + ["and \(rest) more"] : findings
  }
}
