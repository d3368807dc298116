import Core
import FileSystem
import Replication

/// The state of a home's sync at the end of the last round, for other programs of the home.
public struct SyncStatusFile: Sendable {
  private static let longest = 64 << 10

  private let path: String

  public init(_ home: Home) { path = home.sync.status }

  /// As if nothing was ever synchronized if the file is missing or damaged: it is only a report.
  public func load() -> SyncStatus {
    guard let bytes = try? PrivateFile.read(path, limit: SyncStatusFile.longest),
      let status = try? JSON.decode(SyncStatus.self, from: bytes)
    else { return SyncStatus() }
    return status
  }

  /// Writes the status unless the file is already equal.
  func save(_ status: SyncStatus) {
    guard status != load(), let bytes = try? JSON.encode(status) else { return }
    // A full disk is reported by the data that cannot be stored.
    try? AtomicFile.write(bytes, to: path)
  }
}
