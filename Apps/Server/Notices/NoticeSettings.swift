import Accounts
import Core
import HTTPServing
import Notifying
import Presentation

/// A person's actions on their channels, for the API and for the page.
struct NoticeSettings: Sendable {
  /// The maximum number of tests per minute, since each is a request to an address they chose.
  private static let testsPerMinute = 6

  private let outbox: NoticeOutbox
  private let reminders: ReminderWatch
  private let pace: RequestPace

  init(_ outbox: NoticeOutbox, _ reminders: ReminderWatch) {
    (self.outbox, self.reminders) = (outbox, reminders)
    pace = RequestPace(perMinute: NoticeSettings.testsPerMinute, clock: outbox.clock)
  }

  /// The server's key with which browsers subscribe.
  var publicKey: [UInt8] { outbox.sender.identity.publicKey }

  func channels(of caller: Caller) async throws -> AccountChannels {
    try await outbox.accounts.channels(of: caller.account.id)
  }

  /// Sends notices of the request's product to the browser that asks.
  ///
  /// - Throws: a ``DomainError`` for an address or a key that cannot be used.
  func subscribe(
    _ offer: PushSubscription.Offer,
    _ settings: ChannelSettings,
    _ exchange: ServerExchange
  ) async throws -> PushSubscription {
    let caller = try exchange.requireCaller()
    _ = try ChannelAddress(offer.endpoint, outbox.sender.rule)
    guard PushRecipient(key: offer.key, secret: offer.secret) != nil else {
      throw DomainError(
        "bad-push-keys",
        "The keys of this browser's subscription are not valid. Nothing was changed.",
        isFinal: true
      )
    }
    let subscription = try await outbox.accounts.subscribe(
      offer,
      product: exchange.product.name,
      settings,
      for: caller
    )
    reminders.wake()
    return subscription
  }

  func unsubscribe(_ caller: Caller) async throws {
    try await outbox.accounts.unsubscribe(caller.session.id)
  }

  /// Sends notices to an address.
  ///
  /// - Throws: a ``DomainError`` for an address that cannot be used.
  func setWebhook(_ address: String, _ settings: ChannelSettings, of caller: Caller) async throws {
    let place = try ChannelAddress(address, outbox.sender.rule)
    let secret = WebhookSecret.make().bytes
    let offer = Webhook.Offer(address: place.text, secret: secret, settings: settings)
    try await outbox.accounts.setWebhook(offer, for: caller)
    reminders.wake()
  }

  func removeWebhook(of caller: Caller) async throws {
    try await outbox.accounts.removeWebhook(of: caller.account.id)
  }

  /// Sends a test notice to the caller's browser.
  func testPush(_ exchange: ServerExchange) async throws -> DeliveryOutcome {
    let caller = try exchange.requireCaller()
    let own = try await channels(of: caller).subscriptions
      .first { $0.session == caller.session.id }
    guard let own else {
      throw DomainError("no-subscription", "This browser gets no notices. Nothing was sent.")
    }
    let outcome = try await test(.push(own), exchange)
    if outcome == .gone { try await outbox.accounts.removeSubscription(own.id) }
    return outcome
  }

  /// Sends a test document to the caller's webhook.
  func testWebhook(_ exchange: ServerExchange) async throws -> DeliveryOutcome {
    let caller = try exchange.requireCaller()
    guard let webhook = try await channels(of: caller).webhook else {
      throw DomainError("no-webhook", "No address is named for notices. Nothing was sent.")
    }
    let outcome = try await test(.webhook(webhook), exchange)
    if outcome == .taken { try await outbox.accounts.note(.sent, of: webhook) }
    return outcome
  }

  private func test(
    _ destination: NoticeDelivery.Destination,
    _ exchange: ServerExchange
  ) async throws -> DeliveryOutcome {
    try pace.admit(exchange.caller, from: exchange.client)
    let (now, served) = (outbox.clock.now(), exchange.product)
    let wording = NoticeWording(product: served.product, address: served.address)
    let document = wording.test(NoticeKey(rawValue: .random(in: .min ... .max)), at: now)
    let post = NoticePost(
      id: document.id,
      body: try JSON.encode(document),
      lifetime: 300,
      urgency: document.urgency
    )
    return await outbox.send(post, to: destination, at: now)
  }
}
