import Core
import Glibc
import Journals
import Locks

/// Reports what other processes write to a journal's file, within half a second.
///
/// The delay does not depend on how much they write. The file system reports a commit when its
/// pages are written, a moment before it can be read; so the file is checked soon after each
/// change, and again in case the disk was slow.
///
/// Source: inotify(7).
final class HeadWatch: Sendable {
  /// Milliseconds from a change to the first check.
  private static let soon: Int32 = 30
  /// Milliseconds from the first check to the second.
  private static let settled: Int32 = 370
  /// Milliseconds between the following checks, for a disk that takes seconds.
  private static let late: [Int32] = [1600, 8000]

  private let journal: SQLiteJournal
  private let listener: AsyncStream<SpaceHead>.Continuation
  private let reported = SharedLocked(KnownHeads())
  private let changes: Int32
  /// A pair of sockets: writing to one when the listener is gone makes the other readable.
  private let ending: (read: Int32, write: Int32)

  /// Begins to watch.
  ///
  /// - Throws: ``JournalError``, for instance if the system's watches are used up.
  static func stream(
    of journal: SQLiteJournal
  ) async throws(JournalError) -> AsyncStream<SpaceHead> {
    let (stream, listener) = AsyncStream.makeStream(of: SpaceHead.self)
    let watch = try HeadWatch(journal, listener)
    // The file is watched already, so nothing is lost between this check and the next.
    try await journal.beginReporting(watch.reported)
    listener.onTermination = { _ in watch.end() }
    try watch.start()
    return stream
  }

  private init(
    _ journal: SQLiteJournal,
    _ listener: AsyncStream<SpaceHead>.Continuation
  ) throws(JournalError) {
    let folder = Files.folderBehindLinks(of: journal.path)
    let changes = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    var ends: [Int32] = [-1, -1]
    // Not a pipe: only sockets can be created so that no program started meanwhile inherits them.
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
    guard changes >= 0, ends[1] >= 0, inotify_add_watch(changes, folder, mask) >= 0 else {
      let number = errno
      // Before the properties have them: `deinit` would close their numbers once more, which may be
      // those of another thread's files by then.
      for descriptor in ends + [changes] where descriptor >= 0 { close(descriptor) }
      throw ErrorTranslation.unwatched(number, folder)
    }
    self.journal = journal
    self.listener = listener
    self.changes = changes
    ending = (ends[0], ends[1])
  }

  deinit {
    for descriptor in [changes, ending.read, ending.write] { close(descriptor) }
  }

  private func end() {
    var sign: UInt8 = 1
    write(ending.write, &sign, 1)
  }

  private func start() throws(JournalError) {
    var thread = pthread_t()
    let me = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(&thread, nil, headWatchRuns, me)
    guard code == 0 else {
      Unmanaged<HeadWatch>.fromOpaque(me).release()
      throw ErrorTranslation.system(code, "start a thread for", journal.path)
    }
    pthread_detach(thread)
  }

  // MARK: On the thread

  fileprivate func run() {
    while wait(.max) == .changed, lookAfterChange() {}
    // If the system failed, the listener must not wait for events that will not come.
    listener.finish()
  }

  /// Checks several times after a change; false if the listener is gone.
  private func lookAfterChange() -> Bool {
    guard rest(Self.soon) else { return false }
    // Only here: a later notification may be of a commit that the checks below are too early for.
    drain()
    look()
    guard rest(Self.settled) else { return false }
    look()
    for pause in Self.late {
      switch wait(pause) {
      case .ended: return false
      case .changed: return true
      case .over: look()
      }
    }
    return true
  }

  private enum Sign { case changed, over, ended }

  /// Waits for a change, for at most `milliseconds`.
  private func wait(_ milliseconds: Int32) -> Sign {
    watch([changes, ending.read], milliseconds)
  }

  /// Waits without listening to changes; false if the listener is gone.
  private func rest(_ milliseconds: Int32) -> Bool {
    watch([-1, ending.read], milliseconds) == .over
  }

  /// Waits until one of the files is readable; a negative one never is.
  private func watch(_ files: [Int32], _ milliseconds: Int32) -> Sign {
    var files = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&files, nfds_t(files.count), milliseconds == .max ? -1 : milliseconds)
      if count == 0 { return .over }
      // A signal interrupted the wait: it starts again.
      if count < 0, errno == EINTR { continue }
      if count < 0 || files[1].revents != 0 { return .ended }
      return .changed
    }
  }

  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(changes, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  private func look() {
    Task.detached { [journal, reported, listener] in
      // If the journal cannot be read now, the next change reports it.
      try? await journal.reportNewHeads(since: reported, to: listener)
    }
  }
}

private func headWatchRuns(_ watch: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let watch else { return nil }
  Unmanaged<HeadWatch>.fromOpaque(watch).takeRetainedValue().run()
  return nil
}
