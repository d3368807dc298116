import Core
import FileSystem
import Migrating
import PostgreSQLJournal
import ServerStorage

/// What is moved, open at both ends.
struct MigrationParts {
  let migration: DataMigration
  /// The products of which there may be spaces.
  let products: [String]
  /// The journals of the source that are in a database.
  private let shared: [PostgreSQLJournal]

  init(_ source: MigrationEnd, _ target: MigrationEnd) throws {
    let accounts = (source: try source.open(.accounts), target: try target.open(.accounts))
    var tables: [TableCopy] = []
    for (index, store) in MovedStore.all.enumerated() {
      let ends = index == 0 ? accounts : (try source.open(store), try target.open(store))
      tables.append(
        try TableCopy(of: store.schema, from: ends.0, to: ends.1, where: store.conditions)
      )
    }
    var journals: [JournalCopy] = []
    var shared: [PostgreSQLJournal] = []
    products = try source.products(of: accounts.source)
    for product in products {
      let journal = try source.openJournal(of: product)
      if let journal = journal as? PostgreSQLJournal { shared.append(journal) }
      journals.append(
        JournalCopy(of: product, from: journal, to: try target.openJournal(of: product))
      )
    }
    self.shared = shared
    migration = DataMigration(
      to: target.name,
      accounts: accounts,
      tables: tables,
      journals: journals
    )
  }

  /// Keeps servers away from the source until the lock is released; nil if one works with it.
  func reserve(_ source: MigrationEnd) async throws -> AdvisoryLock? {
    guard let lock = try source.data.takeUnlessServed() else { return nil }
    for journal in shared where try await !journal.reserve() {
      lock.release()
      return nil
    }
    return lock
  }
}
