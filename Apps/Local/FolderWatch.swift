import Bus
import Loop

/// Other programs have written, or may have written, to the watched folder.
public struct FolderChanged: Sendable {
  public init() {}
}

/// Publishes writes of other programs to a person's folder within half a second, merging many.
///
/// The file system reports a commit when its pages are written, a moment before it can be read; so
/// each change is checked soon afterwards, and once more in case the disk was slow. Between a
/// change and its check the watch is suspended: the kernel's reports slow down the writer, which
/// may well be this program.
@LoopActor
public final class FolderWatch {
  /// Milliseconds from a change to the first check.
  ///
  /// Further changes do not postpone it, so that a continuous writer is followed too.
  private static let soon: UInt64 = 30
  /// Milliseconds from the last of several changes to the second check.
  private static let settled: UInt64 = 400

  private let folder: String
  private let changes: Topic<FolderChanged>
  private var first: LoopTimer?
  private var second: LoopTimer?
  private var watcher: FileWatcher?

  /// Starts watching; each change is a ``FolderChanged`` on `bus`.
  ///
  /// - Throws: `UVError` when there is no such folder, or the system has no watches left.
  public init(_ folder: String, on bus: Bus) throws {
    self.folder = folder
    changes = bus.topic()
    first = try timer(after: Self.soon)
    second = try timer(after: Self.settled)
    try listen()
  }

  private func timer(after milliseconds: UInt64) throws -> LoopTimer {
    let timer = try LoopTimer(after: milliseconds) { [weak self] in self?.look() }
    timer.stop()
    return timer
  }

  private func listen() throws {
    watcher = try FileWatcher(folder) { [weak self] _ in self?.didChange() }
  }

  private func didChange() {
    // If a timer cannot be restarted, this change is reported with the next one.
    guard (try? first?.restart(after: Self.soon)) != nil else { return }
    _ = try? second?.restart(after: Self.settled)
    watcher?.close()
    watcher = nil
  }

  private func look() {
    // Before the check, so that it finds changes made while the watch was suspended. If the folder
    // cannot be watched now, the second check tries again.
    if watcher == nil { try? listen() }
    changes.publish(FolderChanged())
  }

  /// Stops watching.
  public func close() {
    watcher?.close()
    first?.close()
    second?.close()
    (watcher, first, second) = (nil, nil, nil)
  }
}
