import Accounts
import AppSupport
import Core
import Engine
import FileSystem
import Glibc
import HTTPServing
import Journals
import Logging
import Presentation
import Products
import Replication
import ServiceLifecycle
import SQLiteJournal
import UnixSignals
import Web

/// The server from opening its stores to releasing them.
struct ServerRun: Sendable {
  let configuration: ServerConfiguration
  let logger: Logger

  /// Serves until it is asked to end; requests in progress are completed then.
  ///
  /// - Throws: what prevents it from serving, with words for the operator.
  func serve() async throws {
    try check()
    umask(0o077)
    let data = ServerData(path: configuration.dataFolder)
    try data.create()
    let lock = try data.take()
    defer { lock.release() }
    let stores = try await ServerStores.open(configuration, data, logger)
    let services = stores.services(logger)
    try await services.applyErasures()
    let tls = try configuration.tls.map { try TLSContext($0) }
    let handler = ServerRun.handler(configuration, stores, services, logger)
    let service = HTTPService(
      listeners: listeners(tls),
      limits: configuration.limits,
      logger: logger,
      didListen: { announce(stores.products, port: $0) }
    ) { await handler.respond(to: $0, from: $1, $2) }
    var group = ServiceGroupConfiguration(
      services: [service, Renewal(tls: tls, logger: logger)],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    )
    group.maximumGracefulShutdownDuration = .seconds(20)
    try await withGracefulShutdownHandler {
      try await ServiceGroup(configuration: group).run()
    } onGracefulShutdown: {
      stores.health.end()
      services.streams.end { _ in true }
    }
    logger.notice("ended")
  }

  /// - Throws: a ``DomainError`` for a configuration that would send passwords in clear.
  private func check() throws {
    let isOpen = configuration.listen.contains { !$0.isLoopback }
    guard isOpen, configuration.tls == nil, configuration.trustedProxies.isEmpty,
      !configuration.allowsPlain
    else { return }
    throw ConfigurationSource.problem(
      "The server would listen at \(configuration.listen.map(\.text).joined(separator: ", ")) without "
        + "encryption, and everybody in between could read passwords. Name a certificate ( tls ), let "
        + "a proxy on this machine encrypt ( listen  at 127.0.0.1, or  trustedProxies ), or say "
        + "allowPlain  for a network that you trust."
    )
  }

  private func listeners(_ tls: TLSContext?) -> [HTTPListener] {
    configuration.listen.map { address in
      .network(host: address.host, port: address.port, secure: tls.map { tls in tls.secure })
    }
  }

  private func announce(_ products: ServedProducts, port: Int) {
    for product in products.all {
      logger.notice(
        "\(product.product.title) is at \(product.address)/",
        metadata: ["port": "\(port)"]
      )
    }
  }

  static func handler(
    _ configuration: ServerConfiguration,
    _ stores: ServerStores,
    _ services: AccountServices,
    _ logger: Logger
  ) -> ServerHandler {
    let (accounts, pages) = (stores.accounts, AccountPages())
    let cookie = SessionCookie(isSecure: configuration.isEncrypted)
    let gate = ServerGate(
      products: stores.products,
      accounts: accounts,
      proxies: configuration.trustedProxies,
      pace: RequestPace(perMinute: configuration.callsPerMinute, clock: stores.clock),
      cookie: cookie
    )
    let account = AccountPage(
      accounts: accounts,
      services: services,
      pages: pages,
      cookie: cookie,
      clock: stores.clock
    )
    let state = StateRoutes(
      configuration: configuration,
      products: stores.products,
      accounts: accounts,
      health: stores.health,
      key: stores.publicKey
    )
    let sync = SyncRoutes(
      accounts: accounts,
      streams: services.streams,
      limiter: StreamLimiter(most: configuration.limits.streams),
      stream: EventStream(heartbeat: .seconds(configuration.limits.heartbeat))
    )
    let routes = [
      state.routes, sync.routes, account.routes,
      AccountRoutes(accounts: accounts, services: services).routes,
      DeviceCodeRoutes(accounts: accounts).routes,
      SignInPage(accounts: accounts, pages: pages, cookie: cookie).routes,
      SignUpPage(accounts: accounts, pages: pages, cookie: cookie).routes,
      LinkPage(accounts: accounts, pages: pages).routes,
      ResetPage(accounts: accounts, pages: pages).routes,
    ]
    return ServerHandler(
      routes.flatMap { $0 },
      gate,
      pages,
      isEncrypted: configuration.isEncrypted,
      logger
    )
  }
}

/// Reads the certificate once more when the program is told to (SIGHUP), as after its renewal.
private struct Renewal: ServiceLifecycle.Service {
  let tls: TLSContext?
  let logger: Logger

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    for await _ in signals.cancelOnGracefulShutdown() {
      do {
        try tls?.reload()
        logger.notice("the certificate was read once more")
      } catch {
        logger.error("the certificate stays as it was", metadata: ["error": "\(error)"])
      }
    }
  }
}
