import Core
import Presentation
import Replication

extension SyncReport {
  /// The present state of the sync of an open home.
  public init(_ space: LocalSpace, _ now: Instant, _ calendar: LocalCalendar) async throws {
    let home = space.home
    let account = try home.sync.loadAccount()
    var status = SyncStatusFile(home).load()
    var obstacle: DomainError?
    if account != nil {
      do {
        status = try await HomeSync(space).replicator.status()
      } catch { obstacle = error as? DomainError }
    }
    self.init(
      account,
      isSignedIn: (try? home.sync.loadToken()) != nil,
      status,
      isInBackground: DaemonLock.isHeld(of: home),
      calendar: calendar,
      now: now,
      obstacle: obstacle
    )
  }
}

extension LocalSpace {
  /// The number of entries that the server of the account does not have; 0 if they cannot be
  /// counted.
  public func countUnsent() async -> Int {
    (try? await WaitingFacts(in: id, of: journal))?.count ?? 0
  }
}
