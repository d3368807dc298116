import API
import Core
import HTTPServing
import Logging
import Pages
import Presentation

/// Assembles the web app of the daemon with its gate, sign-in and control.
struct WebAppAssembly {
  let door: RequestHandler

  init(
    host: any WebHost,
    presentations: [any PagePresentation.Type],
    configuration: WebConfiguration,
    logger: Logger
  ) throws {
    let product = host.product
    let secrets = Secrets(token: configuration.token, secret: configuration.secret)
    let account = configuration.account
    let limits = configuration.limits
    var settings = WebApp.Settings(
      place: .ownMachine,
      version: configuration.version,
      limits: limits,
      streams: StreamLimiter(most: limits.streams),
      responsesPath: configuration.idempotencyStorePath
    )
    settings.embedding = configuration.embedding
    let home = configuration.home
    settings.pages =
      (account.map { [AccountPage.page($0)] } ?? [])
      + (home.map { [RestorePage.page($0), ErasePage.page($0), ProductPage.page] } ?? [])
    settings.actions =
      EmbeddingActions.all(configuration.embedding) + CalendarActions.all(configuration.calendar)
      + (account.map(AccountActions.all) ?? [])
      + (home.map { RestorePage.actions($0) + ErasePage.actions($0) + ProductPage.actions($0) }
        ?? [])
    let app = try WebApp(
      host: host,
      presentations: presentations,
      secrets: secrets,
      settings: settings
    )
    let pages = app.pages
    let access = configuration.access
    let gate = AccessControl(
      host: configuration.host,
      secrets: secrets,
      sessions: access.sessions,
      embedding: configuration.embedding
    )
    let signIn = SignInPages(product: product, frame: pages.frame, desktop: access.desktop)
    var routes = app.routes
    routes +=
      SignInRoutes(
        access: access,
        pages: signIn,
        address: { configuration.address(port: $0) },
        logger: logger
      ).routes
    routes +=
      BrowserRoutes(
        sessions: access.sessions,
        refusals: access.refusals,
        pages: pages,
        signIn: signIn,
        limits: limits
      ).routes
    let calendar = CalendarRoutes(feed: configuration.calendar, host: host, pages: pages)
    routes += calendar.routes
    routes +=
      ControlRoutes(access: access, calendar: configuration.calendar, limits: limits).routes
    door = RequestHandler(
      table: RouteTable<HTTPExchange, RoutePolicy>(routes),
      gate: gate,
      pages: pages,
      signIn: signIn,
      refusals: access.refusals,
      logger: logger
    )
  }
}
