import API
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation
import Products

/// Handles forms: `POST /do/<action>`.
///
/// Without a script the browser is redirected to a page that shows the result. With a script the
/// inner part of that page is the response.
struct ActionRoutes: Sendable {
  let host: any WebHost
  let pages: PageRoutes
  let idempotency: IdempotencyStore
  let limits: HTTPLimits
  let hostProblem: @Sendable (any Error) -> Problem?

  var routes: [WebRoute] {
    [
      .post("/do/{action}", access: .embedding, proof: .form) { exchange, parameters in
        guard let action = pages.contributions.action(named: parameters["action"] ?? "") else {
          throw Problem.notFound
        }
        guard
          exchange.principal?.isEmbedding != true
            || (action.isEmbeddable && exchange.principal == .embedding(.acting))
        else {
          throw AccessControl.unproven(exchange)
        }
        return try await respond(to: exchange, with: action)
      }
    ]
  }

  private func respond(to exchange: HTTPExchange, with action: FormAction) async throws -> Response
  {
    let fields = try await FormDecoder.fields(of: exchange, limits)
    try pages.secrets.admit(form: fields["token"], of: exchange)
    let context = try await host.context(for: exchange.visitor, claiming: exchange.claim())
    let key = try exchange.idempotencyKey()
    let outcome: Outcome
    do {
      outcome = try await self.outcome(of: action, fields, context, exchange.visitor, key)
    } catch let refusal as ActionProblem {
      return try await show(refusal.problem, of: action, fields, to: exchange)
    }
    guard exchange.wantsFragment else { return await sendOn(exchange, with: outcome) }
    let after = try await host.context(for: exchange.visitor)
    var response = try await pages.page(
      at: outcome.target,
      of: exchange,
      after,
      outcome.message,
      // What waited in the browser has no form any more: the message alone says why it was refused.
      exchange.header(.claim) == nil ? outcome.refused : nil
    )
    if outcome.isFinal == true { response.headers[.repetition] = "useless" }
    return response
  }

  /// The page with the form once more, for a problem of the host: it has no room, for instance.
  private func show(
    _ problem: Problem,
    of action: FormAction,
    _ fields: FormFields,
    to exchange: HTTPExchange
  ) async throws -> Response {
    var response = try await pages.page(
      at: ReturnPath.destination(fields["back"]),
      of: exchange,
      try await host.context(for: exchange.visitor),
      Message(.refusal, problem.detail),
      RefusedForm(action.name, fields, problem.detail),
      isFragment: exchange.wantsFragment
    )
    response.status = problem.status
    response.headers.append(contentsOf: problem.headers)
    return response
  }

  /// A problem of an action, and not of the request.
  private struct ActionProblem: Error { let problem: Problem }

  /// The result of a form.
  private struct Outcome: Codable {
    let target: String
    let message: Message?
    /// Whether the same form can never succeed; nil for a success.
    var isFinal: Bool?
    /// What was typed into a form that was refused; nil for a success.
    var refused: RefusedForm?
  }

  /// The result of the action, or why it was refused.
  private func outcome(
    of action: FormAction,
    _ fields: FormFields,
    _ context: PageContext,
    _ visitor: Visitor,
    _ key: String?
  ) async throws -> Outcome {
    do {
      return try await once(action, fields, context, visitor, key)
    } catch let error {
      if let problem = hostProblem(error) { throw ActionProblem(problem: problem) }
      guard let words = ErrorMessage(error) else { throw error }
      let back = ReturnPath.destination(fields["back"])
      let reason = words.onPage(today: context.today)
      return Outcome(
        target: back,
        message: Message(.refusal, reason),
        isFinal: words.isFinal,
        refused: RefusedForm(action.name, fields, reason, about: words.field)
      )
    }
  }

  /// Runs the action, once for each key: a form filled in offline may be sent twice.
  ///
  /// A refused form has changed nothing and is tried again when it is sent again.
  private func once(
    _ action: FormAction,
    _ fields: FormFields,
    _ context: PageContext,
    _ visitor: Visitor,
    _ key: String?
  ) async throws -> Outcome {
    var fresh: Outcome?
    let answer = try await idempotency.once(
      key,
      of: visitor,
      name: "POST /do/\(action.name)",
      // The token proves where a form comes from, and differs each time a page is made.
      body: key == nil ? [] : fields.encoded(without: "token"),
      isRecorded: action.isRecorded
    ) {
      let result = try await run(action, fields, context)
      let target = ReturnPath.destination(result.path ?? fields["back"])
      let outcome = Outcome(target: target, message: result.message)
      fresh = outcome
      return StoredResponse(status: 200, body: try JSON.encode(outcome))
    }
    // Only a stored result has to be decoded.
    return try fresh ?? JSON.decode(Outcome.self, from: answer.body)
  }

  private func run(
    _ action: FormAction,
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    do {
      return try await action.run(fields, context)
    } catch let problem as Problem {
      throw ActionProblem(problem: problem)
    }
  }

  /// Redirects to the page that shows the outcome, so that going back and reloading sends nothing.
  private func sendOn(_ exchange: HTTPExchange, with outcome: Outcome) async -> Response {
    var response = Response(status: .seeOther, headers: [.location: outcome.target])
    if let message = outcome.message {
      let flash = Flash(pages.secrets, for: exchange)
      response.headers.append(HTTPField(name: .setCookie, value: flash.field(for: message)))
    }
    if let refused = outcome.refused,
      let field = await pages.refusedForms.keep(refused, of: exchange.visitor)
    {
      response.headers.append(HTTPField(name: .setCookie, value: field))
    }
    return response
  }
}
