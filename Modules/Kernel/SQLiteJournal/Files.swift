import FileSystem
import Glibc
import Journals

/// The journal's file operations that do not go through SQLite.
///
/// Nothing here opens and closes a file that SQLite has open in this process: that would drop
/// SQLite's own locks on it (sqlite.org/howtocorrupt.html, section 2.2).
enum Files {
  /// Creates the missing folders above `path`, accessible to this user only.
  static func makeFolder(of path: String) throws(JournalError) {
    let folder = PathParts(path).folder
    guard folder != "/", folder != "." else { return }
    do throws(FileError) {
      try Folder.create(folder)
    } catch { throw ErrorTranslation.system(error.code, "mkdir", folder) }
  }

  /// Creates an empty file, accessible to this user only, unless there is one already.
  static func createPrivate(_ path: String) throws(JournalError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw ErrorTranslation.system(errno, "create", path)
    }
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether there is such a file.
  ///
  /// - Throws: ``JournalError`` if that cannot be determined, as in a folder that may not be opened.
  static func isPresent(_ path: String) throws(JournalError) -> Bool {
    guard access(path, F_OK) != 0 else { return true }
    let code = errno
    guard code == ENOENT || code == ENOTDIR else {
      throw ErrorTranslation.system(code, "access", path)
    }
    return false
  }

  static func remove(_ path: String) { unlink(path) }

  /// The bytes of a file that SQLite does not have open in this process; nil if it cannot be read.
  static func contents(of path: String) -> [UInt8]? { try? FileContents.read(path) }

  /// Writes a new file, accessible to this user only.
  static func write(_ bytes: [UInt8], to path: String) throws(JournalError) {
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw ErrorTranslation.system(error.code, "write", path)
    }
  }

  /// Seconds since the contents of a file were last changed; nil if there is no such file.
  static func age(of path: String) -> Int? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return time(nil) - info.st_mtim.tv_sec
  }

  /// Makes the contents of a file survive a loss of power.
  static func flush(_ path: String) throws(JournalError) {
    do throws(FileError) {
      try DiskFlush.file(path)
    } catch { throw ErrorTranslation.system(error.code, "fsync", path) }
  }

  /// Makes the names beside a file survive a loss of power.
  static func flushFolder(of path: String) throws(JournalError) {
    do throws(FileError) {
      try DiskFlush.folder(of: path)
    } catch { throw ErrorTranslation.system(error.code, "fsync", PathParts(path).folder) }
  }

  /// The folder of the file itself if `path` is a link: SQLite keeps its log there.
  static func folderBehindLinks(of path: String) -> String {
    PathParts(behindLinks(path)).folder
  }

  /// The path of the file itself if `path` is a link; `path` if there is no file.
  static func behindLinks(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  static func move(_ from: String, to: String) throws(JournalError) {
    guard rename(from, to) == 0 else { throw ErrorTranslation.system(errno, "rename", from) }
  }

  /// The first of `path`1, `path`2 and so on that does not exist.
  static func unused(_ path: String) -> String {
    var number = 1
    while exists("\(path)\(number)") { number += 1 }
    return "\(path)\(number)"
  }
}

extension FileIdentity {
  /// - Throws: ``JournalError`` if there is no file.
  init(_ path: String) throws(JournalError) {
    guard let found = FileIdentity(at: path) else {
      throw ErrorTranslation.system(errno, "stat", path)
    }
    self = found
  }
}
