import API
import AppSupport
import Accounts
import Core
import HTTPServing
import Hummingbird
import Notifying

/// The requests about the destinations of notices, each for the caller's own browser or account.
struct NoticeRoutes: Sendable {
  let settings: NoticeSettings

  var operations: [ServerOperation] {
    get throws {
      [
        ServerOperation(
          .get,
          "/api/v1/push",
          .member,
          "The server's key, and where notices go.",
          gives: [.ok(NoticeDocuments.State.self)]
        ) { exchange, _ in try .document(try await state(exchange)) },
        try ServerOperation(
          .put,
          "/api/v1/push/subscription",
          .member,
          "Sends notices to the browser that asks.",
          takes: NoticeDocuments.SubscriptionRequest.self,
          upTo: 8 << 10,
          gives: [.ok(NoticeDocuments.Settings.self)],
          subscribe
        ),
        ServerOperation(
          .delete,
          "/api/v1/push/subscription",
          .member,
          "Ends notices to the browser that asks.",
          gives: [.noContent]
        ) { exchange, _ in
          try await settings.unsubscribe(try exchange.requireCaller())
          return .noContent
        },
        ServerOperation(
          .post,
          "/api/v1/push/test",
          .member,
          "Sends a test to the browser that asks.",
          gives: [.ok(NoticeDocuments.Tried.self)]
        ) { exchange, _ in
          try .document(NoticeDocuments.Tried(try await settings.testPush(exchange)))
        },
        try ServerOperation(
          .put,
          "/api/v1/push/webhook",
          .member,
          "Sends notices to an address.",
          takes: NoticeDocuments.WebhookRequest.self,
          upTo: 8 << 10,
          gives: [.ok(NoticeDocuments.Hook.self)],
          setWebhook
        ),
        ServerOperation(
          .delete,
          "/api/v1/push/webhook",
          .member,
          "Ends notices to the address.",
          gives: [.noContent]
        ) { exchange, _ in
          try await settings.removeWebhook(of: try exchange.requireCaller())
          return .noContent
        },
        ServerOperation(
          .post,
          "/api/v1/push/webhook/test",
          .member,
          "Sends a test to the address.",
          gives: [.ok(NoticeDocuments.Tried.self)]
        ) { exchange, _ in
          try .document(NoticeDocuments.Tried(try await settings.testWebhook(exchange)))
        },
      ]
    }
  }

  private func state(_ exchange: ServerExchange) async throws -> NoticeDocuments.State {
    let caller = try exchange.requireCaller()
    let all = try await settings.channels(of: caller)
    let own = all.subscriptions.first { $0.session == caller.session.id }
    return NoticeDocuments.State(
      key: Base64.url.text(settings.publicKey),
      subscription: own.map { NoticeDocuments.Settings($0.settings) },
      webhook: all.webhook.map(NoticeDocuments.Hook.init)
    )
  }

  @Sendable
  private func subscribe(
    _ exchange: ServerExchange,
    _ body: NoticeDocuments.SubscriptionRequest,
    _: [String: String]
  ) async throws -> Response {
    let offer = PushSubscription.Offer(
      endpoint: body.endpoint,
      key: Base64.url.bytes(body.keys.p256dh, passesPadding: true) ?? [],
      secret: Base64.url.bytes(body.keys.auth, passesPadding: true) ?? []
    )
    let subscription = try await settings.subscribe(
      offer,
      ChannelSettings(body.topics, body.namesHabits),
      exchange
    )
    return try .document(NoticeDocuments.Settings(subscription.settings))
  }

  @Sendable
  private func setWebhook(
    _ exchange: ServerExchange,
    _ body: NoticeDocuments.WebhookRequest,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let wanted = ChannelSettings(body.topics, body.namesHabits)
    try await settings.setWebhook(body.address, wanted, of: caller)
    return try .document(
      try await settings.channels(of: caller).webhook.map(NoticeDocuments.Hook.init)
    )
  }
}

extension ChannelSettings {
  /// The defaults are all topics, and no names.
  fileprivate init(_ topics: [NoticeTopic]?, _ namesHabits: Bool?) {
    self.init(
      topics: topics.map(Set.init) ?? Set(NoticeTopic.allCases),
      tellsNames: namesHabits ?? false
    )
  }
}

extension DeliveryOutcome {
  /// The result of a test, for the person who requested it.
  var words: String {
    switch self {
    case .taken: "It was taken: notices arrive there."
    case .gone: "It did not arrive: this address no longer exists. Set it up again."
    case .later(_, let reason), .refused(let reason):
      "It did not arrive: \(reason). Nothing else was changed."
    }
  }
}
