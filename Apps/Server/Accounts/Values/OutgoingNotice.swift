import Core

/// The idempotency key of a notice: the same for the same occasion, however often it is added.
public struct NoticeKey: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// A notice for all channels of an account that want it.
public struct OutgoingNotice: Sendable, Equatable {
  public let key: NoticeKey
  public let topic: NoticeTopic
  /// The product whose browsers get it; nil for those of all products.
  ///
  /// A webhook gets notices of all products.
  public let product: String?
  /// For channels that may not receive titles and names.
  public let neutral: [UInt8]
  /// For channels that may.
  public let named: [UInt8]
  /// When it was given; channels that were added later do not get it.
  public let at: Instant
  /// When it becomes obsolete.
  public let expiresAt: Instant
  /// Until when it waits; nil to be sent at once.
  public var notBefore: Instant?

  public init(
    key: NoticeKey,
    topic: NoticeTopic,
    product: String?,
    neutral: [UInt8],
    named: [UInt8],
    at: Instant,
    expiresAt: Instant
  ) {
    (self.key, self.topic, self.product) = (key, topic, product)
    (self.neutral, self.named) = (neutral, named)
    (self.at, self.expiresAt) = (at, expiresAt)
  }
}

/// A notice on its way to one channel, claimed by the current sender.
public struct NoticeDelivery: Sendable, Equatable {
  public enum Destination: Sendable, Equatable {
    case push(PushSubscription)
    case webhook(Webhook)
  }

  public let notice: NoticeKey
  public let account: AccountID
  public let destination: Destination
  public let document: [UInt8]
  /// The number of attempts, including this one.
  public let attempts: Int
  public let expiresAt: Instant

  public var channel: ChannelID {
    switch destination {
    case .push(let push): push.id
    case .webhook(let webhook): webhook.id
    }
  }
}

/// The result of a ``NoticeDelivery``.
public enum DeliveryResult: Sendable, Equatable {
  case sent
  /// With the instant of the next attempt.
  case failed(reason: String, next: Instant)
  /// Its content is no longer true, so nothing was sent.
  case withdrawn
  /// Permanent: another attempt would fail as well.
  case refused(reason: String)
  /// The channel no longer exists.
  case gone
}
