import Core
import FileSystem
import Glibc

/// Small files of the web app that only this user can read.
enum PrivateFile {
  private static let longest = 256 << 10

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The contents of a file; nil if there is none, or others could have written or read it.
  static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Replaces a file atomically.
  ///
  /// - Throws: a ``DomainError`` when it cannot be written.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw DomainError(
        "web-file-unwritable",
        "\(path) cannot be written (\(error)). Your habits are untouched, and whatever was let in "
          + "still is: free space or give yourself the right to write there."
      )
    }
  }
}
