import Crypto

/// A note in a store of accounts that a server's data is being moved there, or was.
///
/// It is in the target from the first row on, so that no server starts with half of what it had, and
/// only the migration that began there goes on. A server that starts with the whole removes it: from
/// then on there may be more at the target than came from the source.
package struct MigrationMark: Sendable, Equatable {
  /// The condition for the rows of `meta` that are the server's and not this note.
  package static let others = "name <> 'migration'"

  /// Identifies the server whose data it is, wherever that is kept.
  package let server: [UInt8]
  package var isFinished: Bool

  /// - Parameter secret: a random value that the server keeps among its accounts for good.
  package init(secret: [UInt8], isFinished: Bool = false) {
    server = Array(SHA256.hash(data: Array("trellis migration ".utf8) + secret))
    self.isFinished = isFinished
  }

  /// The note of a store of accounts; nil if there is none.
  ///
  /// - Throws: an error of damaged data for other bytes.
  package static func read(in database: any StoreConnection) throws -> MigrationMark? {
    try database.first("SELECT value FROM meta WHERE name = 'migration'") { row in
      let bytes = row.blob(0)
      guard bytes.count == 1 + SHA256.byteCount, bytes[0] <= 1 else { throw row.damaged(0) }
      return MigrationMark(server: Array(bytes.dropFirst()), isFinished: bytes[0] == 1)
    }
  }

  private init(server: [UInt8], isFinished: Bool) {
    self.server = server
    self.isFinished = isFinished
  }

  package func keep(in database: any StoreConnection) throws {
    try database.run(
      """
      INSERT INTO meta VALUES ('migration', ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """,
      .blob([isFinished ? 1 : 0] + server)
    )
  }

  /// Lets a server begin to work with the store.
  ///
  /// - Throws: a ``StoreFailure`` if not everything was moved there yet.
  package static func takeOver(_ database: any StoreConnection) throws {
    guard let mark = try read(in: database) else { return }
    guard mark.isFinished else {
      throw StoreFailure(
        code: .unavailable,
        message:
          "A server's data is being moved here by  trellis-server migrate , and that did not get to "
          + "its end. Nothing was started, and nothing is lost: what is being moved is still where it "
          + "was. Run  trellis-server migrate  again with the configuration of the server that has it.",
        detail: "migration"
      )
    }
    try database.run("DELETE FROM meta WHERE name = 'migration'")
  }
}
