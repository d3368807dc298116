import Core
import LoopbackHTTP
import Testing

@testable import Notifying

/// One attempt to send, against a push service and a webhook of the test's own.
struct SendingTests {
  private static let now = Instant(milliseconds: 1_700_000_000_000)

  private func sender(_ rule: ChannelAddress.Rule = .alsoLoopback) throws -> NoticeSender {
    let identity = try ServerIdentity(secret: [UInt8](repeating: 7, count: 32), contact: nil)
    return NoticeSender(identity, rule, userAgent: "trellis-server/1")
  }

  private func post(_ text: String = "{}") -> NoticePost {
    NoticePost(id: String(repeating: "a", count: 40), body: Array(text.utf8), lifetime: 60)
  }

  private func outcome(
    _ status: String,
    _ fields: String = "",
    isPush: Bool = true
  ) async throws
    -> DeliveryOutcome
  {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\(fields)\r\n")
    }
    defer { server.stop() }
    let now = SendingTests.now
    return isPush
      ? try await sender().push(post(), to: server.url(), SampleBrowser().recipient(), at: now)
      : try await sender().call(post(), at: server.url(), .make(), at: now)
  }

  @Test func `a message reaches its browser by the push service, which cannot read it`()
    async throws
  {
    let requests = Gathered<ReceivedRequest>()
    let server = try LoopbackServer { connection in
      guard let request = connection.request() else { return }
      requests.add(request)
      connection.send("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
    }
    defer { server.stop() }
    let browser = SampleBrowser()
    let outcome = try await sender().push(
      post(#"{"title":"Meditate"}"#),
      to: server.url("/wpush/1"),
      browser.recipient(),
      at: SendingTests.now
    )
    #expect(outcome == .taken)
    let request = try #require(requests.elements.first)
    #expect(request.line == "POST /wpush/1 HTTP/1.1")
    #expect(request.field("TTL") == "60")
    #expect(request.field("Urgency") == "normal")
    #expect(request.field("Topic") == String(repeating: "a", count: 32))
    #expect(request.field("Content-Encoding") == "aes128gcm")
    #expect(request.field("Authorization")?.hasPrefix("vapid t=") == true)
    #expect(!String(decoding: request.body, as: UTF8.self).contains("Meditate"))
    #expect(try browser.open(request.body) == Array(#"{"title":"Meditate"}"#.utf8))
  }

  @Test func `a webhook gets the document with its three fields`() async throws {
    let requests = Gathered<ReceivedRequest>()
    let server = try LoopbackServer { connection in
      guard let request = connection.request() else { return }
      requests.add(request)
      connection.send("HTTP/1.1 204 No Content\r\n\r\n")
    }
    defer { server.stop() }
    let secret = WebhookSecret.make()
    let (post, now) = (post(#"{"a":1}"#), SendingTests.now)
    #expect(try await sender().call(post, at: server.url(), secret, at: now) == .taken)
    let request = try #require(requests.elements.first)
    #expect(request.body == Array(#"{"a":1}"#.utf8))
    #expect(request.field("webhook-id") == post.id)
    #expect(request.field("webhook-timestamp") == "1700000000")
    let expected = secret.signature(of: request.body, id: post.id, at: 1_700_000_000)
    #expect(request.field("webhook-signature") == expected)
  }

  @Test func `what an answer means decides what comes next`() async throws {
    #expect(try await outcome("410 Gone") == .gone)
    #expect(try await outcome("404 Not Found") == .gone)
    #expect(
      try await outcome("429 Too Many Requests", "Retry-After: 120\r\n")
        == .later(notBefore: SendingTests.now.advanced(bySeconds: 120), reason: "it answered 429")
    )
    #expect(
      try await outcome("503 Service Unavailable")
        == .later(notBefore: nil, reason: "it answered 503")
    )
    #expect(try await outcome("403 Forbidden") == .refused(reason: "it answered 403"))
    #expect(
      try await outcome("404 Not Found", isPush: false)
        == .later(notBefore: nil, reason: "it answered 404")
    )
    #expect(try await outcome("410 Gone", isPush: false) == .gone)
  }

  @Test func `a redirection is not followed`() async throws {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(
        "HTTP/1.1 307 Temporary Redirect\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
      )
    }
    defer { server.stop() }
    let outcome = try await sender().call(post(), at: server.url(), .make(), at: SendingTests.now)
    #expect(outcome == .later(notBefore: nil, reason: "it answered 307"))
    #expect(server.connections == 1)
  }

  @Test func `without the switch nothing on this machine is reached`() async throws {
    let server = try LoopbackServer { connection in _ = connection.request() }
    defer { server.stop() }
    let outcome = try await sender(.public).call(
      post(),
      at: server.url(),
      .make(),
      at: SendingTests.now
    )
    #expect(outcome == .gone)
    #expect(server.connections == 0)
  }

  @Test func `attempts come later and later, up to an hour, and never together`() {
    let waits = (1...12).map { RetryDelay.milliseconds(after: $0, chance: 1) }
    #expect(waits.prefix(3) == [15_000, 30_000, 60_000])
    #expect(waits.last == 3_600_000)
    #expect(RetryDelay.milliseconds(after: 3, chance: 0) == 30_000)
    #expect(RetryDelay.milliseconds(after: 1_000_000, chance: 1) == 3_600_000)
  }
}
