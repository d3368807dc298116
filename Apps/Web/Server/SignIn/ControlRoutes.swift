import Core
import HTTPServing
import Hummingbird
import Pages

/// The requests of `trellis daemon` to the running program: sign-in links, and the sessions.
///
/// They are not part of the API of the modules, which is the same in every product and on a server.
struct ControlRoutes: Sendable {
  let access: BrowserAccess
  let calendar: CalendarFeed
  let limits: HTTPLimits

  var routes: [WebRoute] {
    [
      .post("/control/sign-in-links", access: .program, proof: .program) { exchange, _ in
        let body = try await decoded(LinkRequest.self, exchange)
        return try .document(access.link(to: body.next ?? "/"))
      },
      .get("/control/sign-in-links/{id}", access: .program) { _, parameters in
        try .document(LinkState(state: access.codes.state(of: parameters["id"] ?? "")))
      },
      .get("/control/sessions", access: .program) { _, _ in try .document(list) },
      .post("/control/sessions/revoke", access: .program, proof: .program) { exchange, _ in
        try await revoke(exchange)
      },
      .post("/control/calendar", access: .program, proof: .program) { exchange, _ in
        try await changeCalendar(exchange)
      },
    ]
  }

  private struct LinkRequest: Decodable {
    let next: String?
  }

  private struct LinkState: Encodable {
    let state: SignInCodes.State
  }

  private struct SessionList: Encodable {
    struct Entry: Encodable {
      let id: String
      let browser: String
      let createdAt: String
      let usedAt: String
    }

    struct Refusal: Encodable {
      let code: String
      let client: String
      let count: Int
      let lastAt: String
    }

    let sessions: [Entry]
    let refusals: [Refusal]
  }

  private struct Revocation: Decodable {
    let id: String?
    let all: Bool?
  }

  private var list: SessionList {
    SessionList(
      sessions: access.sessions.all.map { session in
        SessionList.Entry(
          id: session.id,
          browser: session.browser,
          createdAt: session.createdAt.rfc3339(in: .utc),
          usedAt: session.usedAt.rfc3339(in: .utc)
        )
      },
      refusals: access.refusals.all.map { entry in
        SessionList.Refusal(
          code: entry.code,
          client: entry.client,
          count: entry.count,
          lastAt: entry.lastAt.rfc3339(in: .utc)
        )
      }
    )
  }

  private func revoke(_ exchange: HTTPExchange) async throws -> Response {
    let body = try await decoded(Revocation.self, exchange)
    if body.all == true {
      _ = try access.sessions.revokeAll()
    } else {
      guard let id = body.id, try access.sessions.revoke(id) else {
        throw DomainError(
          "no-such-session",
          "There is no session “\(body.id ?? "")”. Nothing was changed; those there are:  "
            + "trellis daemon sessions"
        )
      }
    }
    return try .document(list)
  }

  private struct CalendarRequest: Decodable {
    enum Change: String, Decodable { case on, renew, off }

    let wish: Change
  }

  private struct CalendarPlace: Encodable {
    /// The path of the calendar's address; omitted if there is none.
    let path: String?
  }

  private func changeCalendar(_ exchange: HTTPExchange) async throws -> Response {
    switch try await decoded(CalendarRequest.self, exchange).wish {
    case .on: try calendar.turnOn()
    case .renew: try calendar.renew()
    case .off: try calendar.turnOff()
    }
    return try .document(CalendarPlace(path: calendar.path))
  }

  private func decoded<T: Decodable>(_ type: T.Type, _ exchange: HTTPExchange) async throws -> T {
    let bytes = try await exchange.body(upTo: limits.body, within: limits.bodyTimeout)
    do {
      return try JSON.decode(type, from: bytes)
    } catch {
      throw Problem.badRequest("bad-json", "The body cannot be read. Nothing was changed.")
    }
  }
}

extension Response {
  fileprivate static func document(_ value: some Encodable) throws -> Response {
    .answer(try JSON.encode(value), status: .ok)
  }
}
