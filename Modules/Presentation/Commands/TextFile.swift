import Core
import Glibc

/// Text files that a person named.
public enum TextFile {
  /// Writes the file atomically.
  ///
  /// - Throws: ``DomainError`` with a message for the person.
  public static func write(_ text: String, to path: String) throws {
    let partial = path + ".partial"
    guard let file = fopen(partial, "we") else { throw failure(path) }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
    let isClosed = fclose(file) == 0
    guard isWritten, isClosed, rename(partial, path) == 0 else {
      unlink(partial)
      throw failure(path)
    }
  }

  /// - Throws: ``DomainError`` with a message for the person.
  public static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "re") else { throw unreadable(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard ferror(file) == 0 else { throw unreadable(path) }
    return bytes
  }

  private static func failure(_ path: String) -> DomainError {
    DomainError(
      "file-unwritable",
      "\(path) could not be written (\(String(cString: strerror(errno)))). "
        + "Everything you entered is untouched: choose another place."
    )
  }

  private static func unreadable(_ path: String) -> DomainError {
    DomainError(
      "file-unreadable",
      "\(path) could not be read (\(String(cString: strerror(errno)))). Nothing was changed."
    )
  }
}
