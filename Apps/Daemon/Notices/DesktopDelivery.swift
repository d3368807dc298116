import Bus
import Core
import Engine
import LocalApp
import Logging
import Loop
import Presentation
import Products
import RemindersContract
import Runtime
import SQLiteJournal
import TrackingContract

/// Delivers notices that this device gives, and questions, to the desktop, and returns the answers.
@LoopActor
final class DesktopDelivery {
  /// Milliseconds until what the desktop has refused is tried again: doubled each time, up to the
  /// longest.
  private static let firstPause: Int64 = 5_000
  private static let longestPause: Int64 = 900_000

  private let space: LocalSpace
  private let link: DesktopLink
  private let gate: QuietGate
  private let notifier: DesktopNotifier
  private let signIn: SignInNotifier
  private let sync: SyncNotifier
  private let signals: SignalNotifier
  private let waiting: WaitingNotices
  private let missed: MissedNotices
  private let log: Logger
  private var due: [NoticeID] = []
  private var isDelivering = false
  private var retry: WallTimer?
  private var pause = DesktopDelivery.firstPause
  private var subscriptions: [Subscription] = []

  /// Starts to deliver; nil if the product gives no notices.
  static func begin(
    _ space: LocalSpace,
    _ statusFile: DaemonStatusFile,
    _ bus: Bus,
    _ log: Logger
  ) -> DesktopDelivery? {
    guard space.product.answers(FindNotices.self), space.product.policies.allowsNotices else {
      statusFile.change { $0.notices = .none }
      return nil
    }
    return DesktopDelivery(space, statusFile, bus, log)
  }

  private init(_ space: LocalSpace, _ statusFile: DaemonStatusFile, _ bus: Bus, _ log: Logger) {
    self.space = space
    self.log = log
    waiting = WaitingNotices(space.home)
    missed = MissedNotices(space)
    link = DesktopLink(bus, log)
    gate = QuietGate(space, bus)
    notifier = DesktopNotifier(space, link, bus, log)
    signIn = SignInNotifier(space.product, link, bus, log)
    sync = SyncNotifier(space.product, link, gate, bus, log)
    signals = SignalNotifier(space, link, gate, bus, log)
    statusFile.change { $0.notices = .inbox }
    retry = try? WallTimer { [weak self] in self?.deliverWaiting() }
    let id = space.id
    subscriptions = [
      space.observeOwn(NoticeDue.self, as: "desktop") { [weak self] event in
        self?.deliver([event.notice.id])
      },
      space.runtime.observe(CheckChanged.self, as: "desktop") { [weak self] committed in
        guard committed.space == id, committed.event.to != .open else { return }
        self?.notifier.settle(committed.event.habit, committed.event.day)
      },
      space.runtime.observe(HabitRemoved.self, as: "desktop") { [weak self] committed in
        guard committed.space == id else { return }
        self?.notifier.forget(committed.event.habit)
      },
      bus.topic(DesktopChanged.self).subscribe("waiting notices") { [weak self] event in
        if event.isReady { self?.deliverWaiting() }
      },
      bus.topic(QuietHoursPassed.self).subscribe("waiting notices") { [weak self] _ in
        self?.deliverWaiting()
      },
    ]
    notifier.start()
    Task { [link] in await link.look() }
  }

  /// Notices that came while there was no desktop.
  private func deliverWaiting() {
    Task { @LoopActor in
      if await gate.isShut() { return }
      deliver(waiting.take())
    }
  }

  private func deliver(_ notices: [NoticeID]) {
    due += notices
    guard !isDelivering, !due.isEmpty else { return }
    isDelivering = true
    Task { @LoopActor in
      while !due.isEmpty { await deliverDue() }
      isDelivering = false
    }
  }

  private func deliverDue() async {
    var waits = due
    due = []
    do {
      let items = try await standing(waits)
      waits = items.map(\.notice.id)
      // Oldest first, so that the newest is on top.
      for item in items.reversed() {
        try await notifier.deliver([item])
        waits.removeAll { $0 == item.notice.id }
        pause = DesktopDelivery.firstPause
      }
    } catch {
      log.debug("notices wait", metadata: ["count": "\(waits.count)", "error": "\(error)"])
      waiting.add(waits)
      // Without a desktop they come with the next one.
      guard link.isReady else { return }
      try? retry?.restart(after: pause)
      pause = min(pause * 2, DesktopDelivery.longestPause)
    }
  }

  /// The notices that are still worth showing, newest first.
  private func standing(_ ids: [NoticeID]) async throws -> [InboxItem] {
    // What another program has just written counts too.
    try await space.runtime.refresh(space.id)
    let context: any SpaceContext = try await space.pageContext()
    let recent = try await context.ask(FindNotices(notices: ids)).filter { item in
      context.now < item.notice.at.advanced(bySeconds: 86_400)
    }
    return await ProductCatalog.standing(recent, context)
  }

  func close() {
    for subscription in subscriptions { subscription.cancel() }
    retry?.close()
    missed.close()
    notifier.close()
    signIn.close()
    sync.close()
    signals.close()
    gate.close()
    link.close()
  }
}
