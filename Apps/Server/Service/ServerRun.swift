import Accounts
import AppSupport
import Core
import Engine
import FileSystem
import Glibc
import HTTPServing
import Importing
import Journals
import Logging
import Plugins
import Presentation
import Products
import Replication
import ServiceLifecycle
import SQLiteJournal
import UnixSignals
import Web

/// The server's run from opening its stores to releasing them.
struct ServerRun: Sendable {
  let configuration: ServerConfiguration
  let logger: Logger
  /// Whether to leave all plugins out.
  var isSafe = false
  /// How long to wait for a database that cannot be written when the server starts.
  var patience = Duration.seconds(600)

  /// Serves until it is stopped; requests in progress are completed then.
  ///
  /// - Throws: the error that prevents it from serving, with a message for the operator.
  func serve() async throws {
    try check()
    // Until the reloader listens for it, such as while a database is waited for, it would end the
    // program, which systemd would not start again. The certificate is read after that anyway.
    signal(SIGHUP, SIG_IGN)
    umask(0o077)
    let data = ServerData(path: configuration.dataFolder)
    try data.create()
    let lock = try data.take()
    defer { lock.release() }
    try data.requireWhole()
    if configuration.database == nil { try await ServerRun.requireAccounts(in: data) }
    let plugins = loadPlugins()
    guard let stores = try await openStores(data, plugins) else { return }
    do {
      try await serve(stores)
      await stores.close()
    } catch {
      await stores.close()
      throw error
    }
    logger.notice("ended")
  }

  /// - Throws: a ``DomainError`` if the accounts are missing whose spaces are there. New ones would
  ///   be made beside data that nobody can reach any more.
  static func requireAccounts(in data: ServerData) async throws {
    // Without its database a log is refused with words of its own.
    guard access(data.accounts, F_OK) != 0, access(data.accounts + "-wal", F_OK) != 0 else {
      return
    }
    for file in try data.storedFiles() where file.kind == .journal {
      let journal = try SQLiteJournal(path: "\(data.path)/\(file.name)")
      guard try await !journal.spaces().isEmpty else { continue }
      throw DomainError(
        "accounts-missing",
        "\(data.accounts) is missing, without which nobody can reach what people have in \(file.name). "
          + "Nothing was started, and nothing is lost: put the file back, or run  trellis-server "
          + "restore . To begin anew, name another folder ( data  in the configuration)."
      )
    }
  }

  /// Opens the stores; nil if the server was stopped while it waited for their database.
  private func openStores(
    _ data: ServerData,
    _ plugins: LoadedPlugins
  ) async throws -> ServerStores? {
    let open = { @Sendable in
      try await ServerStores.open(configuration, data, logger, plugins: plugins)
    }
    guard configuration.database != nil else { return try await open() }
    let tls = try configuration.tls.map { try TLSContext($0) }
    let wait = DatabaseWait(
      listeners: listeners(tls),
      limits: configuration.connectionLimits,
      logger: logger,
      longest: patience
    )
    return try await wait.open(open)
  }

  /// Adds the plugins in the data folder to the products, before they are opened.
  private func loadPlugins() -> LoadedPlugins {
    let plugins = PluginLoader.load(
      PluginFolder(of: configuration.dataFolder, isOfServer: true),
      isSafe: isSafe,
      describesRequests: true
    )
    plugins.report({ logger.notice("\($0)") }, { logger.warning("\($0)") })
    return plugins
  }

  private func serve(_ stores: ServerStores) async throws {
    let services = stores.services(logger)
    try await services.applyErasures()
    await services.identifyShared()
    await stores.news.catchUp()
    // Deliveries that a crash has left over.
    await services.friends.deliveries.deliver()
    var group = ServiceGroupConfiguration(
      services: try members(stores, services).map {
        ServiceGroupConfiguration.ServiceConfiguration.named($0)
      },
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    )
    group.maximumGracefulShutdownDuration = .seconds(20)
    try await withGracefulShutdownHandler {
      // Task-local values reach the tasks that handle requests, since they all start here.
      try await HistoryDecoding.$decoder.withValue(DecodingProcess()) {
        try await ServiceGroup(configuration: group).run()
      }
    } onGracefulShutdown: {
      stores.health.end()
      services.streams.end { _ in true }
    }
  }

  /// What runs until the server is stopped.
  private func members(
    _ stores: ServerStores,
    _ services: AccountServices
  ) throws -> [any ServiceLifecycle.Service] {
    let tls = try configuration.tls.map { try TLSContext($0) }
    let handler = try ServerAssembly(configuration, stores, services, logger).handler()
    let service = HTTPService(
      listeners: listeners(tls),
      limits: configuration.connectionLimits,
      logger: logger,
      didListen: { announce(stores.products, port: $0) }
    ) { await handler.respond(to: $0, from: $1, $2) }
    var members: [any ServiceLifecycle.Service] = [
      ListeningService(service: service, listeners: listeners(tls), setting: "listen"),
      CertificateReloader(tls: tls, logger: logger), stores.outbox, stores.reminders,
      StreamGuard(accounts: stores.accounts, streams: services.streams, logger: logger),
      ErasureWatch(services: services, logger: logger),
    ]
    if let address = configuration.metrics {
      let page = MetricsPage(
        metrics: stores.metrics,
        streams: services.streams,
        data: stores.data,
        connections: { service.openConnections }
      )
      members.append(figures(page, at: address))
    }
    return members
  }

  /// - Throws: a ``DomainError`` for a configuration that would send passwords unencrypted.
  private func check() throws {
    let isOpen = configuration.listen.contains { !$0.isLoopback }
    guard isOpen, configuration.tls == nil, !configuration.hasProxyElsewhere,
      !configuration.allowsPlain
    else { return }
    throw ConfigurationSource.problem(
      "The server would listen at \(configuration.listen.map(\.text).joined(separator: ", ")) without "
        + "encryption, and everybody in between could read passwords. Name a certificate ( tls ), let "
        + "a proxy on this machine encrypt ( listen  at 127.0.0.1), name the address from which one "
        + "elsewhere connects ( trustedProxies ), or say  allowPlain  for a network that you trust."
    )
  }

  private func listeners(_ tls: TLSContext?) -> [HTTPListener] {
    configuration.listen.map { address in
      .network(host: address.host, port: address.port, secure: tls.map { tls in tls.secure })
    }
  }

  /// The listener of a monitoring system.
  private func figures(_ page: MetricsPage, at address: ListenAddress) -> ListeningService {
    let listener = HTTPListener.network(host: address.host, port: address.port, secure: nil)
    let service = HTTPService(
      listeners: [listener],
      limits: HTTPLimits(),
      logger: logger,
      didListen: { port in
        let place = ListenAddress(host: address.host, port: port).text
        logger.notice("figures are at http://\(place)/metrics")
      }
    ) { request, _, _ in page.respond(to: request) }
    return ListeningService(service: service, listeners: [listener], setting: "metrics")
  }

  private func announce(_ products: ServedProducts, port: Int) {
    for product in products.all {
      logger.notice(
        "\(product.product.title) is at \(product.address)/",
        metadata: ["port": "\(port)"]
      )
    }
  }
}
