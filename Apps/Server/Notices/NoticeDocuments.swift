import Accounts
import Core
import Notifying

/// The documents about the destinations of notices for programs.
enum NoticeDocuments {
  struct State: Codable {
    /// The server's public key, in base64url.
    let key: String
    /// The settings of the browser that asks.
    let subscription: Settings?
    let webhook: Hook?
  }

  struct Settings: Codable {
    let namesHabits: Bool
    let topics: [NoticeTopic]

    init(_ settings: ChannelSettings) {
      (namesHabits, topics) = (settings.tellsNames, settings.topics.sorted())
    }
  }

  struct Hook: Codable {
    let address: String
    /// Why nothing arrives; nil if the last notice arrived.
    let failure: String?
    let failingSince: String?
    let isOff: Bool
    let namesHabits: Bool
    /// The secret that signs messages; Standard Webhooks.
    let secret: String
    let topics: [NoticeTopic]

    init(_ webhook: Webhook) {
      address = webhook.address
      failure = webhook.failure?.reason
      failingSince = webhook.failure?.since.rfc3339(in: .utc)
      isOff = webhook.isOff
      namesHabits = webhook.settings.tellsNames
      secret = WebhookSecret(webhook.secret).text
      topics = webhook.settings.topics.sorted()
    }
  }

  struct Tried: Codable {
    let arrived: Bool
    let detail: String

    init(_ outcome: DeliveryOutcome) {
      arrived = outcome == .taken
      detail = outcome.words
    }
  }

  struct SubscriptionRequest: Codable {
    struct Keys: Codable {
      let auth: String
      let p256dh: String
    }

    let endpoint: String
    let keys: Keys
    let namesHabits: Bool?
    let topics: [NoticeTopic]?
  }

  struct WebhookRequest: Codable {
    let address: String
    let namesHabits: Bool?
    let topics: [NoticeTopic]?
  }
}
