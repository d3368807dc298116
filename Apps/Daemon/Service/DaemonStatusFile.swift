import LocalApp
import Loop
import RemindersContract
import Synchronization

/// This daemon's record in its lock file.
@LoopActor
final class DaemonStatusFile {
  private let lock: DaemonLock
  private(set) var record: DaemonRecord
  nonisolated private let reachesDesktop = Atomic(false)

  nonisolated init(_ lock: DaemonLock, _ record: DaemonRecord) {
    self.lock = lock
    self.record = record
  }

  /// Publishes the record for the first time.
  func announce() { lock.write(record) }

  func change(_ body: (inout DaemonRecord) -> Void) {
    let before = record
    body(&record)
    reachesDesktop.store(record.notices == .desktop, ordering: .relaxed)
    if record != before { lock.write(record) }
  }

  /// The channels of notices as pages report them, always up to date.
  nonisolated var channels: NoticeChannels {
    NoticeChannels(
      isAwake: true,
      reachesDesktop: self.reachesDesktop.load(ordering: .relaxed)
    )
  }

  /// Clears the record; called when nothing is served any more.
  func end() { lock.write(nil) }
}
