import Core
import FileSystem

/// The private files in which the app stores permissions.
enum WebFile {
  private static let longest = 256 << 10

  /// Returns the contents of a file; nil if there is none, or others could have written or read it.
  static func read(_ path: String) -> [UInt8]? {
    (try? PrivateFile.read(path, limit: longest)) ?? nil
  }

  /// Replaces a file atomically.
  ///
  /// - Throws: a ``DomainError`` if it cannot be written.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw DomainError(
        "web-file-unwritable",
        "\(path) cannot be written (\(error)). Your data is untouched, and whatever was let in "
          + "still is: free space or give yourself the right to write there."
      )
    }
  }
}
