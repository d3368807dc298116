import Core
import FileSystem
import Glibc

/// The file that keeps sessions when the program ends: hashes of their tokens only.
struct SessionFile: Sendable {
  /// A session as it is kept.
  struct Entry: Codable, Equatable {
    let id: String
    /// The SHA-256 of the token, in hexadecimal.
    let hash: String
    let createdAt: Instant
    let usedAt: Instant
    let browser: String
  }

  private static let longest = 256 << 10

  let path: String

  /// The sessions in the file; none if there is no file, or one that others could have written.
  func read() -> [Entry] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: SessionFile.longest)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count > 0 else { return [] }
    return (try? JSON.decode([Entry].self, from: Array(bytes[..<count]))) ?? []
  }

  /// Replaces the file atomically.
  ///
  /// - Throws: a ``DomainError`` when it cannot be written.
  func write(_ entries: [Entry]) throws {
    let bytes = try JSON.encode(entries)
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw DomainError(
        "sessions-unwritable",
        "\(path) cannot be written (\(error)). Your habits are untouched, and browsers that were "
          + "signed in still are: free space or give yourself the right to write there."
      )
    }
  }
}
