import Core
import HTTPClient

/// The message that is sent for a notice.
package struct NoticePost: Sendable {
  /// The urgency of waking a device (RFC 8030, section 5.3).
  package enum Urgency: String, Sendable {
    case low
    case normal
    case high
  }

  /// The same at each attempt, so that a receiver can recognize repetitions.
  package let id: String
  /// The document.
  package let body: [UInt8]
  /// The lifetime in seconds.
  package let lifetime: Int
  package let urgency: Urgency

  package init(id: String, body: [UInt8], lifetime: Int, urgency: Urgency = .normal) {
    self.id = id
    self.body = body
    self.lifetime = max(0, lifetime)
    self.urgency = urgency
  }
}

/// Sends notices to push services and webhooks, one attempt at a time.
package struct NoticeSender: Sendable {
  private static let timeouts = HTTPRequest.Timeouts(connect: 10_000, idle: 15_000, total: 30_000)
  /// The body of an answer is not read.
  private static let mostAnswer = 64 << 10

  private let client: HTTPClient
  package let identity: ServerIdentity
  package let rule: ChannelAddress.Rule

  /// - Parameter userAgent: the program's name for receivers.
  package init(_ identity: ServerIdentity, _ rule: ChannelAddress.Rule, userAgent: String) {
    self.identity = identity
    self.rule = rule
    let reach: Reach = rule == .public ? .publicInternet : .anywhere
    client = HTTPClient(HTTPClient.Options(userAgent: userAgent, reach: reach))
  }

  /// Sends a message to a browser through its push service.
  ///
  /// - Throws: for a text that is too long.
  package func push(
    _ post: NoticePost,
    to address: String,
    _ recipient: PushRecipient,
    at now: Instant
  ) async throws -> DeliveryOutcome {
    guard let place = try? ChannelAddress(address, rule) else { return .gone }
    let headers: HTTPHeaders = [
      "Authorization": try identity.authorization(for: place.url.origin, at: now),
      "Content-Encoding": "aes128gcm",
      "Content-Type": "application/octet-stream",
      "TTL": "\(post.lifetime)",
      "Urgency": post.urgency.rawValue,
      // A retry replaces the same message if it still waits at the service. The maximum is 32
      // letters (RFC 8030, section 5.4).
      "Topic": String(post.id.prefix(32)),
    ]
    return await send(place.url, headers, try recipient.encrypt(post.body), at: now, isPush: true)
  }

  /// Sends a document to a webhook.
  package func call(
    _ post: NoticePost,
    at address: String,
    _ secret: WebhookSecret,
    at now: Instant
  ) async -> DeliveryOutcome {
    guard let place = try? ChannelAddress(address, rule) else { return .gone }
    let seconds = now.milliseconds / 1000
    let headers: HTTPHeaders = [
      "Content-Type": "application/json; charset=utf-8",
      "webhook-id": post.id,
      "webhook-timestamp": "\(seconds)",
      "webhook-signature": secret.signature(of: post.body, id: post.id, at: seconds),
    ]
    return await send(place.url, headers, post.body, at: now, isPush: false)
  }

  private func send(
    _ url: HTTPURL,
    _ headers: HTTPHeaders,
    _ body: [UInt8],
    at now: Instant,
    isPush: Bool
  ) async -> DeliveryOutcome {
    let request = HTTPRequest(
      .post,
      url,
      headers: headers,
      body: body,
      followsRedirections: false,
      mostBytes: NoticeSender.mostAnswer,
      timeouts: NoticeSender.timeouts
    )
    do throws(HTTPClientError) {
      return DeliveryOutcome(try await client.send(request), isPush: isPush, at: now)
    } catch { return DeliveryOutcome(error) }
  }
}
