import Glibc

/// Makes what was written survive a loss of power.
public enum DiskFlush {
  /// Waits until the contents of a file are on disk.
  public static func file(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError(code: errno) }
  }

  /// Waits until the names in a folder are on disk, as far as the system can tell.
  public static func folder(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else {
      // A folder that may be written but not listed cannot be synced.
      guard errno == EACCES else { throw FileError(code: errno) }
      return
    }
    defer { close(descriptor) }
    // Some file systems cannot sync folders.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileError(code: errno) }
  }

  /// Waits until the names beside a file are on disk.
  public static func folder(of path: String) throws(FileError) {
    try folder(PathParts(path).folder)
  }
}
