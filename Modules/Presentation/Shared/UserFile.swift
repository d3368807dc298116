import Core
import FileSystem
import Glibc

/// Files that a person named.
public enum UserFile {
  /// Writes the file atomically, readable by this user only.
  ///
  /// - Parameter replaces: whether to replace an existing file.
  /// - Throws: ``DomainError`` with the code `file-exists` or `file-unwritable`.
  public static func write(_ bytes: [UInt8], to path: String, replaces: Bool = true) throws {
    do throws(FileError) {
      try replaces ? AtomicFile.write(bytes, to: path) : AtomicFile.create(bytes, at: path)
    } catch  where error.isExistingFile && !replaces {
      throw exists(path)
    } catch {
      throw unwritable(path, error)
    }
  }

  /// Reads the whole file.
  ///
  /// - Throws: ``DomainError`` with the code `file-unreadable`.
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

  private static func exists(_ path: String) -> DomainError {
    DomainError(
      "file-exists",
      "There is a file \(path) already, and it was left as it is. Choose another name, or add "
        + "--overwrite to replace it."
    )
  }

  private static func unwritable(_ path: String, _ error: FileError) -> DomainError {
    DomainError(
      "file-unwritable",
      "\(path) could not be written (\(error)). Your habits are untouched: choose another place."
    )
  }

  private static func unreadable(_ path: String) -> DomainError {
    DomainError(
      "file-unreadable",
      "\(path) could not be read (\(FileError(code: errno))). Nothing was changed."
    )
  }
}
