import AppSupport
import Core
import LoopbackHTTP
import Sealing
import Testing

@testable import LocalApp

struct ServerClientTests {
  @Test func `a server tells what it is`() async throws {
    let server = try ScriptedServer { request in
      request.line.hasPrefix("GET /api/v1/server ")
        ? document(
          """
          {"name":"Habits","version":"1.0","product":"sober","title":"Sober","key":"\(String(repeating: "ab", count: 32))",
          "products":[{"name":"sober","title":"Sober","address":"https://sober.example"}],"signUp":"open","newer":1}
          """
        ) : nil
    }
    let info = try await server.client().info()
    #expect(info.product == "sober")
    #expect(info.products.first?.address == "https://sober.example")
    #expect(info.signUp == "open")
    let request = try #require(server.received.first)
    #expect(request.field("User-Agent") == "trellis/\(AppVersion.current)")
    #expect(request.field("Authorization") == nil)
  }

  @Test func `each call asks for what it says, with the token of the device`() async throws {
    let account =
      #"{"id":"0a","email":"me@example.org","sealed":false,"createdAt":"x","spaces":[{"product":"sober","facts":3,"bytes":9}]}"#
    let server = try ScriptedServer { request in
      switch request.line.prefix(while: { $0 != "H" }) {
      case "GET /api/v1/account ": document(account)
      case "GET /api/v1/sessions ":
        document(
          #"{"items":[{"id":"a","name":"b","createdAt":"c","usedAt":"d","current":true}]}"#
        )
      default: "HTTP/1.1 204 No Content\r\n\r\n"
      }
    }
    let client = try server.client(token: "t0ken")
    #expect(try await client.account().entries(of: "sober") == 3)
    #expect(try await client.account().entries(of: "streaks") == 0)
    #expect(try await client.sessions().map(\.isCurrent) == [true])
    try await client.end(session: "5e55")
    try await client.endOtherSessions()
    try await client.signOut()
    try await client.changePassword(from: "a", to: "b", sealed: nil)
    try await client.deleteAccount(password: "a")
    let ring = KeyRingDocument(version: 4, byPassword: "", byRecovery: "", recoveryKey: "")
    try await client.replaceKeys(with: ring)
    let sealed = SealedPassword(parameters: .new(), keys: ring)
    try await client.resetPassword(code: "c0de", to: "b", sealed: sealed, keyProof: "c")
    try await client.setKeyVerifier("d")
    #expect(
      server.lines == [
        "GET /account", "GET /account", "GET /sessions", "DELETE /sessions/5e55",
        "DELETE /sessions",
        "DELETE /session", "PUT /account/password", "DELETE /account", "PUT /account/keys",
        "PUT /password-resets", "PUT /account/key-verifier",
      ]
    )
    #expect(server.received.allSatisfy { $0.field("Authorization") == "Bearer t0ken" })
    #expect(server.received[8].field("If-Match") == "\"3\"")
    let bodies = server.received.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies[6] == #"{"current":"a","new":"b"}"#)
    #expect(bodies[7] == #"{"password":"a"}"#)
    #expect(bodies[9].hasPrefix(#"{"keyProof":"c","new":"b","sealed":{"#))
    #expect(bodies[9].hasSuffix(#""token":"c0de"}"#))
    #expect(bodies[10] == #"{"keyVerifier":"d"}"#)
  }

  @Test func `a session is ended that a task cannot use any more, as it was cancelled`()
    async throws
  {
    let server = try ScriptedServer { _ in "HTTP/1.1 204 No Content\r\n\r\n" }
    let client = try server.client()
    let task = Task {
      try await client.orSignOut("t0ken") {
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }
    }
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(server.lines == ["DELETE /session"])
  }

  @Test func `a refusal has the code and the sentence of the server, without tricks`() async throws
  {
    let server = try ScriptedServer { _ in
      problem(403, "sign-up-closed", #"Closed.\u001b[2J\nAsk\u202e them."#)
    }
    let error = try await refusal {
      try await server.client()
        .signUp(email: "a", password: "b", invitation: nil, sealed: nil, device: "c")
    }
    #expect(error == DomainError("sign-up-closed", "Closed.[2J Ask them."))
  }

  @Test(
    arguments: [
      ("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", "server-unavailable"),
      (answer("<html>", "Content-Type: text/html"), "answer-unreadable"),
      (answer("{}", status: "404 No", "Content-Type: application/json"), "answer-unreadable"),
      (document("{"), "answer-unreadable"), (document("{}"), "answer-unreadable"),
      (document(String(repeating: "[", count: 5000)), "answer-unreadable"),
      (problem(400, "Bad Code", "x"), "answer-unreadable"),
    ]
  )
  func `what no server of ours answers is told as such`(answer: String, code: String) async throws {
    let server = try ScriptedServer { _ in answer }
    #expect(try await refusal { try await server.client().info() }?.code == code)
  }

  @Test(arguments: ["", "../account", "a/b", "a?b", "a b", "é"])
  func `an id that is none is not sent`(id: String) async throws {
    let server = try ScriptedServer { _ in nil }
    #expect(
      try await refusal { try await server.client().end(session: id) }?.code == "unknown-session"
    )
    #expect(server.received.isEmpty)
  }

  @Test func `a cancelled call is no refusal`() async throws {
    let (arrived, server) = (Signal(), try LoopbackServer { $0.waitForEnd() })
    defer { server.stop() }
    let client = try ServerClient("127.0.0.1:\(server.port)")
    let task = Task {
      arrived.give()
      _ = try await client.info()
    }
    await arrived.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
