import Glibc

/// The space that files take, and that is left for more of them.
public enum DiskSpace {
  /// The length of the file in bytes; 0 if there is none.
  public static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The bytes that this user can still write to the disk with that path; nil if they are not known.
  public static func free(at path: String) -> Int? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return nil }
    return bytes(UInt64(disk.f_bavail), of: UInt64(disk.f_frsize))
  }

  /// The bytes of some blocks, up to the greatest number: a file system without a limit may claim to
  /// have more.
  package static func bytes(_ blocks: UInt64, of size: UInt64) -> Int {
    let (bytes, isTooMany) = blocks.multipliedReportingOverflow(by: size)
    return isTooMany ? .max : Int(clamping: bytes)
  }
}
