/// The tables of a store, in a file or in a PostgreSQL database.
///
/// What a body does outside of its transaction must be harmless to repeat: in a database it runs
/// again if another node won, or if the connection was lost. So a body only uses the connection
/// that it is given. Two things are harmless: to draw random bytes, as the first start of the
/// accounts does, and to append to an ``ErasureLedger``, as all do that erase or take down, since a
/// line may be repeated.
package struct StoreTables<Failure: StoreError>: Sendable {
  private enum Kind: Sendable {
    case file(StoreFile<Failure>)
    case database(StoreDatabase<Failure>)
  }

  private let kind: Kind

  /// Opens the tables, and creates what is missing.
  ///
  /// Blocks the caller.
  ///
  /// - Parameter patience: milliseconds to wait for other programs that write to a file; a database
  ///   has settings of its own.
  package init(_ place: StorePlace, _ schema: StoreSchema, patience: Int) throws(Failure) {
    kind =
      switch place {
      case .file(let path): .file(try StoreFile(path, schema, patience: patience))
      case .postgreSQL(let settings): .database(try StoreDatabase(settings, schema))
      }
  }

  /// Runs `body` in one transaction, which is durable when this returns, and undone if it throws.
  @discardableResult
  package func write<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws(Failure) -> T {
    switch kind {
    case .file(let file): try await file.write(body)
    case .database(let database): try await database.write(body)
    }
  }

  /// Like ``write(_:)``, but blocks the caller's thread.
  package func writeNow<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) throws(Failure) -> T {
    switch kind {
    case .file(let file): try file.writeNow(body)
    case .database(let database): try database.writeNow(body)
    }
  }

  /// Runs `body` on one state of the tables.
  package func read<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws(Failure) -> T {
    switch kind {
    case .file(let file): try await file.read(body)
    case .database(let database): try await database.read(body)
    }
  }

  /// A number that changes with each write to the tables, by any program.
  ///
  /// Waits for nobody. Nil if it cannot be known at once, which it never can in a database.
  package var version: Int64? {
    switch kind {
    case .file(let file): file.version
    case .database: nil
    }
  }

  /// Empties the write-ahead log of a file, so that deleted data is no longer in any file.
  ///
  /// What was deleted from a database leaves its files when the server vacuums them, which it does
  /// by itself.
  ///
  /// - Returns: whether the deleted data is gone; if not, a later call or the next start does it.
  @discardableResult
  package func scrub() async throws(Failure) -> Bool {
    switch kind {
    case .file(let file): try await file.scrub()
    case .database: false
    }
  }
}
