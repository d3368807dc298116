import Accounts
import Foundation
import HTTPTypes
import LoopbackHTTP
import Testing

@testable import HTTPServing
@testable import trellis_server

/// Where a person's notices go, through the server's routes.
@Suite struct NoticeRouteTests {
  private static let base = "/api/v1/push"
  /// The browser's key of RFC 8291, appendix A.
  private static let key =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

  private static let routes: [(HTTPRequest.Method, String)] = [
    (.get, ""), (.put, "/subscription"), (.delete, "/subscription"), (.post, "/test"),
    (.put, "/webhook"), (.delete, "/webhook"), (.post, "/webhook/test"),
  ]

  private static func offer(_ endpoint: String, key: String = key) -> String {
    #"{"endpoint":"\#(endpoint)","keys":{"p256dh":"\#(key)","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#
  }

  private func put(
    _ browser: ServerBrowser,
    _ path: String,
    _ json: String
  ) async throws -> ServerAnswer {
    try await browser.world.ask(
      .put,
      NoticeRouteTests.base + path,
      json,
      fields: [.cookie: browser.cookie]
    )
  }

  private func post(_ browser: ServerBrowser, _ path: String) async throws -> ServerAnswer {
    let fields: HTTPFields = [.cookie: browser.cookie]
    return try await browser.world.ask(.post, NoticeRouteTests.base + path, "{}", fields: fields)
  }

  private func state(_ browser: ServerBrowser) async throws -> [String: Any] {
    try await browser.get(NoticeRouteTests.base).document
  }

  @Test func `nobody asks for notices without a session`() async throws {
    let world = try await ServerWorld.open()
    for (method, path) in NoticeRouteTests.routes {
      let body = method == .get ? nil : "{}"
      let answer = try await world.ask(method, NoticeRouteTests.base + path, body)
      #expect(answer.status == 401, "\(method) \(path): \(answer.text)")
    }
  }

  @Test func `a browser subscribes, sees it, and ends it; signing out ends it as well`()
    async throws
  {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let other = try await ServerBrowser.signIn(world)
    #expect((try await state(ada)["key"] as? String)?.count == 87)
    let offer = NoticeRouteTests.offer("https://push.example.net/1")
    let answer = try await put(ada, "/subscription", offer)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.document["namesHabits"] as? Bool == false)
    #expect(answer.document["topics"] as? [String] == ["account", "friends", "reminders"])
    #expect(try await state(ada)["subscription"] != nil)
    #expect(try await state(other)["subscription"] == nil)
    let path = NoticeRouteTests.base + "/subscription"
    let ended = try await world.ask(.delete, path, fields: [.cookie: ada.cookie])
    #expect(ended.status == 204)
    #expect(try await state(ada)["subscription"] == nil)
    _ = try await put(ada, "/subscription", offer)
    _ = try await ada.submit("/account/sign-out", [("session", "this")])
    let account = try #require(try await world.stores.accounts.accounts(by: .operator).first)
    #expect(try await world.stores.accounts.channels(of: account.id).subscriptions == [])
  }

  @Test(arguments: [
    "http://push.example.net/1", "https://127.0.0.1/1", "https://[::1]/1", "https://10.1.2.3/",
    "https://localhost/1", "https://db.internal/1", "ftp://push.example.net/1", "x",
  ])
  func `an address within the server's own network is refused, and says so`(
    address: String
  )
    async throws
  {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let push = try await put(ada, "/subscription", NoticeRouteTests.offer(address))
    let hook = try await put(ada, "/webhook", #"{"address":"\#(address)"}"#)
    for answer in [push, hook] {
      #expect((400..<500).contains(answer.status), "\(answer.text)")
      #expect(answer.code == "address-not-usable")
    }
    #expect(try await state(ada)["webhook"] == nil)
  }

  @Test func `keys that are none are refused`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    for key in ["", "AAAA", String(NoticeRouteTests.key.dropLast()) + "0"] {
      let offer = NoticeRouteTests.offer("https://push.example.net/1", key: key)
      #expect(try await put(ada, "/subscription", offer).code == "bad-push-keys")
    }
  }

  @Test func `a webhook is tested, keeps its secret, and is removed`() async throws {
    let requests = Gathered<LoopbackHTTP.ReceivedRequest>()
    let server = try LoopbackServer { connection in
      guard let request = connection.request() else { return }
      requests.add(request)
      connection.send("HTTP/1.1 204 No Content\r\n\r\n")
    }
    defer { server.stop() }
    let world = try await ServerWorld.open { $0.noticesReachLoopback = true }
    let ada = try await ServerBrowser.signUp(world)
    let wish = #"{"address":"\#(server.url("/hook"))","topics":["reminders"]}"#
    let made = try await put(ada, "/webhook", wish)
    #expect(made.status == 200, "\(made.text)")
    let secret = try #require(made.document["secret"] as? String)
    #expect(secret.hasPrefix("whsec_"))
    #expect(try await put(ada, "/webhook", wish).document["secret"] as? String == secret)
    let tried = try await post(ada, "/webhook/test")
    #expect(tried.document["arrived"] as? Bool == true, "\(tried.text)")
    let request = try #require(requests.elements.first)
    #expect(request.line == "POST /hook HTTP/1.1")
    #expect(String(decoding: request.body, as: UTF8.self).contains(#""kind":"test""#))
    #expect(request.field("webhook-signature")?.hasPrefix("v1,") == true)
    for _ in 0..<6 { _ = try await post(ada, "/webhook/test") }
    #expect(try await post(ada, "/webhook/test").status == 429)
    let path = NoticeRouteTests.base + "/webhook"
    #expect(try await world.ask(.delete, path, fields: [.cookie: ada.cookie]).status == 204)
    #expect(try await state(ada)["webhook"] == nil)
  }

  @Test func `the page names the webhook and takes another, and another site changes nothing`()
    async throws
  {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    #expect(try await ada.get("/account/notices").text.contains("data-push="))
    let values = [("address", "https://hooks.example.org/x"), ("reminders", "on")]
    let kept = try await ada.submit("/account/notices/webhook", values)
    #expect(kept.status == 303)
    #expect(try await ada.get("/account/notices").text.contains("https://hooks.example.org/x"))
    let bad = [("address", "https://10.0.0.1/")]
    let refused = try await ada.submit("/account/notices/webhook", bad)
    #expect(refused.status == 422)
    #expect(refused.text.contains("Nothing was changed"))
    let foreign = try await ada.submit(
      "/account/notices/webhook/remove",
      [],
      fields: [.origin: "https://evil.example"]
    )
    #expect(foreign.status == 403)
    #expect(try await state(ada)["webhook"] != nil)
  }
}
