import Foundation
import HTTPTypes
import Testing

@testable import HTTPServing
@testable import trellis_server

/// A browser that is signed in at the server.
struct ServerBrowser: Sendable {
  let world: ServerWorld
  let cookie: String

  /// Makes an account in a browser.
  static func signUp(
    _ world: ServerWorld,
    _ email: String = "ada@example.org"
  ) async throws -> ServerBrowser {
    let answer = try await world.submit(
      "/sign-up/password",
      [("email", email), ("new", "correct horse battery")]
    )
    #expect(answer.status == 303, "\(answer.text)")
    return ServerBrowser(world: world, cookie: try #require(answer.cookie))
  }

  /// Signs in to the same account in another browser.
  static func signIn(
    _ world: ServerWorld,
    _ email: String = "ada@example.org"
  ) async throws -> ServerBrowser {
    let answer = try await world.submit(
      "/sign-in/password",
      [("email", email), ("password", "correct horse battery")]
    )
    #expect(answer.status == 303, "\(answer.text)")
    return ServerBrowser(world: world, cookie: try #require(answer.cookie))
  }

  func get(_ path: String, _ fields: HTTPFields = [:]) async throws -> ServerAnswer {
    try await world.ask(.get, path, fields: fields + [.cookie: cookie])
  }

  /// The token of the forms on a page.
  func formToken(on path: String = "/settings") async throws -> String {
    let page = try await get(path)
    return try #require(page.text.firstMatch(of: #/name="token" value="([0-9a-f]+)"/#)).1
      .description
  }

  /// Submits a form of the server's own pages, with the token of those that this browser is shown.
  func submit(
    _ path: String,
    _ values: [(String, String)],
    fields: HTTPFields = [:]
  ) async throws -> ServerAnswer {
    let token = try await formToken(on: "/account")
    return try await world.submit(
      path,
      [("token", token)] + values,
      cookie: cookie,
      fields: fields
    )
  }

  /// Submits a form of the app.
  func act(
    _ action: String,
    _ values: [(String, String)],
    token: String? = nil,
    fields: HTTPFields = [:]
  ) async throws -> ServerAnswer {
    var own = token
    if own == nil { own = try await formToken() }
    return try await world.submit(
      "/do/\(action)",
      [("token", own ?? ""), ("back", "/today")] + values,
      cookie: cookie,
      fields: fields
    )
  }

  /// Submits a form with a file.
  func upload(_ text: String, to action: String) async throws -> ServerAnswer {
    let parts = [
      "Content-Disposition: form-data; name=\"token\"\r\n\r\n\(try await formToken())",
      "Content-Disposition: form-data; name=\"back\"\r\n\r\n/data",
      "Content-Disposition: form-data; name=\"file\"; filename=\"export.json\"\r\n\r\n\(text)",
    ]
    let body = parts.map { "--xyz\r\n\($0)\r\n" }.joined() + "--xyz--\r\n"
    return try await world.ask(
      .post,
      "/do/\(action)",
      body,
      fields: [.contentType: "multipart/form-data; boundary=xyz", .cookie: cookie]
    )
  }

  /// Adds a habit for every day, and returns its id.
  @discardableResult
  func addHabit(_ title: String) async throws -> String {
    let answer = try await act("tracking.create-habit", [("title", title)])
    #expect(answer.status == 303, "\(answer.text)")
    let list = try await get("/today").text
    return String(try #require(list.firstMatch(of: #/name="habit" value="([^"]+)"/#), "\(list)").1)
  }
}
