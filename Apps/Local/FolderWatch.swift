import Loop

/// Tells when other programs have written into a person's folder, within half a second and however
/// much they write.
///
/// A commit is announced by the file system when its pages are written, a moment before it can be
/// read; so each change is looked at soon after it, and once more when the disk was slow. Between a
/// change and the look at it nothing is listened to: the system's reports cost whoever writes, which
/// may well be this program.
@LoopActor
public final class FolderWatch {
  /// Milliseconds from a change to the first look.
  ///
  /// Changes meanwhile do not put it off, so that a program that writes all the time is followed.
  private static let soon: UInt64 = 30
  /// Milliseconds from the last of several changes to the second look.
  private static let settled: UInt64 = 400

  private let folder: String
  private let body: @LoopActor () -> Void
  private var first: LoopTimer?
  private var second: LoopTimer?
  private var watcher: FileWatcher?

  /// Begins to watch.
  ///
  /// - Throws: `UVError` when there is no such folder, or the system's watches are used up.
  public init(_ folder: String, _ body: @escaping @LoopActor () -> Void) throws {
    self.folder = folder
    self.body = body
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
    watcher = try FileWatcher(folder) { [weak self] _ in self?.heard() }
  }

  private func heard() {
    // A timer that could not be restarted only makes this change show with the next one.
    guard (try? first?.restart(after: Self.soon)) != nil else { return }
    _ = try? second?.restart(after: Self.settled)
    watcher?.close()
    watcher = nil
  }

  private func look() {
    // Before the look, so that it finds whatever was not listened to. A folder that cannot be
    // watched just now is tried again with the second look.
    if watcher == nil { try? listen() }
    body()
  }

  /// Ends the watching.
  public func close() {
    watcher?.close()
    first?.close()
    second?.close()
    (watcher, first, second) = (nil, nil, nil)
  }
}
