import Core

/// The topics of notices, which a person selects for each channel.
public enum NoticeTopic: String, Sendable, Codable, CaseIterable, Comparable {
  /// A device or browser has signed in.
  case account
  /// Reminders of habits and of streaks.
  case reminders
  /// What friends share, and their reactions to what somebody shared.
  case friends

  public static func < (a: NoticeTopic, b: NoticeTopic) -> Bool { a.rawValue < b.rawValue }
}

/// A person's settings for a channel.
public struct ChannelSettings: Sendable, Equatable {
  public var topics: Set<NoticeTopic>
  /// Whether titles and names may leave the server; otherwise a neutral sentence is sent.
  public var tellsNames: Bool

  public init(topics: Set<NoticeTopic> = Set(NoticeTopic.allCases), tellsNames: Bool = false) {
    self.topics = topics
    self.tellsNames = tellsNames
  }
}

/// A browser's subscription or a webhook.
public struct ChannelID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// A browser that gets notices through its push service, as long as its session lasts.
///
/// Source: RFC 8030; W3C Push API.
public struct PushSubscription: Sendable, Equatable {
  public let id: ChannelID
  public let session: SessionID
  public let product: String
  /// The address at the push service; anybody who knows it can send to it.
  public let endpoint: String
  /// The browser's public key, and the secret that it shares.
  public let key: [UInt8]
  public let secret: [UInt8]
  public let settings: ChannelSettings
  public let createdAt: Instant

  /// The data that a browser provides.
  public struct Offer: Sendable, Equatable {
    public let endpoint: String
    public let key: [UInt8]
    public let secret: [UInt8]

    public init(endpoint: String, key: [UInt8], secret: [UInt8]) {
      (self.endpoint, self.key, self.secret) = (endpoint, key, secret)
    }
  }
}

/// The address of a program to which a person has notices sent.
public struct Webhook: Sendable, Equatable {
  public let id: ChannelID
  public let address: String
  /// The secret that signs messages.
  public let secret: [UInt8]
  public let settings: ChannelSettings
  public let createdAt: Instant
  /// Whether sending is off, after it had failed for ``ChannelPolicy/longestFailure``.
  public let isOff: Bool
  /// Since when nothing has arrived, and why; nil if the last notice arrived.
  public let failure: Failure?

  /// The data that its owner provides.
  public struct Offer: Sendable, Equatable {
    public let address: String
    /// The secret that signs messages to a new address.
    public let secret: [UInt8]
    public let settings: ChannelSettings

    public init(address: String, secret: [UInt8], settings: ChannelSettings) {
      (self.address, self.secret, self.settings) = (address, secret, settings)
    }
  }

  public struct Failure: Sendable, Equatable {
    public let since: Instant
    /// Completes the sentence "Nothing arrives there: ".
    public let reason: String
  }
}

/// The channels of an account.
public struct AccountChannels: Sendable, Equatable {
  public let subscriptions: [PushSubscription]
  public let webhook: Webhook?
}

/// The limits of channels and of the notices on their way.
public enum ChannelPolicy {
  /// The maximum number of browsers of an account that get notices.
  public static let mostSubscriptions = 20
  /// The maximum number of notices that wait for one channel; more are not kept.
  public static let mostWaiting = 100
  /// The maximum length of a document in bytes.
  public static let longestDocument = 3072
  /// The seconds of failures after which a webhook is switched off.
  public static let longestFailure: Int64 = 3 * 86_400
  /// The lease of an attempt in seconds, after which another one is made.
  static let lease: Int64 = 120
  /// The seconds for which the record of a sent notice is kept.
  static let memory: Int64 = 7 * 86_400
}
