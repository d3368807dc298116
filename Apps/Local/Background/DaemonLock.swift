import Core
import FileSystem
import Glibc

/// Ensures that only one daemon serves a folder, and publishes its address.
///
/// The system releases the lock when the process ends, for any reason; the file stays, but is
/// meaningless then.
public final class DaemonLock: Sendable {
  private static let longest = 16 << 10

  private let file: Int32

  /// - Throws: a ``DomainError`` that reports where the existing daemon runs.
  public static func take(_ home: Home) throws -> DaemonLock {
    try home.create()
    let file = open(home.daemonLock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw unwritable(home) }
    // A status request holds the lock for a moment.
    for _ in 0..<20 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        fchmod(file, 0o600)
        return DaemonLock(file)
      }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      if let other = read(file) {
        close(file)
        throw isRunning(other)
      }
      usleep(20_000)
    }
    defer { close(file) }
    throw DomainError(
      "daemon-starting",
      "Another trellisd is just starting or stopping in \(home.path). Nothing was changed: try "
        + "again in a moment."
    )
  }

  private static func isRunning(_ other: DaemonRecord) -> DomainError {
    DomainError(
      "daemon-running",
      "trellisd runs already for \(other.home): \(other.location). "
        + "One is enough; to end it: trellisd stop"
    )
  }

  private static func unwritable(_ home: Home) -> DomainError {
    DomainError(
      "home-unwritable",
      "\(home.daemonLock) cannot be written (\(String(cString: strerror(errno)))). Nothing was "
        + "changed: give yourself the right to write there, or set TRELLIS_HOME."
    )
  }

  private init(_ file: Int32) { self.file = file }

  deinit { close(file) }

  /// Publishes the address of this daemon; nil while it does not serve.
  public func write(_ record: DaemonRecord?) {
    var bytes: [UInt8] = []
    if let record, let line = try? JSON.encode(record) { bytes = line + [UInt8(ascii: "\n")] }
    // Overwritten and then truncated, so that a reader never finds it empty in between.
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count else { return }
    ftruncate(file, bytes.count)
  }

  /// Whether the folder at the home's path is still the one whose lock this is.
  ///
  /// It is not after it was moved or removed, or a disk was mounted over it.
  public func isStill(of home: Home) -> Bool {
    FileIdentity(of: file)?.isStill(at: home.daemonLock) ?? false
  }

  /// The record that a folder's daemon published; nil if none runs.
  public static func holder(of home: Home) -> DaemonRecord? {
    let file = open(home.daemonLock, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard flock(file, LOCK_SH | LOCK_NB) != 0 else { return nil }
    return read(file)
  }

  /// Whether a process holds the lock, even if it has not published a record yet.
  public static func isHeld(of home: Home) -> Bool {
    let file = open(home.daemonLock, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }

  private static func read(_ file: Int32) -> DaemonRecord? {
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    // Between the two steps of `write` the end of an older, longer record may still be there.
    let end = bytes[..<count].firstIndex(of: UInt8(ascii: "\n")) ?? count
    return try? JSON.decode(DaemonRecord.self, from: Array(bytes[..<end]))
  }
}
