import Glibc
import PostgreSQL
import PostgreSQLJournal

/// A connection that runs whole transactions, for one thread at a time.
final class StoreLink {
  /// A kind of transaction.
  enum Kind {
    case read
    case write
  }

  private let link: Link
  private let book = StatementBook()

  /// - Parameter role: for the name under which the server's administrator sees the connection.
  init(_ settings: PostgreSQLSettings, _ schema: StoreSchema, _ role: String) {
    var own = settings
    own.namespace = schema.namespace
    link = Link(own, program: "trellis \(schema.namespace) \(role)")
  }

  /// Brings the tables up to date.
  ///
  /// - Throws: a ``StoreFailure`` for tables of a newer version, which are unchanged then.
  func migrate(_ schema: StoreSchema) throws {
    let found = try link.attempt { connection throws(PostgreSQLError) in
      try Migrator(connection, "store", schema.steps, level: schema.version).run()
    }
    guard found <= schema.version else {
      throw StoreFailure.tooNew(schema.content, version: found, known: schema.version)
    }
  }

  /// Runs a transaction, again if that may help.
  ///
  /// The server undoes a transaction that lost against another node's, and one whose connection was
  /// lost before its end was sent. So nothing is done twice.
  func run<T>(_ kind: Kind, _ body: (any StoreConnection) throws -> T) throws -> T {
    var patience = RetryPatience()
    while true {
      do {
        return try once(kind, body)
      } catch let error as PostgreSQLError {
        guard let pause = patience.pause(after: error) else { throw error }
        if pause > 0 { usleep(UInt32(pause) * 1000) }
      }
    }
  }

  private func once<T>(_ kind: Kind, _ body: (any StoreConnection) throws -> T) throws -> T {
    let result: Result<T, any Error> = try link.attempt { connection throws(PostgreSQLError) in
      let session = StoreSession(connection, book, begin: kind.begin)
      let value: T
      do {
        value = try body(session)
      } catch let error as PostgreSQLError {
        throw error
      } catch {
        // The call was refused, which stays true if the connection ends now.
        try? connection.rollback()
        return .failure(error)
      }
      if let failure = session.failure { throw failure }
      if session.hasBegun, let unconfirmed = try end(kind, on: connection) {
        return .failure(unconfirmed)
      }
      return .success(value)
    }
    return try result.get()
  }

  /// Ends a transaction; returns an error if it may have taken effect or not.
  private func end(
    _ kind: Kind,
    on connection: Connection
  ) throws(PostgreSQLError) -> UnconfirmedCommit? {
    // A connection that was lost before the end is sent leaves no doubt.
    connection.refresh()
    guard connection.isUsable else { throw PostgreSQLError(.lost, "the connection has ended") }
    do throws(PostgreSQLError) {
      _ = try connection.run(StoreLink.commit.alone)
    } catch {
      if kind == .read || connection.isUsable || error.endedEarly { throw error }
      return UnconfirmedCommit(reason: error)
    }
    return nil
  }

  private static let commit = Statement("store commit", "COMMIT")
}

extension StoreSchema {
  /// The migrations for PostgreSQL.
  ///
  /// The name of a released migration never changes. The level of each is the oldest version that
  /// can work with the tables afterwards.
  fileprivate var steps: [Migration] {
    var level = 0
    return migrations.enumerated().map { index, text in
      let number = index + 1
      if !additions.contains(number) { level = number }
      return Migration("\(namespace) \(number)", SQLTranslation.migration(text), level: level)
    }
  }
}

extension StoreLink.Kind {
  private static let reading = Statement(
    "store begin read",
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  )
  private static let writing = Statement(
    "store begin write",
    "BEGIN ISOLATION LEVEL SERIALIZABLE"
  )

  fileprivate var begin: Statement { self == .read ? Self.reading : Self.writing }
}

/// A connection ended after the end of a transaction was sent.
struct UnconfirmedCommit: Error {
  let reason: PostgreSQLError
}

/// How often, and after which pauses, a transaction is tried again.
struct RetryPatience {
  // Others that write the same rows need milliseconds, so this is some seconds of bad luck.
  private static let mostConflicts = 30
  // A key that exists although the transaction did not see it: another node was faster. A key that
  // is refused again and again is a mistake of this program.
  private static let mostCollisions = 3
  private static let mostLosses = 1
  private static let longestPause = 200

  private var conflicts = 0
  private var collisions = 0
  private var losses = 0

  /// Returns the milliseconds to wait before the next attempt; nil if there should be none.
  mutating func pause(after error: PostgreSQLError) -> Int? {
    switch error.kind {
    case .conflict:
      conflicts += 1
      return conflicts > Self.mostConflicts ? nil : Self.pause(conflicts)
    case .unique:
      collisions += 1
      return collisions > Self.mostCollisions ? nil : Self.pause(collisions)
    case .lost, .ending:
      losses += 1
      return losses > Self.mostLosses ? nil : 0
    default: return nil
    }
  }

  /// Growing and random, so that nodes that met do not meet again.
  private static func pause(_ count: Int) -> Int {
    Int.random(in: 0...min(1 << min(count, 10), longestPause))
  }
}
