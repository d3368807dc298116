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
    version: Int,
    keyProof: String? = nil
  ) async throws -> ServerAnswer {
    let keys =
      #"{"byPassword":"AQ==","byRecovery":"Ag==","recoveryKey":"03","version":\#(version)}"#
    let salt = String(repeating: "05", count: 16)
    let sealed = #"{"salt":"\#(salt)","n":131072,"r":8,"p":1,"keys":\#(keys)}"#
    let keyProof = keyProof.map { #""keyProof":"\#($0)","# } ?? ""
    return try await world.ask(
      .put,
      "/api/v1/password-resets",
      #"{\#(keyProof)"token":"\#(token)","new":"\#(Self.proof)","sealed":\#(sealed)}"#
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

  /// Stores what checks proofs of the keys.
  private func give(
    _ verifier: String,
    _ world: ServerWorld,
    _ device: String
  ) async throws -> ServerAnswer {
    try await world.ask(
      .put,
      "/api/v1/account/key-verifier",
      #"{"keyVerifier":"\#(verifier)"}"#,
      token: device
    )
  }

  @Test func `a code alone changes nothing once the server can check who has the keys`()
    async throws
  {
    let world = try await ServerWorld.open()
    let device = try await world.signUpSealed()
    let keyProof = String(repeating: "ef", count: 32)
    // The SHA-256 of its digits.
    let verifier = "86ff9fd571dc3dde40e1777e61268053925caa1e7c01df7627f27f5b518c9b3d"
    for _ in 0..<2 { #expect(try await give(verifier, world, device).status == 204) }
    for wrong in [Self.proof, "ef", "x"] {
      let refused = try await give(wrong, world, device)
      #expect(refused.status == 422, "\(wrong): \(refused.text)")
      #expect(refused.code == "bad-keys")
    }
    let token = try await makeLink(world, "sealed@example.org")
    let given = try await keys(world, token).document["keys"] as? [String: Any]
    #expect(given?["keyVerifier"] as? String == verifier)
    for wrong in [nil, "", Self.proof] {
      let refused = try await reset(world, token, version: 2, keyProof: wrong)
      #expect(refused.status == 403, "\(refused.text)")
      #expect(refused.code == "key-proof-needed")
    }
    #expect(try await world.ask(.get, "/api/v1/account", token: device).status == 200)
    #expect(try await reset(world, token, version: 2, keyProof: keyProof).status == 204)
  }

  @Test func `the page of a sealed account names the command, and takes no password`() async throws
  {
    let world = try await ServerWorld.open()
    _ = try await world.signUpSealed()
    let token = try await makeLink(world, "sealed@example.org")
    let page = try await world.ask(.get, "/reset?token=\(token)")
    #expect(page.status == 200)
    #expect(page.text.contains("trellis sync recover https://\(ServerWorld.host)"), "\(page.text)")
    #expect(page.text.contains("--reset-code</span> \(token)"))
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
    let caller = try await world.stores.accounts.authenticate(try await world.signUp())
    let (account, session) = (caller.account.id, caller.session.id)
    _ = world.services.streams.add(.init(account: account, session: session)) {}
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
    #expect(world.services.streams.count == 0)
    let again = try await world.submit("/reset", [("token", token), ("new", "yet another one")])
    #expect(again.status == 410)
  }
}
