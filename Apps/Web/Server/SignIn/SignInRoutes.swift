import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import Pages
import Presentation

/// Signs browsers in: the sign-in page, one-time links, and questions on the desktop.
///
/// Nothing here needs a principal, reads a body or shows anything personal.
struct SignInRoutes: Sendable {
  static let path = "/sign-in"
  static let askPath = "/sign-in/ask"
  static let waitPath = "/sign-in/wait"
  /// The query item of a link's second visit.
  private static let again = "again"
  /// The query item that identifies the browser that asks on the desktop.
  ///
  /// It is not a cookie, which another server on this machine might receive; valid once, for
  /// minutes.
  private static let asking = "asking"
  /// Seconds between the reloads of a page that waits for an answer.
  private static let pause = 2

  let access: BrowserAccess
  let pages: SignInPages
  /// Returns the app's address at a port.
  let address: @Sendable (_ port: Int) -> String
  let logger: Logger

  var routes: [WebRoute] {
    [
      .get(SignInRoutes.path, access: .anyone) { exchange, _ in
        try exchange.queryValue("code").map { try open(exchange, code: $0) } ?? show(exchange)
      },
      .post(SignInRoutes.askPath, access: .anyone, proof: .none) { exchange, _ in
        try ask(exchange)
      },
      .get(SignInRoutes.waitPath, access: .anyone) { exchange, _ in try wait(exchange) },
    ]
  }

  private func next(_ exchange: HTTPExchange) -> String {
    ReturnPath.destination(exchange.queryValue("next"))
  }

  private func show(_ exchange: HTTPExchange) -> Response {
    guard exchange.session == nil else {
      return Response(status: .seeOther, headers: [.location: next(exchange)])
    }
    return pages.signIn(next: next(exchange), status: .ok)
  }

  // MARK: Links

  private func open(_ exchange: HTTPExchange, code: String) throws -> Response {
    // Browsers may prefetch pages that nobody has requested yet.
    guard exchange.request.method == .get, exchange.header(.purpose) == nil else {
      return Response(status: .noContent)
    }
    let next = next(exchange)
    if needsSecondVisit(exchange) {
      return pages.goOn(to: "\(exchange.target)&\(SignInRoutes.again)=1")
    }
    var token: String?
    let outcome = try access.codes.redeem(code) {
      if let known = exchange.session {
        token = try access.sessions.renew(known.id)
        return nil
      }
      let made = try begin(exchange)
      token = made.token
      return made.session.id
    }
    switch outcome {
    case .done(let id):
      access.desktop?.linkWasUsed(id)
      return pages.goOn(to: next, signedInWith: token)
    case .used(let made):
      return try refuseSecond(made, exchange, next)
    case .unknown:
      logger.notice("a sign-in link was too old or not one of ours")
      return pages.signIn(next: next, status: .gone, note: .linkOver)
    }
  }

  /// Whether the cookie of a browser that is signed in may be missing for now.
  ///
  /// A browser sends no cookie with `SameSite=Strict` when another page led to this one, even a
  /// local file of ours. From a page of our own it does.
  private func needsSecondVisit(_ exchange: HTTPExchange) -> Bool {
    guard exchange.session == nil, exchange.queryValue(SignInRoutes.again) == nil else {
      return false
    }
    let site = exchange.header(.fetchSite)
    return site != "none" && site != "same-origin"
  }

  /// Handles a link that was used before: if somebody else was faster, their session ends.
  private func refuseSecond(
    _ made: String?,
    _ exchange: HTTPExchange,
    _ next: String
  ) throws -> Response {
    // The browser that used it returns to it, for instance through its history.
    if let session = exchange.session, session.id == made { return pages.goOn(to: next) }
    let hasEnded = try made.map { try access.sessions.revoke($0) } ?? false
    logger.warning(
      "a sign-in link was used twice",
      metadata: ["session": hasEnded ? "the one it made was ended" : "it made none"]
    )
    return pages.signIn(next: next, status: .gone, note: .linkUsed)
  }

  private func begin(_ exchange: HTTPExchange) throws -> (session: WebSession, token: String) {
    let made = try access.sessions.begin(browser: BrowserName.short(exchange.header(.userAgent)))
    logger.notice("a browser was signed in", metadata: ["browser": "\(made.session.browser)"])
    return made
  }

  // MARK: Questions

  private func ask(_ exchange: HTTPExchange) throws -> Response {
    let next = next(exchange)
    guard let asking = exchange.queryValue(SignInRoutes.asking) else {
      return onward(to: SignInRoutes.path, next)
    }
    guard let desktop = access.desktop, desktop.canAsk else {
      logger.notice("a browser wanted to be let in, and there is no desktop to ask on")
      return pages.signIn(next: next, status: .conflict, note: .noDesktop)
    }
    do {
      if let question = try access.questions.ask(for: asking) { desktop.ask(question) }
      return onward(to: SignInRoutes.waitPath, next, asking: asking)
    } catch let problem as Problem {
      logger.notice("a browser wanted to be let in", metadata: ["refused": "\(problem.code)"])
      return pages.signIn(next: next, status: problem.status, note: .refused(problem))
    }
  }

  private func wait(_ exchange: HTTPExchange) throws -> Response {
    let next = next(exchange)
    guard let asking = exchange.queryValue(SignInRoutes.asking) else {
      return onward(to: SignInRoutes.path, next)
    }
    switch access.questions.state(of: asking) {
    case .waiting(let code):
      return pages.waiting(code: code, again: exchange.target, seconds: SignInRoutes.pause)
    case .allowed:
      guard exchange.request.method == .get, access.questions.claim(asking) else {
        return onward(to: SignInRoutes.path, next)
      }
      return pages.goOn(to: own(access.link(to: next), exchange))
    case .refused:
      logger.notice("a browser was not let in")
      return pages.signIn(next: next, status: .forbidden, note: .notAllowed)
    case .over:
      guard exchange.session == nil else { return onward(to: next) }
      return pages.signIn(next: next, status: .ok, note: .noAnswer)
    }
  }

  /// A link at the app's own address, since the browser may have asked under another name.
  private func own(_ link: SignInLink, _ exchange: HTTPExchange) -> String {
    guard let port = exchange.connection.port else { return link.path }
    return address(port) + link.path.dropFirst()
  }

  private func onward(to path: String, _ next: String? = nil, asking: String? = nil) -> Response {
    let items = [(SignInRoutes.asking, asking), ("next", next)].compactMap { name, value in
      value.map { "\(name)=\(PercentCoding.encoded($0))" }
    }
    let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return Response(status: .seeOther, headers: [.location: path + query])
  }

  /// The address of the form that asks on the desktop, for one browser.
  static func askAddress(next: String) -> String {
    "\(askPath)?\(asking)=\(RandomToken.make(bytes: 32))&next=\(PercentCoding.encoded(next))"
  }
}
