import PostgreSQL
import PostgreSQLJournal

/// The tables of a store in a PostgreSQL database, which other nodes use at the same time.
///
/// One thread writes and others read, each with a connection of its own. A confirmed write is on the
/// disk of the database. Lost connections are made again.
final class StoreDatabase<Failure: StoreError>: Sendable {
  private let content: String
  private let writer: Lane<StoreLink>
  private let readers: [Lane<StoreLink>]

  /// Opens the tables, and creates those that are missing.
  ///
  /// Blocks the caller.
  init(_ settings: PostgreSQLSettings, _ schema: StoreSchema) throws(Failure) {
    content = schema.content
    writer = Lane(StoreLink(settings, schema, "writer"))
    readers = (0..<max(settings.readers, 1)).map { _ in
      Lane(StoreLink(settings, schema, "reader"))
    }
    do {
      try writer.runNow { try $0.migrate(schema) }
    } catch { throw StoreFailure.from(error, content) }
  }

  deinit {
    writer.end()
    for reader in readers { reader.end() }
  }

  /// Runs `body` in one transaction, which is durable when this returns, and undone if it throws.
  func write<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws(Failure) -> T {
    do {
      return try await writer.run { try $0.run(.write, body) }
    } catch { throw StoreFailure.from(error, content) }
  }

  /// Like ``write(_:)``, but blocks the caller's thread.
  func writeNow<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) throws(Failure) -> T {
    do {
      return try writer.runNow { try $0.run(.write, body) }
    } catch { throw StoreFailure.from(error, content) }
  }

  /// Runs `body` on one state of the tables, on the least busy thread.
  func read<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws(Failure) -> T {
    do {
      return try await readers.leastBusy().run { try $0.run(.read, body) }
    } catch { throw StoreFailure.from(error, content) }
  }
}
