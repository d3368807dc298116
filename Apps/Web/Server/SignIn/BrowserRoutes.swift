import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages

/// The page of the browsers that are signed in, and the forms that sign them out.
struct BrowserRoutes: Sendable {
  let sessions: SessionStore
  let refusals: RefusalLog
  let pages: PageRoutes
  let signIn: SignInPages
  let limits: HTTPLimits

  var routes: [WebRoute] {
    [
      .get(BrowsersPage.path) { exchange, _ in
        let page = Page(BrowsersPage.path) { request in
          BrowsersPage.content(sessions.all, refusals.all, own: exchange.session?.id, request)
        }
        return try await pages.respond(to: exchange, with: page, [:])
      },
      .post(BrowsersPage.signOutPath, proof: .form) { exchange, _ in
        try await signOut(exchange)
      },
    ]
  }

  private func signOut(_ exchange: HTTPExchange) async throws -> Response {
    let fields = try await FormDecoder.fields(of: exchange, limits)
    try pages.secrets.admit(form: fields["token"], of: exchange)
    let own = exchange.session?.id
    let id = try fields.text("session") ?? own ?? fields.required("session")
    if let session = exchange.session, id != session.id, !sessions.isFresh(session) {
      return signIn.signIn(next: BrowsersPage.path, status: .unauthorized, note: .proveAgain)
    }
    guard try sessions.revoke(id) else {
      throw Problem(
        .notFound,
        "no-such-session",
        "That browser is not signed in any more. Nothing was changed."
      )
    }
    guard id == exchange.session?.id else {
      return Response(
        status: .seeOther,
        headers: [
          .location: BrowsersPage.path,
          .setCookie: Flash(secrets: pages.secrets).field(for: Message(.done, "Signed out.")),
        ]
      )
    }
    // The pages that the browser keeps for offline use are personal.
    return Response(
      status: .seeOther,
      headers: [
        .location: SignInRoutes.path, .setCookie: WebSession.clearing,
        .clearSiteData: "\"cache\", \"storage\"",
      ]
    )
  }
}
