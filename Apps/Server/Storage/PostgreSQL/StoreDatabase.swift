import Locks
import PostgreSQL
import PostgreSQLJournal

/// The tables of a store in a PostgreSQL database, which other nodes use at the same time.
///
/// One thread writes and others read, each with a connection of its own. A confirmed write is on the
/// disk of the database. Lost connections are made again.
final class StoreDatabase<Failure: StoreError>: Sendable {
  private let content: String
  private let writer: StoreLane
  private let readers: [StoreLane]

  /// Opens the tables, and creates those that are missing.
  ///
  /// Blocks the caller.
  init(_ settings: PostgreSQLSettings, _ schema: StoreSchema) throws(Failure) {
    content = schema.content
    writer = StoreLane(settings, schema, "writer")
    readers = (0..<max(settings.readers, 1)).map { _ in StoreLane(settings, schema, "reader") }
    do { try writer.migrate(schema) } catch { throw StoreFailure.from(error, content) }
  }

  deinit {
    writer.end()
    for reader in readers { reader.end() }
  }

  /// Runs `body` in one transaction, which is durable when this returns, and undone if it throws.
  func write<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws(Failure) -> T {
    do { return try await writer.write(body) } catch { throw StoreFailure.from(error, content) }
  }

  /// Like ``write(_:)``, but blocks the caller's thread.
  func writeNow<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) throws(Failure) -> T {
    do { return try writer.writeNow(body) } catch { throw StoreFailure.from(error, content) }
  }

  /// Runs `body` on one state of the tables, on the least busy thread.
  func read<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws(Failure) -> T {
    var lane = readers[0]
    for other in readers where other.load < lane.load { lane = other }
    do { return try await lane.read(body) } catch { throw StoreFailure.from(error, content) }
  }
}

/// A thread with a connection of its own, which is made at the first use.
private final class StoreLane: Sendable {
  private let thread = SerialThread()
  private let link: Locked<StoreLink>

  init(_ settings: PostgreSQLSettings, _ schema: StoreSchema, _ role: String) {
    link = Locked(StoreLink(settings, schema, role))
  }

  /// The number of calls that are running or waiting.
  var load: Int { thread.load }

  func end() { thread.end() }

  func migrate(_ schema: StoreSchema) throws {
    try link.withLockUnchecked { try $0.migrate(schema) }
  }

  func write<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws -> T {
    try await thread.run { [self] in try writeNow(body) }
  }

  func writeNow<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) throws -> T {
    try link.withLockUnchecked { try $0.run(.write, body) }
  }

  func read<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws -> T {
    try await thread.run { [self] in try link.withLockUnchecked { try $0.run(.read, body) } }
  }
}
