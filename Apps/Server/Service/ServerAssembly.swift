import API
import Accounts
import AppSupport
import Core
import HTTPServing
import Logging
import Pages
import Products
import Web

/// Assembles the gate, the pages and the routes of the server.
struct ServerAssembly: Sendable {
  private let configuration: ServerConfiguration
  private let stores: ServerStores
  private let services: AccountServices
  private let logger: Logger
  private let streams: StreamLimiter
  private let room = BodyRoom()
  private let cookie: SessionCookie
  private let notices: NoticeSettings

  init(
    _ configuration: ServerConfiguration,
    _ stores: ServerStores,
    _ services: AccountServices,
    _ logger: Logger
  ) {
    self.configuration = configuration
    self.stores = stores
    self.services = services
    self.logger = logger
    streams = StreamLimiter(most: configuration.limits.streams)
    cookie = SessionCookie(isSecure: configuration.isEncrypted)
    notices = NoticeSettings(stores.outbox, stores.reminders)
  }

  /// - Throws: when the app of a product cannot be described, or its store of responses cannot be
  ///   opened.
  func handler() throws -> ServerHandler {
    let operations = try operations()
    let pages = AccountPages(apps: MemberApps(try apps(beside: operations)))
    let signIn = SignInPage(accounts: stores.accounts, pages: pages, cookie: cookie)
    return ServerHandler(
      operations.map(\.route) + routes(of: pages, signIn),
      ServerGate(
        products: stores.products,
        accounts: stores.accounts,
        proxies: configuration.trustedProxies,
        pace: RequestPace(perMinute: configuration.callsPerMinute, clock: stores.clock),
        cookie: cookie,
        secrets: stores.secrets
      ),
      room,
      pages,
      signIn,
      isEncrypted: configuration.isEncrypted,
      stores.metrics,
      logger
    )
  }

  // MARK: The server's own pages

  private func routes(of pages: AccountPages, _ signIn: SignInPage) -> [ServerRoute] {
    let accounts = stores.accounts
    let routes = [
      NoticePage(settings: notices, pages: pages).routes,
      AccountPage(
        accounts: accounts,
        services: services,
        pages: pages,
        cookie: cookie,
        clock: stores.clock
      ).routes,
      AccountDataPage(services: services, pages: pages).routes, signIn.routes,
      MilestonePage(friends: services.friends.store, accounts: accounts).routes,
      SignUpPage(accounts: accounts, pages: pages, cookie: cookie).routes,
      LinkPage(accounts: accounts, pages: pages).routes,
      ResetPage(accounts: accounts, services: services, pages: pages).routes,
    ]
    return routes.flatMap { $0 } + operatorRoutes(pages)
  }

  private func operatorRoutes(_ pages: AccountPages) -> [ServerRoute] {
    let status = OperatorStatus(
      accounts: stores.accounts,
      services: services,
      products: stores.products,
      health: stores.health,
      data: stores.data,
      usesDatabase: configuration.database != nil
    )
    let overview = OperatorPage(
      accounts: stores.accounts,
      pages: pages,
      status: status,
      clock: stores.clock
    )
    let account = OperatorAccountPage(
      accounts: stores.accounts,
      services: services,
      pages: pages,
      clock: stores.clock
    )
    return overview.routes + account.routes
  }

  // MARK: Requests of programs

  /// Those that the server itself answers.
  private func operations() throws -> [ServerOperation] {
    let accounts = stores.accounts
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
      limiter: streams,
      stream: EventStream(heartbeat: .seconds(configuration.limits.heartbeat)),
      metrics: stores.metrics,
      room: room
    )
    return try [
      NoticeRoutes(settings: notices).operations, state.operations, sync.operations,
      AccountRoutes(accounts: accounts, services: services).operations,
      FriendRoutes(services: services.friends).operations,
      FeedRoutes(services: services.friends).operations,
      PublicPageRoutes(services: services.friends, products: stores.products).operations,
      TelemetryRoutes(sums: stores.telemetry, clock: stores.clock).operations,
      DeviceCodeRoutes(accounts: accounts).operations,
    ].flatMap { $0 }
  }

  // MARK: The apps of products

  /// The maximum number of responses that are stored for one session.
  private static let mostResponses = 1000
  /// The maximum size of an imported file in bytes.
  private static let upload = 16 << 20

  private func apps(beside operations: [ServerOperation]) throws -> [MemberApp] {
    let description = HostDescription(
      requests: operations.map(\.described),
      token: "What a device is given when it signs in.",
      cookie: cookie.name,
      problems: [421, 429, 507]
    )
    return try stores.products.all.map { try app($0, description) }
  }

  private func app(_ served: ServedProduct, _ description: HostDescription) throws -> MemberApp {
    let host = MemberHost(
      served: served,
      quota: SpaceQuota(configuration.quota, served.replicator),
      streams: services.streams,
      friends: stores.friends,
      clock: stores.clock
    )
    return MemberApp(
      app: try WebApp(
        host: host,
        presentations: ProductCatalog.pagePresentations(of: served.product),
        secrets: stores.secrets,
        settings: settings(served, description)
      ),
      product: served.name,
      accounts: stores.accounts
    )
  }

  private func settings(
    _ served: ServedProduct,
    _ description: HostDescription
  ) -> WebApp.Settings {
    var limits = configuration.limits
    limits.upload = min(limits.upload, ServerAssembly.upload)
    var settings = WebApp.Settings(
      place: .server,
      version: AppVersion.current,
      limits: limits,
      streams: streams,
      clock: stores.clock,
      responsesPath: stores.data.responses(of: served.name)
    )
    settings.responses = stores.responses
    settings.mostResponses = ServerAssembly.mostResponses
    settings.description = description
    settings.problem = { Problem.ofStorage($0) }
    let friends = FriendPages(services: services.friends, product: served)
    settings.pages = friends.pages
    settings.actions = friends.actions
    settings.cards = friends.cards
    return settings
  }
}
