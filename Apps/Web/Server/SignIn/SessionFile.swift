import Core

/// The file that keeps sessions when the program ends: hashes of their tokens only.
struct SessionFile: Sendable {
  /// A session as it is kept.
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
  /// - Throws: a ``DomainError`` when it cannot be written.
  func write(_ entries: [Entry]) throws {
    try WebFile.write(try JSON.encode(entries), to: path)
  }
}
