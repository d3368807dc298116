import Accounts
import Foundation
import HTTPTypes
import Testing

@testable import HTTPServing
@testable import trellis_server

/// Links and codes for a new password, of accounts that the server can read and of sealed ones.
@Suite struct PasswordResetTests {
  private static let proof = String(repeating: "cd", count: 32)

  private func makeLink(_ world: ServerWorld, _ email: String) async throws -> String {
    try await world.stores.accounts.makeResetLink(for: email, by: .operator).token
  }

  private func keys(_ world: ServerWorld, _ token: String) async throws -> ServerAnswer {
    try await world.ask(.post, "/api/v1/password-resets/keys", #"{"token":"\#(token)"}"#)
  }

  /// What a device sends that has opened the keys with the phrase.
  private func reset(
    _ world: ServerWorld,
    _ token: String,
    version: Int
  ) async throws -> ServerAnswer {
    let keys =
      #"{"byPassword":"AQ==","byRecovery":"Ag==","recoveryKey":"03","version":\#(version)}"#
    let salt = String(repeating: "05", count: 16)
    let sealed = #"{"salt":"\#(salt)","n":131072,"r":8,"p":1,"keys":\#(keys)}"#
    return try await world.ask(
      .put,
      "/api/v1/password-resets",
      #"{"token":"\#(token)","new":"\#(Self.proof)","sealed":\#(sealed)}"#
    )
  }

  @Test func `a sealed account gets a new password by a code and its keys`() async throws {
    let world = try await ServerWorld.open()
    let device = try await world.signUpSealed()
    let token = try await makeLink(world, "sealed@example.org")
    let guessed = try await keys(world, String(repeating: "0", count: 64))
    #expect(guessed.status == 410)
    #expect(guessed.code == "expired-link")
    let given = try await keys(world, token)
    #expect(given.status == 200, "\(given.text)")
    #expect(given.document["email"] as? String == "sealed@example.org")
    #expect((given.document["keys"] as? [String: Any])?["version"] as? Int == 1)
    let stale = try await reset(world, token, version: 1)
    #expect(stale.status == 412, "\(stale.text)")
    #expect(try await world.ask(.get, "/api/v1/account", token: device).status == 200)
    let done = try await reset(world, token, version: 2)
    #expect(done.status == 204, "\(done.text)")
    #expect(try await world.ask(.get, "/api/v1/account", token: device).status == 401)
    #expect(try await reset(world, token, version: 3).code == "expired-link")
    #expect(try await keys(world, token).code == "expired-link")
    let signedIn = try await world.ask(
      .post,
      "/api/v1/sessions",
      #"{"email":"sealed@example.org","password":"\#(Self.proof)","device":{"name":"x"}}"#
    )
    #expect(signedIn.status == 201, "\(signedIn.text)")
  }

  @Test func `the page of a sealed account names the command, and takes no password`() async throws
  {
    let world = try await ServerWorld.open()
    _ = try await world.signUpSealed()
    let token = try await makeLink(world, "sealed@example.org")
    let page = try await world.ask(.get, "/reset?token=\(token)")
    #expect(page.status == 200)
    #expect(page.text.contains("trellis sync recover https://\(ServerWorld.host)"), "\(page.text)")
    #expect(page.text.contains("--reset-code \(token)"))
    #expect(!page.text.contains("type=\"password\""))
    let posted = try await world.submit(
      "/reset",
      [("token", token), ("new", "a quite new password")]
    )
    #expect(posted.status == 409)
    #expect(posted.text.contains("trellis sync recover"))
    _ = try await world.signInSealed()
    #expect(try await reset(world, token, version: 2).status == 204)
  }

  @Test func `an account that the server can read gets its password on the page`() async throws {
    let world = try await ServerWorld.open()
    _ = try await world.signUp()
    let token = try await makeLink(world, "ada@example.org")
    #expect(try await keys(world, token).code == "not-sealed")
    #expect(try await reset(world, token, version: 1).code == "not-sealed")
    let page = try await world.ask(.get, "/reset?token=\(token)")
    #expect(page.text.contains("type=\"password\""))
    let posted = try await world.submit(
      "/reset",
      [("token", token), ("new", "a quite new password")]
    )
    #expect(posted.status == 303, "\(posted.text)")
    let again = try await world.submit("/reset", [("token", token), ("new", "yet another one")])
    #expect(again.status == 410)
  }
}
