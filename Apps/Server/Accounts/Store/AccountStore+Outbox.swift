import Core
import ServerStorage

/// The outbox of notices for the channels of accounts.
///
/// A notice has one row for each channel, under its idempotency key: adding it again changes
/// nothing, even after it was sent. Its content is stored only until it is sent or obsolete.
extension AccountStore {
  /// Adds a notice for the channels of an account that want it.
  ///
  /// - Returns: the number of channels to which it is new.
  @discardableResult
  public func enqueue(
    _ notice: OutgoingNotice,
    for account: AccountID
  ) async throws(AccountsError) -> Int {
    let now = clock.now()
    guard now < notice.expiresAt else { return 0 }
    return try await tables.write { database in
      guard let row = try AccountRow.find(account, in: database), row.account.suspension == nil
      else { return 0 }
      return try notice.enqueue(for: account, now, in: database)
    }
  }

  /// Records that notices of an account are about to be given, until ``endLook(at:in:)``.
  ///
  /// By this record the next start finds notices that were given before a crash and are not in the
  /// outbox yet.
  public func beginLook(at account: AccountID, in product: String) async throws(AccountsError) {
    let now = clock.now()
    try await tables.write { database in
      guard try AccountRow.find(account, in: database) != nil else { return }
      try database.run(
        "INSERT INTO notice_looks VALUES (?, ?, ?) ON CONFLICT(account, product) DO NOTHING",
        .id(account),
        .text(product),
        .at(now)
      )
    }
  }

  /// Since when notices of an account may have been given without being added to the outbox.
  ///
  /// Nil if there can be none.
  public func openLook(
    at account: AccountID,
    in product: String
  ) async throws(AccountsError) -> Instant? {
    try await tables.read { database in
      try database.first(
        "SELECT since FROM notice_looks WHERE account = ? AND product = ?",
        .id(account),
        .text(product)
      ) { $0.instant(0) }
    }
  }

  /// Records that all given notices of an account are in the outbox.
  public func endLook(at account: AccountID, in product: String) async throws(AccountsError) {
    try await tables.write { database in
      try database.run(
        "DELETE FROM notice_looks WHERE account = ? AND product = ?",
        .id(account),
        .text(product)
      )
    }
  }

  /// When the next notice is due; nil if none waits.
  public func nextDelivery() async throws(AccountsError) -> Instant? {
    try await tables.read { database in
      try database.first("SELECT min(due_at) FROM notice_outbox WHERE document IS NOT NULL") {
        $0.optionalInstant(0)
      } ?? nil
    }
  }

  /// Claims due notices, one per channel: a slow receiver only holds up its own.
  ///
  /// If a sender ends before it has settled the notice, the notice is due again after a while: its
  /// receiver recognizes it by the key.
  ///
  /// - Parameter busy: channels to which something is being sent.
  public func claimDeliveries(
    limit: Int = 16,
    except busy: Set<ChannelID> = []
  ) async throws(AccountsError) -> [NoticeDelivery] {
    let now = clock.now()
    return try await tables.write { database in
      try NoticeDelivery.drop(at: now, in: database)
      let due = try NoticeDelivery.due(at: now, limit: limit + busy.count, in: database)
        .filter { !busy.contains($0.channel) }.prefix(limit)
      for delivery in due {
        try database.run(
          "UPDATE notice_outbox SET due_at = ?, attempts = ? WHERE channel = ? AND notice = ?",
          .at(now.advanced(bySeconds: ChannelPolicy.lease)),
          .integer(delivery.attempts),
          .id(delivery.channel),
          .id(delivery.notice)
        )
      }
      return Array(due)
    }
  }

  /// Records the result for a claimed notice.
  public func settle(
    _ delivery: NoticeDelivery,
    _ result: DeliveryResult
  ) async throws(AccountsError) {
    let now = clock.now()
    try await tables.write { database in
      switch result {
      case .sent, .withdrawn, .refused, .gone: try delivery.close(in: database)
      case .failed(_, let next):
        try database.run(
          "UPDATE notice_outbox SET due_at = ? WHERE channel = ? AND notice = ?",
          .at(next),
          .id(delivery.channel),
          .id(delivery.notice)
        )
      }
      try delivery.destination.note(result, at: now, in: database)
    }
  }

  /// Records the result of a test that the person requested for a webhook.
  public func note(_ result: DeliveryResult, of webhook: Webhook) async throws(AccountsError) {
    let now = clock.now()
    try await tables.write {
      try NoticeDelivery.Destination.webhook(webhook).note(result, at: now, in: $0)
    }
  }

  /// Removes a subscription that its push service no longer knows.
  public func removeSubscription(_ id: ChannelID) async throws(AccountsError) {
    try await tables.write { try $0.run("DELETE FROM push_subscriptions WHERE id = ?", .id(id)) }
  }
}

extension OutgoingNotice {
  /// Adds the notice for the channels of an account.
  ///
  /// - Returns: the number of channels to which it is new.
  func enqueue(
    for account: AccountID,
    _ now: Instant,
    in database: any StoreConnection
  ) throws -> Int {
    var count = 0
    for push in try PushSubscription.all(of: account, in: database)
    where product.map({ $0 == push.product }) ?? true && isNews(since: push.createdAt, now) {
      count += try insert(to: push.id, push.settings, of: account, isPush: true, now, in: database)
    }
    if let hook = try Webhook.find(of: account, in: database), !hook.isOff,
      isNews(since: hook.createdAt, now)
    {
      count += try insert(to: hook.id, hook.settings, of: account, isPush: false, now, in: database)
    }
    return count
  }

  /// Whether it was given after a channel was added.
  ///
  /// One that was added in the future was added while the clock was ahead, and waits for nothing.
  private func isNews(since added: Instant, _ now: Instant) -> Bool { added <= at || added > now }

  /// - Returns: 1, or 0 if the channel has it already, does not want it, or has too many.
  fileprivate func insert(
    to channel: ChannelID,
    _ settings: ChannelSettings,
    of account: AccountID,
    isPush: Bool,
    _ now: Instant,
    in database: any StoreConnection
  ) throws -> Int {
    let document = settings.tellsNames ? named : neutral
    guard settings.topics.contains(topic), document.count <= ChannelPolicy.longestDocument else {
      return 0
    }
    let waiting = try database.number(
      "SELECT count(*) FROM notice_outbox WHERE channel = ? AND document IS NOT NULL",
      .id(channel)
    )
    guard waiting < ChannelPolicy.mostWaiting else { return 0 }
    return try database.run(
      """
      INSERT INTO notice_outbox(channel, notice, account, subscription, webhook, document,
        expires_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(channel, notice) DO NOTHING
      """,
      .id(channel),
      .id(key),
      .id(account),
      isPush ? .id(channel) : .null,
      isPush ? .null : .id(channel),
      .blob(document),
      .at(expiresAt),
      .at(max(now, notBefore ?? now))
    )
  }
}

extension NoticeDelivery {
  /// Removes the content of obsolete notices, and later the record of them.
  fileprivate static func drop(at now: Instant, in database: any StoreConnection) throws {
    try database.run(
      "UPDATE notice_outbox SET document = NULL WHERE document IS NOT NULL AND expires_at <= ?",
      .at(now)
    )
    try database.run(
      "DELETE FROM notice_outbox WHERE expires_at <= ?",
      .at(now.advanced(bySeconds: -ChannelPolicy.memory))
    )
  }

  private struct Row {
    let channel: ChannelID
    let account: AccountID
    let notice: NoticeKey
    let isPush: Bool
    let document: [UInt8]
    let attempts: Int
    let expiresAt: Instant
  }

  fileprivate static func due(
    at now: Instant,
    limit: Int,
    in database: any StoreConnection
  ) throws -> [NoticeDelivery] {
    let rows = try database.all(
      """
      SELECT channel, notice, subscription IS NOT NULL, document, attempts, expires_at, account FROM (
        SELECT o.*, row_number() OVER (PARTITION BY o.channel ORDER BY o.due_at, o.notice) AS place
        FROM notice_outbox o JOIN accounts a ON a.id = o.account
          LEFT JOIN push_subscriptions p ON p.id = o.subscription
          LEFT JOIN sessions s ON s.id = p.session
        WHERE o.document IS NOT NULL AND o.due_at <= ?1 AND a.suspended_at IS NULL
          AND (o.subscription IS NULL OR s.expires_at > ?1)) AS waiting
      WHERE place = 1 ORDER BY due_at LIMIT ?2
      """,
      .at(now),
      .integer(limit)
    ) { row in
      Row(
        channel: try row.id(0),
        account: try row.id(6),
        notice: try row.id(1),
        isPush: row.int(2) != 0,
        document: row.blob(3),
        attempts: row.int(4) + 1,
        expiresAt: row.instant(5)
      )
    }
    return try rows.compactMap { row in
      let destination =
        row.isPush
        ? try PushSubscription.find(row.channel, in: database).map(Destination.push)
        : try Webhook.find(row.channel, in: database).map(Destination.webhook)
      return destination.map {
        NoticeDelivery(
          notice: row.notice,
          account: row.account,
          destination: $0,
          document: row.document,
          attempts: row.attempts,
          expiresAt: row.expiresAt
        )
      }
    }
  }

  /// Keeps only the record that it was handled.
  fileprivate func close(in database: any StoreConnection) throws {
    try database.run(
      "UPDATE notice_outbox SET document = NULL WHERE channel = ? AND notice = ?",
      .id(channel),
      .id(notice)
    )
  }
}

extension NoticeDelivery.Destination {
  fileprivate func note(
    _ result: DeliveryResult,
    at now: Instant,
    in database: any StoreConnection
  ) throws {
    switch (self, result) {
    case (.push(let push), .gone):
      try database.run("DELETE FROM push_subscriptions WHERE id = ?", .id(push.id))
    case (.push, _), (_, .withdrawn): break
    case (.webhook(let hook), .sent): try Webhook.noteSuccess(of: hook.id, in: database)
    case (.webhook(let hook), .failed(let reason, _)), (.webhook(let hook), .refused(let reason)):
      try Webhook.noteFailure(reason, of: hook.id, at: now, isFinal: false, in: database)
    case (.webhook(let hook), .gone):
      let reason = "it answered that it no longer exists"
      try Webhook.noteFailure(reason, of: hook.id, at: now, isFinal: true, in: database)
    }
  }
}
