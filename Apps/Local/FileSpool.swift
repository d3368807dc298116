import Core
import FileSystem
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
    do {
      try SharedFile(path, limit: FileSpool.mostBytes).change { bytes in
        var counts = FileSpool.counts(in: bytes)
        body(&counts)
        guard !counts.isEmpty else { return try drop() }
        let changed = try JSON.encode(counts)
        if changed.count <= FileSpool.mostBytes { bytes = changed }
      }
    } catch let error as FileError { throw unwritable(error) }
  }

  /// The file in which a program records that it ends by a fault (``CrashMark``).
  var crashMark: String { path + "-crashes" }

  func drop() throws {
    try remove { unlink(crashMark) }
    // Truncated first, in case a program has it open.
    try remove { truncate(path, 0) }
    try remove { unlink(path) }
  }

  /// Makes a call, which also succeeds if there is nothing to remove.
  private func remove(_ call: () -> Int32) throws {
    guard call() == 0 || errno == ENOENT else { throw unwritable(FileError(code: errno)) }
  }

  private static func read(_ file: Int32) -> UseCounts {
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return UseCounts() }
    return counts(in: Array(bytes[..<count]))
  }

  private static func counts(in bytes: [UInt8]) -> UseCounts {
    (try? JSON.decode(UseCounts.self, from: bytes)) ?? UseCounts()
  }

  private func unwritable(_ error: FileError) -> DomainError {
    DomainError(
      "telemetry-unwritable",
      "\(path) cannot be changed (\(error)). Your data is untouched: "
        + "delete that file yourself to drop what was counted."
    )
  }
}
