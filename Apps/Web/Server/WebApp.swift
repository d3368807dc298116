import API
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation
import Products

/// The web app of a product: its pages, forms, files, documents, API and live events.
///
/// It admits nobody by itself. The daemon and the server use the same app, each behind its own
/// gate, which determines the space of a request before any of these routes is called.
package struct WebApp: Sendable {
  /// The differences between the places where it is served.
  package struct Settings: Sendable {
    package var place: ShellPlace
    /// Reported to programs.
    package var version: String
    package var limits: HTTPLimits
    /// Limits the number of concurrent streams of pages and programs.
    package var streams: StreamLimiter
    /// Tells how long responses are stored.
    package var clock: any WallClock
    /// The database of responses to requests with an `Idempotency-Key`; nil for in memory.
    package var responsesPath: String?
    /// Where those responses are instead, if several servers share them.
    package var responses: (any ResponseStore)?
    /// The maximum number of those responses that are stored for one session.
    package var mostResponses = 10_000
    /// How other pages may show parts of the app; nil if they may not.
    package var embedding: EmbeddingStore?
    /// Pages of the host itself.
    package var pages: [Page] = []
    /// Forms of the host itself.
    package var actions: [FormAction] = []
    /// What the host itself adds to pages of modules.
    package var cards: [Card] = []
    /// The host's own problem for an error that a form met; nil for one that the app describes, as
    /// for the owner of the machine.
    package var problem: @Sendable (any Error) -> Problem? = { _ in nil }
    /// The host's additions to the description of the API.
    package var description = HostDescription.ownMachine

    package init(
      place: ShellPlace,
      version: String,
      limits: HTTPLimits,
      streams: StreamLimiter,
      clock: any WallClock,
      responsesPath: String?
    ) {
      self.place = place
      self.version = version
      self.limits = limits
      self.streams = streams
      self.clock = clock
      self.responsesPath = responsesPath
    }
  }

  package let product: Product
  package let routes: [WebRoute]
  let pages: PageRoutes

  /// - Throws: when a module's request cannot be described, or the store of responses cannot be
  ///   opened.
  package init(
    host: any WebHost,
    presentations: [any PagePresentation.Type],
    secrets: Secrets,
    settings: Settings
  ) throws {
    product = host.product
    let contributions = Shell.contributions(
      presentations,
      for: product,
      at: settings.place,
      pages: settings.pages,
      settings.actions,
      cards: settings.cards
    )
    let idempotency = IdempotencyStore(
      try settings.responses
        ?? LocalResponseStore(path: settings.responsesPath, clock: settings.clock),
      most: settings.mostResponses
    )
    pages = PageRoutes(
      host: host,
      contributions: contributions,
      frame: PageLayout.of(product, contributions, secrets, at: settings.place),
      secrets: secrets,
      refusedForms: RefusedForms(idempotency: idempotency),
      embedding: settings.embedding
    )
    let api = try APIRoutes(
      host: host,
      documents: contributions.documents,
      settings: settings,
      idempotency: idempotency
    )
    let actions = ActionRoutes(
      host: host,
      pages: pages,
      idempotency: idempotency,
      limits: settings.limits,
      hostProblem: settings.problem
    )
    let files = FileRoutes(
      host: host,
      pages: pages,
      productFiles: try Shell.files(for: product, contributions)
    )
    let events = EventRoutes(
      host: host,
      streams: settings.streams,
      stream: EventStream(heartbeat: .seconds(settings.limits.heartbeat))
    )
    routes =
      pages.routes + actions.routes + files.routes
      + DocumentRoutes(host: host, documents: contributions.documents).routes + api.routes
      + events.routes
  }

  /// A page of the host within the app's frame, for a signed-in person.
  package func response(
    _ content: PageContent,
    to exchange: HTTPExchange,
    status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let page = Page(exchange.target) { _ in content }
    var response = try await pages.respond(to: exchange, with: page, [:])
    response.status = status
    return response
  }

  /// The page that a person sees when another cannot be shown.
  package func response(_ problem: Problem, to exchange: HTTPExchange) async -> Response {
    await ErrorPage(pages: pages).response(problem, exchange)
  }

  /// The day of the person who makes a request; nil if their space fails.
  package func today(of exchange: HTTPExchange) async -> Day? {
    await pages.today(of: exchange.visitor)
  }

  /// The calendar of the person who makes a request.
  package func calendar(of exchange: HTTPExchange) async throws -> LocalCalendar {
    try await pages.host.context(for: exchange.visitor).calendar
  }

  /// Returns the problem for an error of a route; nil for an unexpected one.
  ///
  /// - Parameter isOnPage: whether a page shows it, which has no terminal.
  package static func problem(_ error: any Error, isOnPage: Bool) -> Problem? {
    Problem(error, isOnPage: isOnPage)
  }
}

extension PageLayout {
  fileprivate static func of(
    _ product: Product,
    _ contributions: Contributions,
    _ secrets: Secrets,
    at place: ShellPlace
  ) -> PageLayout {
    var layout = PageLayout(
      product: product,
      contributions: contributions,
      instance: secrets.instance(of: product.name),
      version: Assets.all.hash,
      path: { Assets.all.path(of: $0) }
    )
    if place == .server {
      layout.memberInstance = { secrets.instance(of: "\(product.name) \($0.name)") }
    }
    return layout
  }
}

extension Secrets {
  fileprivate func instance(of name: String) -> String {
    String(signature(of: name, for: "instance").prefix(16))
  }
}
