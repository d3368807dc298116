import Core
import ServerStorage

/// The destinations of an account's notices beside its devices: browsers by push, and a webhook.
extension AccountStore {
  /// The channels of an account.
  public func channels(of account: AccountID) async throws(AccountsError) -> AccountChannels {
    try await tables.read { database in
      AccountChannels(
        subscriptions: try PushSubscription.all(of: account, in: database),
        webhook: try Webhook.find(of: account, in: database)
      )
    }
  }

  /// Sends notices to the caller's browser, until its session ends.
  ///
  /// A session has one subscription, and a subscription one session: a browser where another person
  /// has signed in no longer gets anything of the former one.
  ///
  /// - Throws: ``AccountsError``: `signedOut`, `suspended`, `sealedAccount`, `tooManyChannels`.
  @discardableResult
  public func subscribe(
    _ offer: PushSubscription.Offer,
    product: String,
    _ settings: ChannelSettings,
    for caller: Caller
  ) async throws(AccountsError) -> PushSubscription {
    let (id, now): (ChannelID, Instant) = (Secret.id(random), clock.now())
    let subscription = PushSubscription(
      id: id,
      session: caller.session.id,
      product: product,
      endpoint: offer.endpoint,
      key: offer.key,
      secret: offer.secret,
      settings: settings,
      createdAt: now
    )
    return try await tables.write { database in
      try AccountStore.requireReadable(caller.account.id, in: database)
      guard try database.has("SELECT 1 FROM sessions WHERE id = ?", .id(caller.session.id)) else {
        throw AccountsError.signedOut
      }
      let known = try PushSubscription.find(of: caller.session.id, in: database)
      if let known, known.isFor(offer) {
        try PushSubscription.set(settings, of: known.id, in: database)
        return try PushSubscription.find(known.id, in: database) ?? known
      }
      try database.run(
        "DELETE FROM push_subscriptions WHERE session = ? OR endpoint = ?",
        .id(caller.session.id),
        .text(offer.endpoint)
      )
      let others = try PushSubscription.all(of: caller.account.id, in: database).count
      guard others < ChannelPolicy.mostSubscriptions else { throw AccountsError.tooManyChannels }
      try subscription.insert(of: caller.account.id, in: database)
      return subscription
    }
  }

  /// Ends the subscription of a session.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func unsubscribe(_ session: SessionID) async throws(AccountsError) -> Bool {
    try await tables.write {
      try $0.run("DELETE FROM push_subscriptions WHERE session = ?", .id(session)) > 0
    }
  }

  /// Sends notices to an address, instead of the former one of the account.
  ///
  /// Setting the same address again keeps its secret, and re-enables it if it was off.
  ///
  /// It takes the whole caller: with an id among so many arguments, Swift 6.3 jumped to address 0,
  /// for an unknown reason.
  ///
  /// - Throws: ``AccountsError``: `signedOut`, `suspended`, `sealedAccount`.
  public func setWebhook(
    _ offer: Webhook.Offer,
    for caller: Caller
  ) async throws(AccountsError) {
    let (id, now): (ChannelID, Instant) = (Secret.id(random), clock.now())
    let account = caller.account.id
    try await tables.write { database in
      try AccountStore.requireReadable(account, in: database)
      if let known = try Webhook.find(of: account, in: database), known.address == offer.address {
        return try Webhook.set(offer.settings, of: known.id, in: database)
      }
      try database.run("DELETE FROM webhooks WHERE account = ?", .id(account))
      let new = Webhook(
        id: id,
        address: offer.address,
        secret: offer.secret,
        settings: offer.settings,
        createdAt: now,
        isOff: false,
        failure: nil
      )
      try new.insert(of: account, in: database)
    }
  }

  /// Ends the webhook of an account.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func removeWebhook(of account: AccountID) async throws(AccountsError) -> Bool {
    try await tables.write {
      try $0.run("DELETE FROM webhooks WHERE account = ?", .id(account)) > 0
    }
  }

  /// The accounts with a channel that wants a topic, and that the server may read.
  ///
  /// - Parameter product: the product of the browsers; a webhook gets notices of all products.
  public func accounts(
    wanting topic: NoticeTopic,
    in product: String
  ) async throws(AccountsError) -> [AccountID] {
    let now = clock.now()
    return try await tables.read { database in
      try database.all(
        "SELECT a.id FROM \(AccountStore.wanting) ORDER BY a.id",
        .text(product),
        .at(now),
        .text("%\(topic.rawValue)%")
      ) { try $0.id(0) }
    }
  }

  /// The spaces of a product whose owners have a channel that wants a topic, and that the server may
  /// read.
  ///
  /// Somebody who has a channel but does not use the product has no space, and the search makes none.
  public func spaces(
    wanting topic: NoticeTopic,
    in product: String
  ) async throws(AccountsError) -> [SpaceID: AccountID] {
    let now = clock.now()
    let found: [(SpaceID, AccountID)] = try await tables.read { database in
      try database.all(
        """
        SELECT o.id, a.id FROM \(AccountStore.wanting)
          JOIN spaces o ON o.account = a.id AND o.product = ?1
        """,
        .text(product),
        .at(now),
        .text("%\(topic.rawValue)%")
      ) { row in (try row.id(0), try row.id(1)) }
    }
    return Dictionary(found) { first, _ in first }
  }

  /// The accounts `a` that have a channel for the product `?1` at the time `?2` with the topic `?3`.
  private static let wanting = """
    (SELECT p.account FROM push_subscriptions p JOIN sessions s ON s.id = p.session
        WHERE p.product = ?1 AND s.expires_at > ?2 AND p.topics LIKE ?3
      UNION SELECT account FROM webhooks WHERE is_off = 0 AND topics LIKE ?3
    ) c JOIN accounts a ON a.id = c.account AND a.salt IS NULL AND a.suspended_at IS NULL
    """

  /// A server that cannot read what somebody keeps has nothing to report about it.
  private static func requireReadable(
    _ account: AccountID,
    in database: any StoreConnection
  ) throws {
    guard try !AccountRow.active(account, in: database).account.isSealed else {
      throw AccountsError.sealedAccount
    }
  }
}

extension PushSubscription {
  fileprivate func isFor(_ offer: Offer) -> Bool {
    endpoint == offer.endpoint && key == offer.key && secret == offer.secret
  }
}
