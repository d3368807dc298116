import Glibc

/// Writes files atomically, readable and writable only by the current user (mode 0600).
///
/// The bytes are written to a new file beside the target, synced to disk, and renamed to the target
/// in one step.
public enum AtomicFile {
  /// Writes the file, and replaces an existing one.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try place(path, replaces: true, failure: { $0 }) { partial throws(FileError) in
      try fill(partial, with: bytes)
    }
  }

  /// Writes the file unless one exists.
  ///
  /// - Throws: a ``FileError`` whose ``FileError/isExistingFile`` is true if one exists.
  public static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    try place(path, replaces: false, failure: { $0 }) { partial throws(FileError) in
      try fill(partial, with: bytes)
    }
  }

  /// Puts a file at `path`; `make` writes and syncs it under the name that it is given.
  ///
  /// Removes partial files beside `path` that programs left behind when they were killed.
  ///
  /// - Parameter failure: the error to throw for an error of the system.
  /// - Throws: that error, or what `make` throws. The file at `path` is unchanged in that case,
  ///   unless the folder could not be synced: then the new file is at `path`, but may be gone after
  ///   a loss of power.
  public static func place<E: Error>(
    _ path: String,
    replaces: Bool,
    failure: (FileError) -> E,
    _ make: (_ partial: String) throws(E) -> Void
  ) throws(E) {
    let partial = begin(path)
    defer { unlink(partial) }
    try make(partial)
    do throws(FileError) {
      try end(path, partial, replaces)
    } catch { throw failure(error) }
  }

  /// Puts a file at `path` as the other function of this name does, with a `make` that waits.
  public static func place<E: Error>(
    _ path: String,
    replaces: Bool,
    failure: (FileError) -> E,
    _ make: (_ partial: String) async throws(E) -> Void
  ) async throws(E) {
    let partial = begin(path)
    defer { unlink(partial) }
    try await make(partial)
    do throws(FileError) {
      try end(path, partial, replaces)
    } catch { throw failure(error) }
  }

  private static func begin(_ path: String) -> String {
    PartialFile.removeLeftovers(of: path)
    return PartialFile.name(of: path)
  }

  private static func end(
    _ path: String,
    _ partial: String,
    _ replaces: Bool
  ) throws(FileError) {
    try replaces ? check(rename(partial, path)) : moveUnlessExisting(partial, to: path)
    try DiskFlush.folder(of: path)
  }

  /// Unlike `rename`, never replaces a file.
  private static func moveUnlessExisting(_ partial: String, to path: String) throws(FileError) {
    if link(partial, path) == 0 { return }
    let code = errno
    guard code != EEXIST, access(path, F_OK) != 0 else { throw FileError(code: EEXIST) }
    // Some file systems have no hard links.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code) else { throw FileError(code: code) }
    try check(rename(partial, path))
  }

  private static func fill(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let file = try NewFile(path)
    try file.write(bytes)
    try file.sync()
  }

  /// Writes all of the bytes to a descriptor, in as many calls as it takes.
  static func writeAll(_ bytes: [UInt8], to file: Int32) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw FileError(code: errno) }
      rest = rest.dropFirst(written)
    }
  }

  private static func check(_ result: Int32) throws(FileError) {
    guard result == 0 else { throw FileError(code: errno) }
  }
}

/// An error of the system for an operation on a file.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A value of `errno`.
  public let code: Int32

  public init(code: Int32) { self.code = code }

  /// Whether the file was not created because one with that name exists.
  public var isExistingFile: Bool { code == EEXIST }

  /// Whether there is no file with that name.
  public var isMissingFile: Bool { code == ENOENT }

  /// The system's message for the error.
  public var description: String { String(cString: strerror(code)) }
}
