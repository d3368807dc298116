import Glibc

/// A private copy of a foreign file, removed when this object is deinitialized.
///
/// The copy is in a folder that only the current user can access. SQLite may create files beside
/// the one it opens, and nothing may appear beside the user's own file.
final class PrivateCopy {
  /// The path of the copy.
  let path: String
  private let folder: String
  private var files: [String]

  init(of bytes: [UInt8], for file: ImportFile) throws(FormatError) {
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

  /// Writes more bytes beside the copy, at its path plus `suffix`.
  func add(_ bytes: [UInt8], suffix: String, for file: ImportFile) throws(FormatError) {
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
