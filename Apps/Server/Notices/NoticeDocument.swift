import Accounts
import Core
import Notifying
import Presentation
import Products
import RemindersContract

/// The document of a notice for a browser or a webhook.
struct NoticeDocument: Codable, Sendable, Equatable {
  /// When it was given, in RFC 3339 with UTC.
  let at: String
  let body: String
  /// The same for the same notice, so that repetitions can be recognized.
  let id: String
  /// `reminder`, `at-risk`, `broken`, `milestone`, `weekly`, `friend`, `post`, `reaction`, `sign-in` or `test`.
  let kind: String
  let product: String
  let title: String
  /// The page that a click leads to.
  let url: String

  /// The urgency for waking a device.
  ///
  /// A late reminder is worthless, and somebody who came in with a stolen password must be signed
  /// out at once.
  var urgency: NoticePost.Urgency {
    switch kind {
    case NoticeKind.reminder.rawValue, NoticeKind.atRisk.rawValue, NoticeDocument.test,
      NoticeDocument.signIn:
      .high
    case NoticeKind.weekly.rawValue, NoticeKind.milestone.rawValue: .low
    default: .normal
    }
  }

  static let test = "test"
  static let signIn = "sign-in"
}

/// Makes the documents of notices.
struct NoticeWording: Sendable {
  let product: Product
  /// The address at which people reach the product.
  let address: String

  /// The documents of a given notice, for channels that may receive titles and for others.
  ///
  /// - Parameter quiet: the person's quiet hours.
  func notice(
    _ item: InboxItem,
    _ text: NoticeText,
    _ calendar: LocalCalendar,
    quiet: QuietHours?
  ) throws -> OutgoingNotice {
    let notice = item.notice
    func document(_ title: String, _ body: String) throws -> [UInt8] {
      try JSON.encode(
        NoticeDocument(
          at: notice.at.rfc3339(in: .utc),
          body: body,
          id: "\(notice.id)",
          kind: notice.kind.rawValue,
          product: product.name,
          title: title,
          url: "\(address)/inbox"
        )
      )
    }
    return OutgoingNotice(
      key: NoticeKey(rawValue: notice.id.rawValue),
      topic: .reminders,
      product: product.name,
      neutral: try document(product.title, NoticeWording.neutral(notice.kind)),
      named: try document(text.title, NoticeWording.shortened(text.body)),
      at: notice.at,
      expiresAt: NoticeWording.end(of: notice, calendar, quiet)
    )
  }

  /// News of a friend.
  ///
  /// - Parameters:
  ///   - key: the idempotency key of the news.
  ///   - kind: `friend`, `post` or `reaction`.
  ///   - words: what happened, with names.
  func friends(
    _ key: NoticeKey,
    _ kind: String,
    _ words: String,
    at: Instant
  ) throws -> OutgoingNotice {
    func document(_ body: String) throws -> [UInt8] {
      try JSON.encode(
        NoticeDocument(
          at: at.rfc3339(in: .utc),
          body: body,
          id: "\(key)",
          kind: kind,
          product: product.name,
          title: product.title,
          url: "\(address)/"
        )
      )
    }
    return OutgoingNotice(
      key: key,
      topic: .friends,
      product: product.name,
      neutral: try document("There is news from your friends."),
      named: try document(NoticeWording.shortened(words)),
      at: at,
      expiresAt: at.advanced(bySeconds: NoticeWording.lifetimeOfNews)
    )
  }

  /// The notice that a device or browser has signed in to the account.
  func signIn(_ session: Session) throws -> OutgoingNotice {
    let key = NoticeKey(rawValue: session.id.rawValue)
    let noun = session.client.kind == .browser ? "browser" : "device"
    func document(_ who: String) throws -> [UInt8] {
      try JSON.encode(
        NoticeDocument(
          at: session.createdAt.rfc3339(in: .utc),
          body:
            "\(who) has signed in to your account. If that was not you, sign it out here, and change "
            + "your password.",
          id: "\(key)",
          kind: NoticeDocument.signIn,
          product: product.name,
          title: product.title,
          url: "\(address)\(AccountPage.path)"
        )
      )
    }
    return OutgoingNotice(
      key: key,
      topic: .account,
      product: nil,
      neutral: try document("A \(noun)"),
      named: try document("The \(noun) “\(session.client.name)”"),
      at: session.createdAt,
      expiresAt: session.createdAt.advanced(bySeconds: NoticeWording.lifetimeOfNews)
    )
  }

  /// The lifetime in seconds of news about friends and the account.
  static let lifetimeOfNews: Int64 = 3 * 86_400

  /// The document that tests a channel.
  func test(_ key: NoticeKey, at: Instant) -> NoticeDocument {
    NoticeDocument(
      at: at.rfc3339(in: .utc),
      body: "This is a test: notices arrive here.",
      id: "\(key)",
      kind: NoticeDocument.test,
      product: product.name,
      title: product.title,
      url: "\(address)/"
    )
  }

  /// Describes a notice without revealing what somebody keeps (research/sync.md, section 4).
  private static func neutral(_ kind: NoticeKind) -> String {
    switch kind {
    case .reminder, .pledge, .review: "It is time for something that you wanted to be reminded of."
    case .atRisk: "Something of today is still open."
    case .milestone: "You have reached something."
    case .broken, .weekly: "There is news about your days."
    }
  }

  /// When a notice becomes obsolete.
  ///
  /// What it asks for is over with its day, and must not come at night to a phone or a webhook that
  /// was out of reach in the evening.
  private static func end(
    of notice: Notice,
    _ calendar: LocalCalendar,
    _ quiet: QuietHours?
  ) -> Instant {
    let end = notice.at.advanced(bySeconds: lifetime(notice.kind))
    guard notice.kind.endsWithDay else { return end }
    let night = quiet?.nextStart(after: notice.at, in: calendar.zone) ?? end
    return min(end, night, calendar.start(of: notice.day.advanced(by: 1)))
  }

  /// The lifetime of a notice in seconds.
  private static func lifetime(_ kind: NoticeKind) -> Int64 {
    switch kind {
    case .atRisk: 2 * 3600
    case .reminder, .pledge, .review: 6 * 3600
    case .milestone, .broken, .weekly: 86_400
    }
  }

  /// A notice does not need room for the longest titles of many habits at once.
  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 1000 ? text : String(text.prefix(250)) + "…"
  }
}

extension NoticeWording {
  /// The wordings of all products that a server serves.
  static func ofAll(_ configuration: ServerConfiguration) -> [NoticeWording] {
    configuration.products.compactMap { name in
      ProductCatalog.product(named: name).map {
        NoticeWording(product: $0, address: configuration.address(of: name))
      }
    }
  }
}
