import LocalApp
import Loop
import RemindersContract
import Synchronization

/// What this daemon says of itself in its lock file.
@LoopActor
final class DaemonStatusFile {
  private let lock: DaemonLock
  private(set) var record: DaemonRecord
  nonisolated private let reachesDesktop = Atomic(false)

  nonisolated init(_ lock: DaemonLock, _ record: DaemonRecord) {
    self.lock = lock
    self.record = record
  }

  /// Says it for the first time.
  func announce() { lock.write(record) }

  func change(_ body: (inout DaemonRecord) -> Void) {
    let before = record
    body(&record)
    reachesDesktop.store(record.notices == .desktop, ordering: .relaxed)
    if record != before { lock.write(record) }
  }

  /// What pages say about the ways of notices; always as it is then.
  nonisolated var channels: NoticeChannels {
    NoticeChannels(
      isAwake: true,
      reachesDesktop: self.reachesDesktop.load(ordering: .relaxed)
    )
  }

  /// Says nothing any more; called when nothing is served any more.
  func end() { lock.write(nil) }
}
