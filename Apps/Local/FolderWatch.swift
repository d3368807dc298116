import Loop

/// Tells when other programs have written into a person's folder, within half a second and however
/// much they write.
///
/// A commit is announced by the file system when its pages are written, a moment before it can be
/// read; so each change is looked at soon after it, and once more when the disk was slow.
@LoopActor
public final class FolderWatch {
  /// Milliseconds from a change to the first look.
  ///
  /// Changes meanwhile do not put it off, so that a
  /// program that writes all the time is followed.
  private static let soon: UInt64 = 30
  /// Milliseconds from the last of several changes to the second look.
  private static let settled: UInt64 = 400

  private let first: LoopTimer
  private let second: LoopTimer
  private var watcher: FileWatcher?

  /// Begins to watch.
  ///
  /// - Throws: `UVError` when there is no such folder, or the system's watches are used up.
  public init(_ folder: String, _ body: @escaping @LoopActor () -> Void) throws {
    let looks = Looks()
    first = try LoopTimer(after: Self.soon) {
      looks.isPlanned = false
      body()
    }
    first.stop()
    second = try LoopTimer(after: Self.settled) { body() }
    second.stop()
    let (first, second) = (first, second)
    watcher = try FileWatcher(folder) { _ in
      // A timer that could not be restarted only makes this change show with the next one.
      try? second.restart(after: Self.settled)
      guard !looks.isPlanned else { return }
      looks.isPlanned = (try? first.restart(after: Self.soon)) != nil
    }
  }

  /// Ends the watching.
  public func close() {
    watcher?.close()
    first.close()
    second.close()
  }
}

/// Whether a look is about to happen.
@LoopActor
private final class Looks {
  var isPlanned = false
}
