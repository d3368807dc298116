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

/// Keeps the home and its account the same while the daemon runs.
///
/// It looks anew whenever the person signs in or out, which the command line does in another process.
@LoopActor
final class BackgroundSync {
  /// Milliseconds until a stream of hints that ended is followed again; twice as many each time.
  nonisolated private static let shortestPause: Int64 = 2_000
  nonisolated private static let longestPause: Int64 = 300_000

  /// Milliseconds between two looks for reactions of friends and for new devices of the account.
  nonisolated private static let newsPause: Int64 = 300_000

  private let space: LocalSpace
  private let log: Logger
  private let notices: SyncNotices
  private var subscriptions: [Subscription] = []
  private var linked: LinkState?
  private var sync: HomeSync?
  private var work: Task<Void, Never>?
  private var isClosed = false

  /// Begins if the home has an account, else once it has one; nil where the product offers none.
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
      // Also what a round itself has brought; a round that finds nothing to do is short.
      space.runtime.observe(SpaceAdvanced.self, as: "sync") { [weak self] committed in
        if committed.space == id { self?.sync?.replicator.wake() }
      },
    ]
    look()
  }

  /// Begins anew if this device was signed in or out since the last look.
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
      if words?.code == "signed-out" { notices.tellSignedOut() }
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
        await notices.tell(try await devices.look())
        if let reactions { await notices.tell(try await reactions.look()) }
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
      // A stream that lived was no failure; what was missed is found by looking.
      if began.duration(to: .now) > .seconds(60) { pause = shortestPause }
      sync.replicator.wake()
      try? await Task.sleep(for: .milliseconds(Int64.random(in: pause / 2...pause)))
      pause = min(pause * 2, longestPause)
    }
  }

  /// Ends the sync, and waits until nothing of it is under way.
  func close() async {
    isClosed = true
    for subscription in subscriptions { subscription.cancel() }
    work?.cancel()
    await work?.value
    sync = nil
  }
}
