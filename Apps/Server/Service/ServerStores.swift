import Accounts
import AppSupport
import Core
import Friends
import Glibc
import HTTPServing
import Journals
import Logging
import Notifying
import Plugins
import PostgreSQLJournal
import Presentation
import Replication
import Runtime
import ServerStorage
import SQLiteJournal
import Web

/// The server's open stores.
struct ServerStores: Sendable {
  let accounts: AccountStore
  let friends: FriendStore
  let products: ServedProducts
  let outbox: NoticeOutbox
  let reminders: ReminderWatch
  let news: FriendNews
  let health: ServerHealth
  /// The public key for receipts, in hexadecimal.
  let publicKey: String
  let clock: any WallClock
  /// Issues and checks the tokens of forms, in the app and on the server's own pages.
  let secrets: Secrets
  let data: ServerData
  let metrics: ServerMetrics
  /// The responses to requests that are sent twice; nil if this server keeps them in files of its
  /// own.
  let responses: SharedResponseStore?
  /// The counts that products have sent; nil if none are accepted.
  let telemetry: TelemetrySums?
  /// The maximum number of concurrent streams of one account.
  private let streamsOfAccount: Int

  /// Opens everything.
  ///
  /// - Parameter plugins: those that are part of the products; nil for none.
  /// - Throws: an error with a message for the operator; nothing is open then.
  static func open(
    _ configuration: ServerConfiguration,
    _ data: ServerData,
    _ logger: Logger,
    plugins: LoadedPlugins? = nil,
    clock: any WallClock = SystemClock()
  ) async throws -> ServerStores {
    try Zone.selfTest()
    let metrics = ServerMetrics()
    let newsWaits = WakeSignal()
    let signer = try openSigner(configuration, data, logger)
    let accounts = try openAccounts(configuration, data, clock, logger) { event in
      metrics.count(event.kind)
      // Its notice is in the outbox.
      if event.kind == .signedIn { newsWaits.send() }
    }
    // Weakly, since the accounts count what happens to them there.
    metrics.watch("passwords") { [weak accounts] in accounts?.waitingPasswords ?? 0 }
    let friends = try openFriends(configuration, data, clock)
    let opener = ProductOpener(
      configuration: configuration,
      data: data,
      signer: signer,
      deleted: DeletedMilestones(accounts: accounts, friends: friends),
      unread: UnreadEntries(of: plugins, isOfServer: true) { logger.warning("\($0)") },
      clock: clock,
      logger: logger
    )
    let sender = try NoticeSender(configuration, data)
    let secret = try SecretFile(data.webSecret).load()
    let responses = try configuration.database.map { try SharedResponseStore($0) }
    let telemetry =
      try configuration.takesTelemetry
      ? TelemetrySums(in: configuration.place(of: data.telemetry)) : nil
    // Last, since they have to be closed if anything else fails.
    let products = try await open(configuration.products, opener)
    let outbox = NoticeOutbox(
      accounts,
      friends,
      products,
      sender,
      clock,
      logger,
      signal: newsWaits
    )
    return ServerStores(
      accounts: accounts,
      friends: friends,
      products: products,
      outbox: outbox,
      reminders: ReminderWatch(products, outbox, logger),
      news: FriendNews(friends, products, outbox, logger),
      health: ServerHealth(accounts: accounts, products: products),
      publicKey: Hexadecimal.text(signer.publicKey),
      clock: clock,
      secrets: Secrets(token: "", secret: secret),
      data: data,
      metrics: metrics,
      responses: responses,
      telemetry: telemetry,
      streamsOfAccount: configuration.streamsOfAccount
    )
  }

  /// Opens all products, or none if one of them cannot be opened.
  private static func open(
    _ names: [String],
    _ opener: ProductOpener
  ) async throws -> ServedProducts {
    var opened: [ServedProduct] = []
    do {
      for name in names { opened.append(try await opener.open(name)) }
    } catch {
      await close(opened)
      throw error
    }
    return ServedProducts(opened, takesAnyHost: names.count == 1)
  }

  /// Called before the journals are opened, which makes their files.
  private static func openSigner(
    _ configuration: ServerConfiguration,
    _ data: ServerData,
    _ logger: Logger
  ) throws -> ReceiptSigner {
    let key = SecretFile(data.signingKey)
    // Before there is a journal no device has seen a key; a command may have made the accounts.
    let wasStarted =
      try configuration.database != nil || data.storedFiles().contains { $0.kind == .journal }
    if wasStarted, try !key.isThere() {
      logger.warning(
        """
        server.key is missing or damaged, so a new one is made: devices take this for another server, \
        and ask their people to sign in again, unless it is put back from a backup
        """
      )
    }
    return try ReceiptSigner(key: try key.load())
  }

  static func openAccounts(
    _ configuration: ServerConfiguration,
    _ data: ServerData,
    _ clock: any WallClock,
    _ logger: Logger,
    listener: @escaping @Sendable (SecurityEvent) -> Void = { _ in }
  ) throws -> AccountStore {
    let wordings = NoticeWording.ofAll(configuration)
    return try AccountStore(
      AccountStore.Files(
        in: configuration.place(of: data.accounts),
        erasures: data.erasures,
        pepper: configuration.pepper
      ),
      policy: configuration.accounts,
      clock: clock,
      announcement: { session in
        let own = wordings.first { $0.product.name == session.client.product } ?? wordings.first
        return try? own?.signIn(session)
      },
      listener: { event in
        listener(event)
        SecurityLog.write(event, to: logger)
      }
    )
  }

  static func openFriends(
    _ configuration: ServerConfiguration,
    _ data: ServerData,
    _ clock: any WallClock
  ) throws -> FriendStore {
    let place = configuration.place(of: data.friends)
    return try FriendStore(in: place, takedowns: data.takedowns, clock: clock)
  }

  /// Opens the journal of all spaces of a product.
  static func openJournal(
    of product: String,
    _ configuration: ServerConfiguration,
    _ data: ServerData
  ) throws -> any SyncStore {
    guard var settings = configuration.database else {
      return try SQLiteJournal(path: data.spaces(of: product))
    }
    settings.namespace = product
    return try PostgreSQLJournal(settings)
  }

  /// Gives the ledgers of accounts and friends, in files and in a database, what only the other
  /// has.
  static func joinLedgers(_ configuration: ServerConfiguration, _ data: ServerData) throws {
    try ErasureLedger(data.erasures, "accounts", in: configuration.place(of: data.accounts)).join()
    try ErasureLedger(data.takedowns, "friends", in: configuration.place(of: data.friends)).join()
  }

  /// Opens the ledger of what people erased within their spaces of a product.
  static func openLedger(
    of product: String,
    _ configuration: ServerConfiguration,
    _ data: ServerData
  ) throws -> FactLedger {
    let place = configuration.place(of: data.spaces(of: product))
    return FactLedger(
      data.erasedFacts(of: product),
      shared: try SharedLedger("spaces of \(product)", in: place)
    )
  }

  static func replicator(
    _ journal: any SyncStore,
    _ ledger: FactLedger,
    _ signer: ReceiptSigner?,
    adjust: (inout ServerReplicator.Configuration) -> Void = { _ in }
  ) -> ServerReplicator {
    var configuration = ServerReplicator.Configuration(journal: journal)
    adjust(&configuration)
    configuration.signer = signer
    let next = configuration.willErase
    configuration.willErase = { space, erased in
      try await ledger.note(erased, of: space)
      try await next(space, erased)
    }
    return ServerReplicator(configuration)
  }

  /// Saves the snapshots for the next start, and closes the open spaces.
  func close() async { await ServerStores.close(products.all) }

  private static func close(_ products: [ServedProduct]) async {
    for product in products {
      await product.news.close()
      await product.runtime.close()
    }
  }

  func services(_ logger: Logger) -> AccountServices {
    AccountServices(
      accounts: accounts,
      friends: FriendServices(
        store: friends,
        accounts: accounts,
        spaces: FriendSpaces(accounts: accounts, products: products, clock: clock),
        deliveries: FriendDeliveries(friends, logger) { [news] notices in
          for notice in notices { await news.deliver(notice) }
        }
      ),
      products: products,
      responses: responses,
      streams: SyncStreams(mostOfAccount: streamsOfAccount),
      logger: logger
    )
  }
}

extension ServerConfiguration {
  /// Whether there may be spaces of a product: files are made when it is first offered.
  func holds(_ product: String, in data: ServerData) -> Bool {
    database != nil || access(data.spaces(of: product), F_OK) == 0
  }

  /// Where a store is that would have this file.
  func place(of file: String) -> StorePlace {
    database.map { .postgreSQL($0) } ?? .file(file)
  }

  /// The address of a product.
  ///
  /// On one's own machine each product has a name below `localhost`, which browsers resolve by
  /// themselves (RFC 6761, section 6.3).
  func address(of product: String) -> String {
    if let own = productAddresses[product] { return own }
    if let address, products.count == 1 { return address }
    if let address {
      let scheme = address.hasPrefix("https://") ? "https://" : "http://"
      return "\(scheme)\(product).\(address.dropFirst(scheme.count))"
    }
    let place = listen.first ?? ListenAddress(host: "127.0.0.1", port: 8080)
    let scheme = tls == nil ? "http" : "https"
    let host = place.isLoopback || place.isEverywhere
    let name = host ? "localhost" : place.text
    let port = host ? ":\(place.port)" : ""
    return products.count == 1
      ? "\(scheme)://\(name)\(port)" : "\(scheme)://\(product).\(name)\(port)"
  }
}
