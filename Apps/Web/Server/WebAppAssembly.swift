import API
import Core
import HTTPServing
import Logging
import Pages
import Presentation

/// Assembles the web app of the daemon with its gate, sign-in and control.
struct WebAppAssembly {
  let handler: RequestHandler

  /// - Throws: when a module's request cannot be described, or the store of responses cannot be
  ///   opened.
  init(
    host: any WebHost,
    presentations: [any PagePresentation.Type],
    configuration: WebConfiguration,
    logger: Logger
  ) throws {
    let secrets = Secrets(token: configuration.token, secret: configuration.secret)
    let app = try WebApp(
      host: host,
      presentations: presentations,
      secrets: secrets,
      settings: configuration.settings
    )
    let access = configuration.access
    let signIn = SignInPages(
      product: host.product,
      frame: app.pages.frame,
      desktop: access.desktop
    )
    let routes = WebAppAssembly.routes(beside: app, of: host, signIn, configuration, logger)
    handler = RequestHandler(
      table: RouteTable<HTTPExchange, RoutePolicy>(app.routes + routes),
      gate: AccessControl(
        host: configuration.host,
        secrets: secrets,
        sessions: access.sessions,
        embedding: configuration.embedding
      ),
      pages: app.pages,
      signIn: signIn,
      refusals: access.refusals,
      logger: logger
    )
  }

  /// The routes that only the daemon has.
  private static func routes(
    beside app: WebApp,
    of host: any WebHost,
    _ signIn: SignInPages,
    _ configuration: WebConfiguration,
    _ logger: Logger
  ) -> [WebRoute] {
    let (access, limits) = (configuration.access, configuration.limits)
    let entrance = SignInRoutes(
      access: access,
      pages: signIn,
      address: { configuration.address(port: $0) },
      logger: logger
    )
    let browsers = BrowserRoutes(
      sessions: access.sessions,
      refusals: access.refusals,
      pages: app.pages,
      signIn: signIn,
      limits: limits
    )
    let calendar = CalendarRoutes(feed: configuration.calendar, host: host, pages: app.pages)
    let control = ControlRoutes(access: access, calendar: configuration.calendar, limits: limits)
    return entrance.routes + browsers.routes + calendar.routes + control.routes
  }
}

extension WebConfiguration {
  /// What the app shows on one's own machine.
  fileprivate var settings: WebApp.Settings {
    var settings = WebApp.Settings(
      place: .ownMachine,
      version: version,
      limits: limits,
      streams: StreamLimiter(most: limits.streams),
      clock: clock,
      responsesPath: idempotencyStorePath
    )
    settings.embedding = embedding
    settings.actions = EmbeddingActions.all(embedding) + CalendarActions.all(calendar)
    if let account {
      settings.pages.append(AccountPage.page(account))
      settings.actions += AccountActions.all(account)
    }
    if let home {
      settings.pages += [RestorePage.page(home), ErasePage.page(home), ProductPage.page]
      settings.actions += RestorePage.actions(home) + ErasePage.actions(home)
      settings.actions += ProductPage.actions(home)
    }
    return settings
  }
}
