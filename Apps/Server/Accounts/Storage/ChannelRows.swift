import Core
import ServerStorage

extension ChannelSettings {
  fileprivate var words: String { topics.sorted().map(\.rawValue).joined(separator: " ") }

  fileprivate init(_ row: any StoreRow, _ topics: Int, _ names: Int) {
    self.init(
      topics: Set(
        row.text(topics).split(separator: " ").compactMap { NoticeTopic(rawValue: "\($0)") }
      ),
      tellsNames: row.int(names) != 0
    )
  }
}

extension PushSubscription {
  private static let columns =
    "id, session, product, endpoint, key, secret, topics, tells_names, created_at"

  private static func read(_ row: any StoreRow) throws -> PushSubscription {
    PushSubscription(
      id: try row.id(0),
      session: try row.id(1),
      product: row.text(2),
      endpoint: row.text(3),
      key: row.blob(4),
      secret: row.blob(5),
      settings: ChannelSettings(row, 6, 7),
      createdAt: row.instant(8)
    )
  }

  static func all(
    of account: AccountID,
    in database: any StoreConnection
  ) throws -> [PushSubscription] {
    try database.all(
      "SELECT \(columns) FROM push_subscriptions WHERE account = ? ORDER BY created_at, id",
      .id(account),
      read: read
    )
  }

  static func find(_ id: ChannelID, in database: any StoreConnection) throws -> PushSubscription? {
    try database.first(
      "SELECT \(columns) FROM push_subscriptions WHERE id = ?",
      .id(id),
      read: read
    )
  }

  static func find(
    of session: SessionID,
    in database: any StoreConnection
  ) throws -> PushSubscription? {
    try database.first(
      "SELECT \(columns) FROM push_subscriptions WHERE session = ?",
      .id(session),
      read: read
    )
  }

  func insert(of account: AccountID, in database: any StoreConnection) throws {
    try database.run(
      "INSERT INTO push_subscriptions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .id(id),
      .id(account),
      .id(session),
      .text(product),
      .text(endpoint),
      .blob(key),
      .blob(secret),
      .text(settings.words),
      .integer(settings.tellsNames ? 1 : 0),
      .at(createdAt)
    )
  }

  static func set(
    _ settings: ChannelSettings,
    of id: ChannelID,
    in database: any StoreConnection
  ) throws {
    try database.run(
      "UPDATE push_subscriptions SET topics = ?, tells_names = ? WHERE id = ?",
      .text(settings.words),
      .integer(settings.tellsNames ? 1 : 0),
      .id(id)
    )
  }
}

extension Webhook {
  private static let columns =
    "id, address, secret, topics, tells_names, created_at, is_off, failing_since, failure"

  private static func read(_ row: any StoreRow) throws -> Webhook {
    Webhook(
      id: try row.id(0),
      address: row.text(1),
      secret: row.blob(2),
      settings: ChannelSettings(row, 3, 4),
      createdAt: row.instant(5),
      isOff: row.int(6) != 0,
      failure: row.optionalInstant(7).map { Failure(since: $0, reason: row.text(8)) }
    )
  }

  static func find(of account: AccountID, in database: any StoreConnection) throws -> Webhook? {
    try database.first(
      "SELECT \(columns) FROM webhooks WHERE account = ?",
      .id(account),
      read: read
    )
  }

  static func find(_ id: ChannelID, in database: any StoreConnection) throws -> Webhook? {
    try database.first("SELECT \(columns) FROM webhooks WHERE id = ?", .id(id), read: read)
  }

  func insert(of account: AccountID, in database: any StoreConnection) throws {
    try database.run(
      """
      INSERT INTO webhooks(id, account, address, secret, topics, tells_names, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .id(id),
      .id(account),
      .text(address),
      .blob(secret),
      .text(settings.words),
      .integer(settings.tellsNames ? 1 : 0),
      .at(createdAt)
    )
  }

  /// Sets the settings, and re-enables the channel if it was off.
  static func set(
    _ settings: ChannelSettings,
    of id: ChannelID,
    in database: any StoreConnection
  ) throws {
    try database.run(
      """
      UPDATE webhooks SET topics = ?, tells_names = ?, is_off = 0, failing_since = NULL,
        failure = NULL WHERE id = ?
      """,
      .text(settings.words),
      .integer(settings.tellsNames ? 1 : 0),
      .id(id)
    )
  }

  static func noteSuccess(of id: ChannelID, in database: any StoreConnection) throws {
    try database.run(
      "UPDATE webhooks SET is_off = 0, failing_since = NULL, failure = NULL WHERE id = ?",
      .id(id)
    )
  }

  /// Records that nothing arrives, and switches it off if that has lasted too long.
  static func noteFailure(
    _ reason: String,
    of id: ChannelID,
    at now: Instant,
    isFinal: Bool,
    in database: any StoreConnection
  ) throws {
    try database.run(
      "UPDATE webhooks SET failing_since = coalesce(failing_since, ?), failure = ? WHERE id = ?",
      .at(now),
      .text(reason),
      .id(id)
    )
    let latest = now.advanced(bySeconds: -ChannelPolicy.longestFailure)
    let isOver = try database.run(
      "UPDATE webhooks SET is_off = 1 WHERE id = ?1 AND (?2 = 1 OR failing_since <= ?3)",
      .id(id),
      .integer(isFinal ? 1 : 0),
      .at(latest)
    )
    guard isOver > 0 else { return }
    try database.run("UPDATE notice_outbox SET document = NULL WHERE channel = ?", .id(id))
  }
}
