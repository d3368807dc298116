import Core

/// The file that stores sessions while the program does not run: only hashes of their tokens.
struct SessionFile: Sendable {
  /// The stored form of a session.
  struct Entry: Codable, Equatable {
    let id: String
    /// The SHA-256 of the token, in hexadecimal.
    let hash: String
    let createdAt: Instant
    let signedInAt: Instant
    let usedAt: Instant
    let browser: String
  }

  let path: String

  /// The sessions in the file; none if there is no file, or one that others could have written.
  func read() -> [Entry] {
    WebFile.read(path).flatMap { try? JSON.decode([Entry].self, from: $0) } ?? []
  }

  /// Replaces the file atomically.
  ///
  /// - Throws: a ``DomainError`` if it cannot be written.
  func write(_ entries: [Entry]) throws {
    try WebFile.write(try JSON.encode(entries), to: path)
  }
}
