import Bus
import LocalApp
import Loop
import RemindersContract
import Synchronization

/// This daemon's record in its lock file.
@LoopActor
final class DaemonStatusFile {
  private let lock: DaemonLock
  private(set) var record: DaemonRecord
  private var subscriptions: [Subscription] = []
  nonisolated private let reachesDesktop = Atomic(false)

  nonisolated init(_ lock: DaemonLock, _ record: DaemonRecord) {
    self.lock = lock
    self.record = record
  }

  /// Publishes the record for the first time, and updates it when its contents change.
  func announce(on bus: Bus) {
    lock.write(record)
    subscriptions = [
      bus.topic(WebAppStarted.self).subscribe("status file") { [weak self] in self?.started($0) },
      bus.topic(DesktopChanged.self).subscribe("status file") { [weak self] event in
        self?.change { $0.notices = event.isReady ? .desktop : .inbox }
      },
    ]
  }

  private func started(_ app: WebAppStarted) {
    change { record in
      record.product = app.product
      record.port = app.port
      record.address = app.address
      record.socket = app.socket
    }
    SystemdNotifier.notify("READY=1\nSTATUS=\(app.title) is at \(app.address)")
  }

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
  func end() {
    for subscription in subscriptions { subscription.cancel() }
    lock.write(nil)
  }
}
