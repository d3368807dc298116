import Glibc

/// A copy of a foreign file in a folder that only this process's person can look into, gone when
/// this goes.
///
/// SQLite may put files beside the one it opens, and nothing may appear beside the person's own.
final class PrivateCopy {
  /// Where the copy is.
  let path: String
  private let folder: String
  private var files: [String]

  init(of bytes: [UInt8], for file: ForeignFile) throws(FormatError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/trellis-import-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw file.error("no temporary folder could be made in \(base)")
    }
    folder = String(cString: made)
    path = "\(folder)/copy.db"
    files = [path]
    guard PrivateCopy.write(bytes, to: path) else {
      throw file.error("no temporary copy could be written to \(base)")
    }
  }

  /// Puts more bytes beside the copy, at its path and `suffix`.
  func add(_ bytes: [UInt8], suffix: String, for file: ForeignFile) throws(FormatError) {
    files.append(path + suffix)
    guard PrivateCopy.write(bytes, to: path + suffix) else {
      throw file.error("no temporary copy could be written to \(folder)")
    }
  }

  deinit {
    for file in files + ["\(path)-wal", "\(path)-shm", "\(path)-journal"] { unlink(file) }
    rmdir(folder)
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return bytes.withUnsafeBytes { buffer in
      var rest = UnsafeRawBufferPointer(rebasing: buffer[...])
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = Glibc.write(descriptor, start, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
  }
}
