import Accounts
import Core
import Friends
import Logging
import RemindersContract
import Runtime

/// Delivers the notices of friends to the open pages and the channels of their recipients.
struct FriendNews: Sendable {
  /// The prefix of such notices' keys, "friend" in ASCII; their numbers are per person.
  private static let prefix: UInt128 = 0x6672_6965_6E64 << 80

  private let friends: FriendStore
  private let products: [ServedProduct]
  private let outbox: NoticeOutbox
  private let logger: Logger

  init(
    _ friends: FriendStore,
    _ products: ServedProducts,
    _ outbox: NoticeOutbox,
    _ logger: Logger
  ) {
    (self.friends, self.outbox, self.logger) = (friends, outbox, logger)
    self.products = products.all
  }

  /// Shows a notice on open pages, and adds it to the outbox for its recipient's channels.
  ///
  /// A notice that cannot be added now is in the list of the recipient's notices all the same.
  func deliver(_ delivered: DeliveredNotice) async {
    do {
      try await show(delivered.account)
      try await handOver(delivered)
    } catch {
      warn("news of friends are in their list alone", error, delivered.account)
    }
  }

  /// Notifies the open pages of an account.
  private func show(_ account: AccountID) async throws {
    for space in try await outbox.accounts.spaces(of: account) {
      guard let served = products.first(where: { $0.name == space.product }),
        served.news.hasListeners(in: space.id)
      else { continue }
      let owner = served.runtime.client(for: .account(account), in: space.id)
      await served.news.publish(space.id, at: try await owner.position().sequence)
    }
  }

  private func handOver(_ delivered: DeliveredNotice) async throws {
    let notice = delivered.notice
    guard let served = try await product(of: delivered.account) else { return }
    let wording = NoticeWording(product: served.product, address: served.address)
    let key = FriendNews.key(notice.number)
    let words = FriendNews.words(notice)
    var news = try wording.friends(key, notice.kind.rawValue, words, at: notice.at)
    do {
      news.notBefore = try await quietEnd(of: delivered.account, served)
    } catch {
      warn("news of friends do not wait for quiet hours", error, delivered.account)
    }
    try await outbox.add(news, to: delivered.account)
  }

  /// When the quiet hours of a recipient end; nil if it is not quiet.
  private func quietEnd(of account: AccountID, _ served: ServedProduct) async throws -> Instant? {
    let spaces = try await outbox.accounts.spaces(of: account)
    guard served.givesNotices, let space = spaces.first(where: { $0.product == served.name })
    else { return nil }
    let owner = served.runtime.client(for: .account(account), in: space.id)
    guard let quiet = try await owner.ask(AllReminders()).quiet else { return nil }
    let (now, calendar) = (outbox.clock.now(), try await owner.ask(CurrentCalendar()))
    let end = quiet.hold(now, in: calendar.zone)
    return end > now ? end : nil
  }

  private static func key(_ number: Int) -> NoticeKey {
    NoticeKey(rawValue: prefix | UInt128(number))
  }

  /// Returns the number of the notice with a key; nil if it is not about friends.
  static func number(of key: NoticeKey) -> Int? {
    key.rawValue & ~0 << 80 == prefix ? Int(truncatingIfNeeded: key.rawValue) : nil
  }

  /// Adds what was delivered before the program ended; the outbox sends each notice once.
  func catchUp() async {
    var accounts: Set<AccountID> = []
    for served in products {
      do {
        accounts.formUnion(
          try await outbox.accounts.accounts(wanting: .friends, in: served.name)
        )
      } catch {
        warn("news of friends from before the start are in their lists alone", error)
      }
    }
    for account in accounts { await catchUp(account) }
  }

  private func catchUp(_ account: AccountID) async {
    let oldest = outbox.clock.now().advanced(bySeconds: -NoticeWording.lifetimeOfNews)
    do {
      for notice in try await friends.news(of: account) where notice.at > oldest {
        await deliver(DeliveredNotice(account: account, notice: notice))
      }
    } catch {
      warn("news of friends from before the start are in their list alone", error, account)
    }
  }

  private func warn(
    _ consequence: Logger.Message,
    _ error: any Error,
    _ account: AccountID? = nil
  ) {
    var metadata: Logger.Metadata = ["error": "\(type(of: error))"]
    if let account { metadata["account"] = "\(account)" }
    logger.warning(consequence, metadata: metadata)
  }

  /// The product in whose look a person is notified: that of the browser they added last.
  private func product(of account: AccountID) async throws -> ServedProduct? {
    let channels = try await outbox.accounts.channels(of: account)
    let latest = channels.subscriptions.max { $0.createdAt < $1.createdAt }?.product
    return products.first { $0.name == latest } ?? (channels.webhook == nil ? nil : products.first)
  }

  private static func words(_ notice: FriendNotice) -> String {
    let name = notice.person.name
    return switch notice.kind {
    case .friend: "\(name) is your friend here now."
    case .post: "\(name) has shared something."
    case .reaction: "\(name): \(notice.reaction?.emoji ?? "")"
    }
  }
}
