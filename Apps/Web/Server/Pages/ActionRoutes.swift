import API
import Core
import HTTPTypes
import Hummingbird
import Pages
import Presentation
import Products

/// Handles forms: `POST /do/<action>`.
///
/// Without a script the browser is redirected to a page that shows the result. With one the inner
/// part of that page is the response.
struct ActionRoutes: Sendable {
  let host: any WebHost
  let pages: PageRoutes
  let gate: AccessControl
  let answers: IdempotencyStore
  let limits: WebLimits

  var routes: [Route] {
    [
      .post("/do/{action}", access: .embedding, proof: .form) { exchange, parameters in
        guard let action = pages.contributions.action(named: parameters["action"] ?? "") else {
          throw Problem.notFound
        }
        guard action.isEmbeddable || exchange.principal != .embedding else {
          throw gate.unproven(exchange)
        }
        return try await respond(to: exchange, with: action)
      }
    ]
  }

  private func respond(to exchange: HTTPExchange, with action: FormAction) async throws -> Response
  {
    let fields = try await FormDecoder.fields(of: exchange, limits)
    try gate.admit(form: fields["token"], of: exchange)
    let context = try await host.context(for: exchange.visitor)
    let outcome = try await once(action, fields, context)
    guard exchange.wantsFragment else { return sendOn(to: outcome.target, outcome.message) }
    let after = try await host.context(for: exchange.visitor)
    return try await pages.page(at: outcome.target, of: exchange, after, outcome.message)
  }

  /// The result of a form.
  private struct Outcome: Codable {
    let target: String
    let message: Message?
  }

  /// Runs the action once; a form filled in offline has a key, in case it is sent twice.
  private func once(
    _ action: FormAction,
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> Outcome {
    guard let key = fields.text("key") else { return try await run(action, fields, context) }
    guard IdempotencyKey.isValid(key) else {
      throw Problem.badRequest("bad-key", "This form arrived damaged. Nothing was changed.")
    }
    let name = "POST /do/\(action.name)"
    let principal = context.space.principal
    var fresh: Outcome?
    let answer = try await answers.once("form:\(key)", of: principal, name: name, body: []) {
      let outcome = try await run(action, fields, context)
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
  ) async throws -> Outcome {
    let back = fields["back"]
    do {
      let result = try await action.run(fields, context)
      return Outcome(target: ReturnPath.destination(result.path ?? back), message: result.message)
    } catch let error {
      guard let words = ErrorMessage(error) else { throw error }
      return Outcome(
        target: ReturnPath.destination(back),
        message: Message(.refusal, words.message)
      )
    }
  }

  private func sendOn(to target: String, _ message: Message?) -> Response {
    var response = Response(status: .seeOther, headers: [.location: target])
    if let message {
      response.headers[.setCookie] = Flash(secrets: pages.secrets).field(for: message)
    }
    return response
  }
}
