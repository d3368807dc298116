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
  let handler: ServerHandler

  /// - Throws: when the app of a product cannot be described, or its store of responses cannot be
  ///   opened.
  init(
    _ configuration: ServerConfiguration,
    _ stores: ServerStores,
    _ services: AccountServices,
    _ logger: Logger
  ) throws {
    let accounts = stores.accounts
    let streams = StreamLimiter(most: configuration.limits.streams)
    let room = BodyRoom()
    let notices = NoticeSettings(stores.outbox, stores.reminders, stores.products)
    let operations = try ServerAssembly.operations(
      configuration,
      stores,
      services,
      notices,
      streams,
      room
    )
    let description = HostDescription(
      requests: operations.map(\.described),
      token: "What a device is given when it signs in.",
      cookie: SessionCookie(isSecure: configuration.isEncrypted).name,
      problems: [421, 429, 507]
    )
    let apps = try stores.products.all.map { served in
      try ServerAssembly.app(served, configuration, stores, services, streams, description)
    }
    let pages = AccountPages(apps: MemberApps(apps))
    let cookie = SessionCookie(isSecure: configuration.isEncrypted)
    let signIn = SignInPage(accounts: accounts, pages: pages, cookie: cookie)
    let account = AccountPage(
      accounts: accounts,
      services: services,
      pages: pages,
      cookie: cookie,
      clock: stores.clock
    )
    let operators = OperatorPage(
      accounts: accounts,
      pages: pages,
      status: OperatorStatus(
        accounts: accounts,
        services: services,
        products: stores.products,
        health: stores.health,
        data: stores.data,
        usesDatabase: configuration.database != nil
      ),
      clock: stores.clock
    )
    let routes = [
      operations.map(\.route), NoticePage(settings: notices, pages: pages).routes,
      account.routes, AccountDataPage(services: services, pages: pages).routes, signIn.routes,
      MilestonePage(friends: services.friends.store, accounts: accounts).routes,
      SignUpPage(accounts: accounts, pages: pages, cookie: cookie).routes,
      LinkPage(accounts: accounts, pages: pages).routes,
      ResetPage(accounts: accounts, pages: pages).routes, operators.routes,
      OperatorAccountPage(
        accounts: accounts,
        services: services,
        pages: pages,
        clock: stores.clock
      ).routes,
    ]
    handler = ServerHandler(
      routes.flatMap { $0 },
      ServerGate(
        products: stores.products,
        accounts: accounts,
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

  /// The requests of programs that the server itself answers.
  private static func operations(
    _ configuration: ServerConfiguration,
    _ stores: ServerStores,
    _ services: AccountServices,
    _ notices: NoticeSettings,
    _ streams: StreamLimiter,
    _ room: BodyRoom
  ) throws -> [ServerOperation] {
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

  /// The maximum number of responses that are stored for one session.
  private static let mostResponses = 1000
  /// The maximum size of an imported file in bytes.
  private static let upload = 16 << 20

  private static func app(
    _ served: ServedProduct,
    _ configuration: ServerConfiguration,
    _ stores: ServerStores,
    _ services: AccountServices,
    _ streams: StreamLimiter,
    _ description: HostDescription
  ) throws -> MemberApp {
    var limits = configuration.limits
    limits.upload = min(limits.upload, upload)
    var settings = WebApp.Settings(
      place: .server,
      version: AppVersion.current,
      limits: limits,
      streams: streams,
      responsesPath: stores.data.responses(of: served.name)
    )
    settings.responses = stores.responses
    settings.mostResponses = mostResponses
    settings.description = description
    settings.problem = { Problem.ofStorage($0) }
    let friends = FriendPages(services: services.friends, product: served)
    settings.pages = friends.pages
    settings.actions = friends.actions
    settings.cards = friends.cards
    let host = MemberHost(
      served: served,
      quota: SpaceQuota(configuration.quota, served.replicator),
      streams: services.streams,
      clock: stores.clock
    )
    return MemberApp(
      app: try WebApp(
        host: host,
        presentations: ProductCatalog.pagePresentations(of: served.product),
        secrets: stores.secrets,
        settings: settings
      ),
      product: served.name,
      accounts: stores.accounts
    )
  }
}
