import Core
import Engine
import EventDispatch
import Journals
import Logging
import Plugins
import Presentation
import Replication
import Runtime
import Web

/// Opens the products of a server, each with the spaces of everybody who uses it.
struct ProductOpener: Sendable {
  let configuration: ServerConfiguration
  let data: ServerData
  let signer: ReceiptSigner
  let deleted: DeletedMilestones
  let unread: UnreadEntries
  let clock: any WallClock
  let logger: Logger

  /// Opens the product with a name.
  ///
  /// - Throws: an error with a message for the operator; nothing is open then.
  func open(_ name: String) async throws -> ServedProduct {
    let product = try ConfigurationKeys.product(named: name)
    let readers = try ModuleSet(product.modules, on: LocalBus()).readers
    let journal = try ServerStores.openJournal(of: name, configuration, data)
    var generator = SystemRandomNumberGenerator()
    let node = DeviceID.random(using: &generator)
    let runtime = try runtime(of: product, over: journal, as: node)
    let growth = SpaceGrowth()
    let ledger = try ServerStores.openLedger(of: name, configuration, data)
    let replicator = ServerStores.replicator(journal, ledger, signer) { parts in
      parts.clock = clock
      parts.node = node
      // A space that cannot be read now is read at the next request for it.
      parts.didAppend = { space in
        try? await runtime.refresh(space)
        growth.report(space)
      }
      parts.willErase = { [deleted] space, erased in
        try await deleted.takeDown(erased, of: space, in: name)
      }
    }
    let news = SpaceNews(replicator, logger)
    growth.listen { [weak news] space in
      guard let news, news.hasListeners(in: space) else { return }
      Task { await news.readOn(space, in: runtime) }
    }
    do {
      try await follow(runtime, journal, news)
    } catch {
      // This is repeated while a database is away, and must leave nothing behind.
      await news.close()
      await runtime.close()
      throw error
    }
    return ServedProduct(
      product: product,
      address: configuration.address(of: name),
      journal: journal,
      chains: RecentVerification(journal, clock: clock),
      runtime: runtime,
      replicator: replicator,
      ledger: ledger,
      news: news,
      growth: growth,
      plain: ProductRules(readers: readers, limits: configuration.quota),
      sealed: SealedRules(limits: configuration.quota),
      site: StandaloneSite(product)
    )
  }

  private func runtime(
    of product: Product,
    over journal: any SyncStore,
    as node: DeviceID
  ) throws -> Runtime {
    try Runtime(
      modules: product.modules,
      journal: journal,
      device: node,
      policies: product.policies,
      clock: clock,
      // For people who have chosen no time zone: the server's own would not be theirs.
      hostZone: .utc,
      bootClock: nil,
      memoryLimit: ServedProduct.openBytes,
      passesOver: { [unread] in unread.passOver($0) }
    )
  }

  private func follow(
    _ runtime: Runtime,
    _ journal: any SyncStore,
    _ news: SpaceNews
  ) async throws {
    await news.follow(runtime)
    guard configuration.database != nil else { return }
    // Other nodes write, too; to files nobody else does.
    try await runtime.followExternalWrites()
    await news.follow(try await journal.heads(), in: runtime)
  }
}
