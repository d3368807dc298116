import Core
import Glibc
import TelemetryContract

/// Counts in one small file that only its owner can read.
///
/// The file is written in place under a lock, so that concurrent programs do not lose each other's
/// counts. A file torn by a crash is read as empty: counts may be lost, but habits are not stored
/// here.
struct FileSpool: Spool {
  private static let mostBytes = 64 << 10

  let path: String

  func counts() -> UseCounts {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return UseCounts() }
    defer { close(file) }
    flock(file, LOCK_SH)
    return FileSpool.read(file)
  }

  func change(_ body: (inout UseCounts) -> Void) throws {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw unwritable() }
    defer { close(file) }
    guard flock(file, LOCK_EX) == 0 else { throw unwritable() }
    var counts = FileSpool.read(file)
    body(&counts)
    guard !counts.isEmpty else { return try drop() }
    let bytes = try JSON.encode(counts)
    guard bytes.count <= FileSpool.mostBytes else { return }
    guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else {
      ftruncate(file, 0)
      throw unwritable()
    }
  }

  /// Where a program that ends by a fault notes it (``CrashMark``).
  var crashMark: String { path + "-crashes" }

  func drop() throws {
    guard unlink(crashMark) == 0 || errno == ENOENT else { throw unwritable() }
    // Truncated first, for a program that has it open.
    guard truncate(path, 0) == 0 || errno == ENOENT else { throw unwritable() }
    guard unlink(path) == 0 || errno == ENOENT else { throw unwritable() }
  }

  private static func read(_ file: Int32) -> UseCounts {
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return UseCounts() }
    return (try? JSON.decode(UseCounts.self, from: Array(bytes[..<count]))) ?? UseCounts()
  }

  private func unwritable() -> DomainError {
    DomainError(
      "telemetry-unwritable",
      "\(path) cannot be changed (\(String(cString: strerror(errno)))). Your data is untouched: "
        + "delete that file yourself to drop what was counted."
    )
  }
}
