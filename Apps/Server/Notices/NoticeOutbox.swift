import Accounts
import AppSupport
import Core
import Friends
import Locks
import Logging
import Notifying
import RemindersContract
import Replication
import Runtime
import ServiceLifecycle

/// Sends the notices of the outbox, with retries for those that did not arrive.
final class NoticeOutbox: Sendable {
  /// The maximum number of concurrent sends.
  private static let most = 32
  /// Milliseconds after which the outbox is checked anyway.
  private static let longestPause: Int64 = 60_000
  /// Milliseconds after which it is checked after an outage: a database is back within seconds.
  private static let pauseAfterOutage: Int64 = 5_000

  let accounts: AccountStore
  let sender: NoticeSender
  let clock: any WallClock
  private let friends: FriendStore
  private let products: ServedProducts
  private let logger: Logger
  private let signal: WakeSignal
  /// The channels to which something is being sent.
  private let busy = SharedLocked<Set<ChannelID>>([])

  /// - Parameter signal: woken by others that have added something to the outbox.
  init(
    _ accounts: AccountStore,
    _ friends: FriendStore,
    _ products: ServedProducts,
    _ sender: NoticeSender,
    _ clock: any WallClock,
    _ logger: Logger,
    signal: WakeSignal = WakeSignal()
  ) {
    self.signal = signal
    (self.accounts, self.friends, self.sender) = (accounts, friends, sender)
    self.products = products
    (self.clock, self.logger) = (clock, logger)
  }

  /// Adds a notice for the channels of an account; it is on disk when this returns.
  func add(_ notice: OutgoingNotice, to account: AccountID) async throws {
    if try await accounts.enqueue(notice, for: account) > 0 { signal.send() }
  }

  /// Sends what is due, and waits until each notice was tried.
  ///
  /// - Returns: the number of notices that were tried.
  @discardableResult
  func sendDue() async throws -> Int {
    var count = 0
    while true {
      let due = try await claim()
      guard !due.isEmpty else { return count }
      count += due.count
      await withDiscardingTaskGroup { group in
        for delivery in due { group.addTask { await self.carry(delivery) } }
      }
    }
  }

  /// Claims what is due, within the limit of concurrent sends.
  private func claim() async throws -> [NoticeDelivery] {
    let sending = busy.withLock { $0 }
    let free = NoticeOutbox.most - sending.count
    guard free > 0 else { return [] }
    let due = try await accounts.claimDeliveries(limit: free, except: sending)
    busy.withLock { $0.formUnion(due.map(\.channel)) }
    return due
  }

  /// Tries one notice, and records the result.
  private func carry(_ delivery: NoticeDelivery) async {
    do {
      try await accounts.settle(delivery, try await result(of: delivery))
    } catch {
      // It is due again when the lease of its claim expires.
      logger.error("a notice waits in the outbox", metadata: ["error": "\(error)"])
    }
    _ = busy.withLock { $0.remove(delivery.channel) }
    signal.send()
  }

  private func result(of delivery: NoticeDelivery) async throws -> DeliveryResult {
    let document = try? JSON.decode(NoticeDocument.self, from: delivery.document)
    guard try await isStillTrue(delivery, document) else { return .withdrawn }
    let outcome = await attempt(delivery, document?.urgency ?? .normal)
    return result(outcome, attempts: delivery.attempts)
  }

  /// Whether there is still what a notice is about, which may have waited since: friends may have
  /// parted, or a habit was deleted.
  private func isStillTrue(
    _ delivery: NoticeDelivery,
    _ document: NoticeDocument?
  ) async throws -> Bool {
    if let number = FriendNews.number(of: delivery.notice) {
      return try await friends.knowing(accounts).isStillTrue(number, of: delivery.account)
    }
    guard let document, NoticeKind(rawValue: document.kind) != nil,
      let served = products.product(named: document.product)
    else { return true }
    let spaces = try await accounts.spaces(of: delivery.account)
    guard let space = spaces.first(where: { $0.product == served.name }) else { return true }
    let client = served.runtime.client(for: .account(delivery.account), in: space.id)
    let notice = NoticeID(rawValue: delivery.notice.rawValue)
    return try await !client.ask(FindNotices(notices: [notice])).isEmpty
  }

  private func attempt(
    _ delivery: NoticeDelivery,
    _ urgency: NoticePost.Urgency
  ) async -> DeliveryOutcome {
    let now = clock.now()
    let left = (delivery.expiresAt.milliseconds - now.milliseconds) / 1000
    let post = NoticePost(
      id: "\(delivery.notice)",
      body: delivery.document,
      lifetime: Int(left),
      urgency: urgency
    )
    return await send(post, to: delivery.destination, at: now)
  }

  /// Makes one attempt.
  func send(
    _ post: NoticePost,
    to destination: NoticeDelivery.Destination,
    at now: Instant
  ) async -> DeliveryOutcome {
    switch destination {
    case .webhook(let hook):
      return await sender.call(post, at: hook.address, WebhookSecret(hook.secret), at: now)
    case .push(let push):
      guard let recipient = PushRecipient(key: push.key, secret: push.secret) else { return .gone }
      do {
        return try await sender.push(post, to: push.endpoint, recipient, at: now)
      } catch {
        return .refused(reason: "it cannot be encrypted")
      }
    }
  }

  private func result(_ outcome: DeliveryOutcome, attempts: Int) -> DeliveryResult {
    switch outcome {
    case .taken: return .sent
    case .gone: return .gone
    case .refused(let reason):
      // Neither the address nor the content: both are private.
      logger.info("a notice was refused", metadata: ["reason": "\(reason)"])
      return .refused(reason: reason)
    case .later(let wanted, let reason):
      let wait = RetryDelay.milliseconds(after: attempts, chance: .random(in: 0...1))
      let next = clock.now().advanced(byMilliseconds: wait)
      return .failed(reason: reason, next: max(next, wanted ?? next))
    }
  }
}

extension NoticeOutbox: ServiceLifecycle.Service {
  /// Sends due notices until the program ends.
  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      await withDiscardingTaskGroup { group in
        while !Task.isCancelled {
          do {
            let due = try await claim()
            for delivery in due { group.addTask { await self.carry(delivery) } }
            // A completed send wakes it too.
            if due.isEmpty { await signal.wait(atMost: try await pause()) }
          } catch {
            logger.error("notices wait in the outbox", metadata: ["error": "\(error)"])
            await signal.wait(atMost: NoticeOutbox.pause(after: error))
          }
        }
      }
    }
  }

  /// The milliseconds to wait after an error.
  static func pause(after error: any Error) -> Int64 {
    DatabaseWait.outage(error) == nil ? longestPause : pauseAfterOutage
  }

  private func pause() async throws -> Int64 {
    guard let next = try await accounts.nextDelivery() else { return NoticeOutbox.longestPause }
    // Due notices that were not claimed belong to a channel that is busy, or to an account that is
    // suspended for now.
    let left = next.milliseconds - clock.now().milliseconds
    return left <= 0 ? NoticeOutbox.longestPause : min(left, NoticeOutbox.longestPause)
  }
}

extension NoticeSender {
  /// - Throws: a ``DomainError`` if the key's file cannot be used.
  init(_ configuration: ServerConfiguration, _ data: ServerData) throws {
    self.init(
      try ServerIdentity(SecretFile(data.pushKey), contact: configuration.contact),
      configuration.noticesReachLoopback ? .alsoLoopback : .public,
      userAgent: "trellis-server/\(AppVersion.current)"
    )
  }
}
