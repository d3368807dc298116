import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Presentation

/// Serves the pages of modules and of the shell.
struct PageRoutes: Sendable {
  let host: any WebHost
  let contributions: Contributions
  let frame: PageLayout
  let secrets: Secrets
  /// The forms that are shown once more.
  let refusedForms: RefusedForms
  /// How other pages may show parts of the app; nil if they may not.
  let embedding: EmbeddingStore?

  /// A browser follows twenty such answers, which together last longer than the change.
  private static let pause = Duration.milliseconds(250)

  var routes: [WebRoute] {
    var routes = contributions.pages.map { page in
      Route.get(page.path, access: page.isEmbeddable ? .embedding : .owner) {
        try await respond(to: $0, with: page, $1)
      }
    }
    if let home, !contributions.pages.contains(where: { $0.path == "/" }) {
      routes.append(
        .get("/") { exchange, parameters in
          guard !host.isReplaced else { return await again(exchange) }
          // An empty space means that this is a person's first visit.
          let position = try await host.position(for: exchange.visitor)
          guard position.sequence > 0 else {
            return Response(status: .seeOther, headers: [.location: host.firstVisit])
          }
          return try await respond(to: exchange, with: home, parameters, position)
        }
      )
    }
    return routes
  }

  /// The day of a person; nil if their space fails.
  func today(of visitor: Visitor) async -> Day? { try? await host.context(for: visitor).today }

  /// The first tab's page.
  private var home: Page? { contributions.tabs.first?.page }

  func respond(
    to exchange: HTTPExchange,
    with page: Page,
    _ parameters: [String: String]
  ) async throws -> Response {
    guard !host.isReplaced else { return await again(exchange) }
    // Read before the content: a change in between is shown again rather than missed.
    let position = try await host.position(for: exchange.visitor)
    return try await respond(to: exchange, with: page, parameters, position)
  }

  /// Sends the browser here again in a moment, when the successor of this space is served.
  private func again(_ exchange: HTTPExchange) async -> Response {
    try? await Task.sleep(for: PageRoutes.pause)
    return Response(
      status: .seeOther,
      headers: [.location: ReturnPath.destination(exchange.target), .connection: "close"]
    )
  }

  private func respond(
    to exchange: HTTPExchange,
    with page: Page,
    _ parameters: [String: String],
    _ position: SpacePosition
  ) async throws -> Response {
    let message = Flash(secrets, for: exchange).message(in: exchange.cookies)
    let context = try await host.context(for: exchange.visitor)
    let request = pageRequest(
      context,
      exchange.target,
      parameters,
      of: exchange,
      message: message,
      position: position
    )
    let isFragment = exchange.wantsFragment
    let refused =
      isFragment ? nil : await refusedForms.form(in: exchange.cookies, of: exchange.visitor)
    var response = try await draw(page, request, isFragment: isFragment, refused)
    if exchange.cookies[Flash.cookie] != nil {
      response.headers.append(HTTPField(name: .setCookie, value: Flash.clearing))
    }
    if refused != nil {
      response.headers.append(HTTPField(name: .setCookie, value: RefusedForms.clearing))
    }
    let putOff = PutOff(exchange.cookies, request.query, today: request.today)
    if putOff.isChanged {
      response.headers.append(HTTPField(name: .setCookie, value: putOff.field))
    }
    let folded = Folded(exchange.cookies, request.query)
    if folded.isChanged {
      response.headers.append(HTTPField(name: .setCookie, value: folded.field))
    }
    return response
  }

  /// The current page at `target`, with the message of a form.
  ///
  /// The home page if there is none, for instance because its subject was just deleted.
  func page(
    at target: String,
    of exchange: HTTPExchange,
    _ context: PageContext,
    _ message: Message?,
    _ refused: RefusedForm?,
    isFragment: Bool = true
  ) async throws -> Response {
    var target = target
    let position = try await host.position(for: exchange.visitor)
    for _ in 0..<2 {
      if let (page, parameters) = match(target),
        page.isEmbeddable || exchange.principal?.isEmbedding != true
      {
        do {
          let request = pageRequest(
            context,
            target,
            parameters,
            of: exchange,
            message: message,
            position: position
          )
          var response = try await draw(page, request, isFragment: isFragment, refused)
          response.headers[.landedAt] = target
          if let message { response.headers[.outcome] = message.kind.rawValue }
          return response
        } catch is NotFound {}
      }
      target = "/"
    }
    throw Problem.notFound
  }

  private func match(_ target: String) -> (Page, [String: String])? {
    let path = target.split(separator: "?", maxSplits: 1)[0]
    let parts = path.split(separator: "/").compactMap { PercentCoding.decoded($0) }
    let matches = contributions.pages.compactMap { page -> (Page, [String: String], Int)? in
      let pattern = PathPattern(page.path)
      return pattern.values(of: parts).map { (page, $0, pattern.weight) }
    }
    if let best = matches.max(by: { $0.2 < $1.2 }) { return (best.0, best.1) }
    return parts.isEmpty ? home.map { ($0, [:]) } : nil
  }

  func pageRequest(
    _ context: PageContext,
    _ target: String,
    _ parameters: [String: String],
    of exchange: HTTPExchange,
    message: Message? = nil,
    position: SpacePosition? = nil
  ) -> PageRequest {
    let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let pairs = PercentCoding.pairs(query) ?? []
    let items = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    return PageRequest(
      context: context,
      parameters: parameters,
      query: items,
      path: target,
      message: message,
      position: position,
      putOff: PutOff(exchange.cookies, items, today: context.today).names,
      folded: Set(Folded(exchange.cookies, items).names),
      openedAt: exchange.openedAt,
      contributions: contributions,
      protection: protection(of: exchange)
    )
  }

  private func protection(of exchange: HTTPExchange) -> FormProtection {
    let frame: FormProtection.Frame =
      switch exchange.principal {
      case .embedding(.showing): .showing
      case .embedding(.acting): .acting
      default: .none
      }
    return FormProtection(
      token: exchange.principal.map { secrets.formToken(for: $0) } ?? "",
      // A page is shown even if an address for embedding would not stay valid.
      embedding: (try? embedding?.current()) ?? Embedding(),
      frame: frame
    )
  }

  /// The pages that may embed this one.
  private func ancestors(_ request: PageRequest) -> String? {
    switch request.frame {
    case .none: nil
    // A local file has no origin that the star would match (CSP 3, section 6.7.2.8).
    case .showing: "* file:"
    case .acting:
      request.embedding.origins.isEmpty ? nil : request.embedding.origins.joined(separator: " ")
    }
  }

  /// - Parameter refused: a form that is shown with what was typed into it.
  private func draw(
    _ page: Page,
    _ request: PageRequest,
    isFragment: Bool,
    _ refused: RefusedForm? = nil
  ) async throws -> Response {
    let made = try await page.body(request)
    let content = refused.map { $0.shown(in: made, isFragment: isFragment) } ?? made
    let html =
      isFragment
      ? await frame.fragment(content, for: request) : await frame.page(content, for: request)
    var response = PageRoutes.response(html)
    if page.isEmbeddable, let ancestors = ancestors(request) {
      response.headers[.contentSecurityPolicy] = SecurityHeaders.policy(within: ancestors)
      response.headers[.resourcePolicy] = "cross-origin"
    }
    return response
  }

  static func response(_ html: HTML, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [.contentType: "text/html; charset=utf-8", .vary: "X-Trellis-Fragment"],
      body: .init(byteBuffer: ByteBuffer(string: html.markup))
    )
  }
}
