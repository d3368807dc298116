import API
import Core
import HTTPServing
import Logging
import Pages
import Presentation

/// Assembles the parts of the web app.
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
    let contributions = Shell.contributions(
      presentations,
      for: product,
      pages: account.map { [AccountPage.page($0)] } ?? [],
      EmbeddingActions.all(configuration.embedding) + (account.map(AccountActions.all) ?? [])
    )
    let pages = PageRoutes(
      host: host,
      contributions: contributions,
      frame: PageLayout(
        product: product,
        contributions: contributions,
        instance: String(secrets.signature(of: product.name, for: "instance").prefix(16)),
        version: Assets.all.hash,
        path: { Assets.all.path(of: $0) }
      ),
      secrets: secrets,
      embedding: configuration.embedding
    )
    let access = configuration.access
    let gate = AccessControl(
      host: configuration.host,
      secrets: secrets,
      sessions: access.sessions,
      embedding: configuration.embedding
    )
    let signIn = SignInPages(product: product, frame: pages.frame, desktop: access.desktop)
    let limits = configuration.limits
    var routes = pages.routes
    let api = try APIRoutes(
      host: host,
      documents: contributions.documents,
      configuration: configuration
    )
    routes +=
      ActionRoutes(
        host: host,
        pages: pages,
        gate: gate,
        answers: api.answers,
        limits: limits
      ).routes
    let shared = try Shell.files(for: product, contributions)
    routes += FileRoutes(host: host, pages: pages, shared: shared).routes
    routes += DocumentRoutes(host: host, documents: contributions.documents).routes
    routes += api.routes
    routes +=
      EventRoutes(
        host: host,
        streams: StreamLimiter(most: limits.streams),
        stream: EventStream(heartbeat: .seconds(limits.heartbeat))
      ).routes
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
        gate: gate,
        limits: limits
      ).routes
    routes += ControlRoutes(access: access, limits: limits).routes
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
