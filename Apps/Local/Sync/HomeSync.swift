import Core
import Presentation
import Replication
import SQLiteJournal
import Sync

/// The sync of an open home with its account.
public struct HomeSync: Sendable {
  public let linked: LinkedAccount
  /// Synchronizes the home's space with the account's.
  public let replicator: DeviceReplicator
  private let transport: HTTPSyncTransport

  /// - Parameter didEnd: receives the result of each round, after what it found is in the status
  ///   file; not that of one during which the person has signed in or out.
  /// - Throws: a ``DomainError``: `no-account`, `signed-out`, or one about the home's files.
  public init(
    _ space: LocalSpace,
    didEnd: @escaping @Sendable (RoundOutcome, SyncStatus) async -> Void = { _, _ in }
  ) throws {
    let link = LinkState(space.home)
    let linked = try LinkedAccount.of(space.home)
    try HomeSync.check(linked.account, space)
    let transport = HTTPSyncTransport(linked.client)
    self.linked = linked
    self.transport = transport
    replicator = DeviceReplicator(
      try HomeSync.configuration(space, linked.account, transport) { outcome, status in
        // Another program may have done that: what this round has found is about a former link.
        guard LinkState(space.home) == link else { return }
        HomeSync.keep(status, after: outcome, of: space.home)
        if outcome.ending == .settled { await linked.giveKeyVerifier() }
        await didEnd(outcome, status)
      }
    )
  }

  /// Follows the server's hints that there is something new, until the stream ends.
  public func followServer() async throws {
    for try await _ in try transport.heads() { replicator.wake() }
  }

  private static func keep(_ status: SyncStatus, after outcome: RoundOutcome, of home: Home) {
    switch outcome.ending {
    case .settled, .interrupted:
      SyncStatusFile(home).save(status)
      if outcome.ending == .settled { home.sync.endSkipping() }
    // It has found nothing out, and another program may have.
    case .busy, .cancelled: break
    }
  }

  private static func check(_ account: SyncAccount, _ space: LocalSpace) throws(DomainError) {
    guard account.product == space.product.name else {
      let words =
        "This home is linked to an account of “\(account.product)” and is open as “\(space.product.name)”, "
        + "so nothing is synchronized. Nothing is lost: use the product that it was linked with, or "
        + "unlink it"
      throw DomainError(
        "other-product",
        "\(words) with  trellis sync logout",
        onPages: "\(words)."
      )
    }
  }

  private static func configuration(
    _ space: LocalSpace,
    _ account: SyncAccount,
    _ transport: HTTPSyncTransport,
    _ didEnd: @escaping @Sendable (RoundOutcome, SyncStatus) async -> Void
  ) throws -> DeviceReplicator.Configuration {
    let files = space.home.sync
    let journal = space.journal
    var configuration = DeviceReplicator.Configuration(
      client: space.runtimeClient,
      journal: journal,
      identity: { try await journal.device() },
      renew: { try await journal.renewDevice() },
      marks: MarkFile(files.mark),
      transport: transport
    )
    if account.isSealed {
      let ring = try files.loadKeys()
      configuration.codec = SealedFacts(ring, skipsUnreadable: files.skipsUnreadable(with: ring))
    }
    configuration.lock = SyncLock(files.lock)
    configuration.issues = SyncIssues(in: space.id, of: journal, path: files.dismissed)
    configuration.receipts = files.receipts(of: account)
    configuration.clock = try Home.clock()
    let status = SyncStatusFile(space.home)
    configuration.lastStatus = { status.load() }
    configuration.didEnd = didEnd
    return configuration
  }
}
