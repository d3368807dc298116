import Glibc

/// Identifies the file at a path, to notice when another one replaces it.
public struct FileIdentity: Sendable, Equatable {
  private let device: UInt
  private let inode: UInt

  /// - Returns: nil if there is no file; `errno` says why.
  public init?(at path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    self.init(info)
  }

  /// - Returns: nil if no file is open there; `errno` says why.
  public init?(of descriptor: Int32) {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    self.init(info)
  }

  private init(_ info: stat) {
    device = UInt(info.st_dev)
    inode = UInt(info.st_ino)
  }

  /// Whether the same file is at the path now.
  public func isStill(at path: String) -> Bool { FileIdentity(at: path) == self }
}
