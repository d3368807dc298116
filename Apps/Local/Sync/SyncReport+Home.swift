import Core
import Presentation
import Replication

extension SyncReport {
  /// The present state of the sync of an open home.
  public init(_ space: LocalSpace, _ now: Instant, _ calendar: LocalCalendar) async throws {
    let home = space.home
    let account = try home.sync.loadAccount()
    let sync = account == nil ? nil : try? HomeSync(space)
    let known = SyncStatusFile(home).load()
    self.init(
      account,
      isSignedIn: (try? home.sync.loadToken()) != nil,
      await sync?.replicator.status() ?? known,
      isInBackground: DaemonLock.isHeld(of: home),
      calendar: calendar,
      now: now
    )
  }
}
