import Bus
import Core
import Engine
import LocalApp
import Logging
import Loop
import Presentation
import Products
import Replication
import Runtime

/// Keeps the home and its account in sync while the daemon runs.
///
/// It checks again whenever the person signs in or out, which the command line does in another
/// process.
@LoopActor
final class BackgroundSync {
  /// The backoff before an ended stream of hints is followed again, in milliseconds; doubles.
  nonisolated private static let shortestPause: Int64 = 2_000
  nonisolated private static let longestPause: Int64 = 300_000

  /// Milliseconds between two checks for reactions of friends and for new devices of the account.
  nonisolated private static let newsPause: Int64 = 300_000

  private let space: LocalSpace
  private let log: Logger
  private let notices: SyncNotices
  private var subscriptions: [Subscription] = []
  private var linked: LinkState?
  private var sync: HomeSync?
  private var work: Task<Void, Never>?
  private var isClosed = false

  /// Starts if the home has an account, else once it has one; nil if the product offers none.
  static func begin(_ space: LocalSpace, _ bus: Bus, _ log: Logger) -> BackgroundSync? {
    guard space.product.policies.offersAccounts else { return nil }
    return BackgroundSync(space, bus, log)
  }

  private init(_ space: LocalSpace, _ bus: Bus, _ log: Logger) {
    self.space = space
    self.log = log
    notices = SyncNotices(space, bus)
    let id = space.id
    subscriptions = [
      bus.topic(FolderChanged.self).subscribe("sync") { [weak self] _ in self?.look() },
      // This includes what a round itself has received; a round that finds nothing to do is short.
      space.runtime.observe(SpaceAdvanced.self, as: "sync") { [weak self] committed in
        if committed.space == id { self?.sync?.replicator.wake() }
      },
    ]
    look()
  }

  /// Restarts if this device was signed in or out since the last check.
  private func look() {
    let now = LinkState(space.home)
    guard now != linked, !isClosed else { return }
    linked = now
    work?.cancel()
    sync = nil
    guard now.isLinked else { return }
    do {
      let notices = notices
      let begun = try HomeSync(space) { outcome, status in
        await notices.consider(outcome, status)
      }
      sync = begun
      work = Task { [log] in await BackgroundSync.keep(begun, notices, log) }
      log.info("the home is synchronized with \(begun.linked.account.server)")
    } catch {
      let words = ErrorMessage(error)
      log.warning("nothing is synchronized: \(words?.message ?? "\(error)")")
      if words?.code == "signed-out" { notices.notifySignedOut() }
    }
  }

  /// Synchronizes and listens for hints until it is cancelled.
  nonisolated private static func keep(
    _ sync: HomeSync,
    _ notices: SyncNotices,
    _ log: Logger
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await sync.replicator.run() }
      group.addTask { await listen(sync, log) }
      group.addTask { await followNews(sync, notices, log) }
      await group.waitForAll()
    }
  }

  nonisolated private static func followNews(
    _ sync: HomeSync,
    _ notices: SyncNotices,
    _ log: Logger
  ) async {
    let (devices, reactions) = (NewDevices(sync.linked), ReactionNews(sync.linked))
    while !Task.isCancelled {
      do {
        await notices.notify(try await devices.look())
        if let reactions { await notices.notify(try await reactions.look()) }
      } catch {
        log.debug("news are looked for later", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: .milliseconds(newsPause))
    }
  }

  nonisolated private static func listen(_ sync: HomeSync, _ log: Logger) async {
    var pause = shortestPause
    while !Task.isCancelled {
      let began = ContinuousClock.now
      do {
        try await sync.followServer()
      } catch {
        log.debug("the server's hints ended", metadata: ["error": "\(error)"])
      }
      // A stream that stayed open for a while did not fail; the next round finds what was missed.
      if began.duration(to: .now) > .seconds(60) { pause = shortestPause }
      sync.replicator.wake()
      try? await Task.sleep(for: .milliseconds(Int64.random(in: pause / 2...pause)))
      pause = min(pause * 2, longestPause)
    }
  }

  /// Stops the sync, and waits until nothing is in progress.
  func close() async {
    isClosed = true
    for subscription in subscriptions { subscription.cancel() }
    work?.cancel()
    await work?.value
    sync = nil
  }
}
