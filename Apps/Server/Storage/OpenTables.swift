import FileSystem
import PostgreSQL
import PostgreSQLJournal
import SQLite

/// The tables of a store, for one thread that reads and writes much at once.
package protocol BulkStore: AnyObject {
  /// Runs `body` on one state of the tables; it may write to another store meanwhile.
  func read<T>(_ body: (any StoreConnection) throws -> T) throws -> T

  /// Runs `body` in one transaction, which is durable when this returns, and undone if it throws.
  @discardableResult
  func write<T>(_ body: (any StoreConnection) throws -> T) throws -> T
}

/// The tables of a store in a file or in a database, with a connection that reads and one that writes.
///
/// Deliberately not `Sendable`, and its calls block the caller. As in ``StoreTables``, a body may run
/// again if a connection was lost.
package final class OpenTables: BulkStore {
  private enum Kind {
    case file(StoreName, StoreWriter, Database)
    case database(content: String, writer: StoreLink, reader: StoreLink)
  }

  /// Milliseconds to wait for other programs that write to a file.
  private static let patience = 10_000

  private let kind: Kind

  /// Opens the tables, and creates what is missing.
  ///
  /// - Throws: a ``StoreFailure``.
  package init(_ place: StorePlace, _ schema: StoreSchema) throws {
    switch place {
    case .file(let path):
      let name = StoreName(schema.content, path)
      kind = try OpenTables.translated(name) {
        let writer = try StoreWriter(name, schema, patience: OpenTables.patience)
        return .file(name, writer, try Database(path: path, mode: .readOnly))
      }
    case .postgreSQL(let settings):
      let content = schema.content
      let writer = StoreLink(settings, schema, "migration")
      try OpenTables.translated(content) { try writer.migrate(schema) }
      kind = .database(
        content: content,
        writer: writer,
        reader: StoreLink(settings, schema, "migration")
      )
    }
  }

  package func read<T>(_ body: (any StoreConnection) throws -> T) throws -> T {
    switch kind {
    case .file(let name, _, let database):
      try OpenTables.translated(name) {
        try database.execute("BEGIN")
        defer { database.rollback() }
        return try body(database)
      }
    case .database(let content, _, let reader):
      try OpenTables.translated(content) { try reader.run(.read, body) }
    }
  }

  @discardableResult
  package func write<T>(_ body: (any StoreConnection) throws -> T) throws -> T {
    switch kind {
    case .file(let name, let writer, _):
      try OpenTables.translated(name) { try writer.write(body) }
    case .database(let content, let writer, _):
      try OpenTables.translated(content) { try writer.run(.write, body) }
    }
  }

  private static func translated<T>(_ name: StoreName, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as SQLiteError {
      throw StoreFailure.from(error, name)
    } catch let error as FileError {
      throw StoreFailure.system(error.code, name)
    }
  }

  private static func translated<T>(_ content: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as PostgreSQLError {
      throw StoreFailure.from(database: error, content)
    } catch let error as UnconfirmedCommit {
      throw StoreFailure.from(database: error, content)
    }
  }
}
