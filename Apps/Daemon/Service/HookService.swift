import Bus
import Core
import Engine
import FileSystem
import Glibc
import LocalApp
import Logging
import Loop
import Products
import Runtime

/// Runs the person's programs for events in the daemon, and for those that commands leave to it.
@LoopActor
final class HookService {
  private let space: LocalSpace
  private let queue: HookQueue
  private let events: HookedEvents
  private let runner: HookRunner
  private let store: HookStore
  private let log: Logger
  private var file: FileState?
  private var subscriptions: [Subscription] = []
  private var hasReceived = false
  private var isTaking = false

  /// An event with hooks has happened in the daemon.
  private struct EventReceived: Sendable {}

  static func begin(_ space: LocalSpace, _ bus: Bus, _ log: Logger) async -> HookService {
    let service = HookService(space, bus, log)
    await service.look()
    return service
  }

  private init(_ space: LocalSpace, _ bus: Bus, _ log: Logger) {
    self.space = space
    self.log = log
    queue = HookQueue(space.home)
    store = HookStore(space.home)
    events = HookedEvents(of: space.home, isDescendant: false)
    runner = HookRunner(space.home, clock: (try? Home.clock()) ?? SystemClock())
    subscriptions = [
      bus.topic(FolderChanged.self).subscribe("hooks") { [weak self] _ in
        Task { @LoopActor in await self?.look() }
      },
      space.runtime.bus.topic(EventReceived.self).subscribe("hooks") { [weak self] _ in
        self?.take()
      },
    ]
  }

  /// Checks for changed hooks, and runs hooks for the events that commands have left here.
  private func look() async {
    let found = FileState(store.path)
    if found != file {
      file = found
      check()
      await listen()
    }
    runner.run(queue.take())
  }

  /// Logs that the file of hooks cannot be used, since events would not show it.
  private func check() {
    do {
      _ = try store.all()
    } catch {
      log.warning("\(ErrorMessage(error)?.message ?? "\(error)")")
    }
  }

  /// Listens for events while there are hooks, so that a home without them pays nothing.
  private func listen() async {
    events.reload()
    guard !events.isEmpty else { return await space.runtime.setLiveObserver(nil) }
    let received = space.runtime.bus.topic(EventReceived.self)
    await space.runtime.setLiveObserver(events.observer { _ in received.post(EventReceived()) })
  }

  /// Describes the received events and runs their hooks, one after the other.
  private func take() {
    hasReceived = true
    guard !isTaking else { return }
    isTaking = true
    Task { @LoopActor in
      while hasReceived {
        hasReceived = false
        runner.run(await events.take(from: space))
      }
      isTaking = false
    }
  }

  func close() {
    for subscription in subscriptions { subscription.cancel() }
    runner.close()
  }
}

/// The state of the hooks' file, which differs after each change.
private struct FileState: Equatable {
  let inode: UInt
  let seconds: Int
  let nanoseconds: Int

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt(status.st_ino)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
