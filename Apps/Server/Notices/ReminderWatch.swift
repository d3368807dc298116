import Accounts
import Bus
import Core
import Engine
import Locks
import Logging
import Loop
import Pages
import Presentation
import Products
import RemindersContract
import Replication
import Runtime
import ServiceLifecycle

/// Gives the notices of people who have a channel at the server, if their devices have not.
///
/// Only their spaces are checked, and only when something may be due there: the journal here has no
/// alarms of spaces, which would fire for everybody.
actor ReminderWatch {
  /// The seconds that devices have to give a notice and to report it: an awake desktop comes first.
  static let grace: Int64 = 20
  /// Milliseconds between two checks, so that constant growth does not keep the server busy.
  private static let rest: Int64 = 1000
  /// Milliseconds after which the channels are read again.
  private static let longestPause: Int64 = 60_000
  /// Milliseconds for which a look that another node began may be going on there.
  private static let longestLook: Int64 = 300_000

  private struct Person {
    let account: AccountID
    let served: ServedProduct
    /// When something may be due; nil while that is unknown.
    var next: Instant?
    var isKnown = false
    /// When to look again after an error; nil if there was none.
    var retryAt: Instant?

    /// When to look again if nothing changes.
    var due: Instant? { retryAt ?? next }

    mutating func forget() { (next, isKnown, retryAt) = (nil, false, nil) }
  }

  private let accounts: AccountStore
  private let products: [ServedProduct]
  private let outbox: NoticeOutbox
  private let clock: any WallClock
  private let logger: Logger
  private nonisolated let signal = WakeSignal()
  /// Whether channels were added or removed since they were read.
  private nonisolated let haveChanged = Locked(true)
  /// When they were last read.
  private var readAt: Instant?
  private nonisolated let grown = GrownSpaces()
  private nonisolated let reached = ReachedMilestones()
  /// When something was last looked at.
  private var lookedAt = Instant(milliseconds: .min)
  private var people: [SpaceID: Person] = [:]
  private var subscriptions: [Subscription] = []

  init(_ products: ServedProducts, _ outbox: NoticeOutbox, _ logger: Logger) {
    self.products = products.all.filter(\.givesNotices)
    self.outbox = outbox
    (accounts, clock) = (outbox.accounts, outbox.clock)
    self.logger = logger
  }

  /// Observes the events in the spaces.
  func follow() async {
    for served in products {
      served.growth.listen { [grown, signal] space in
        grown.add(space)
        signal.send()
      }
      // Actions on pages.
      let subscription = await served.runtime.observe(SpaceAdvanced.self, as: "reminders") {
        [grown, signal] committed in
        grown.add(committed.space)
        signal.send()
      }
      let milestones = await served.runtime.observe(NoticeDue.self, as: "milestones") {
        [reached, signal] committed in
        let notice = committed.event.notice
        guard notice.kind == .milestone else { return }
        reached.add(notice.id, in: committed.space)
        signal.send()
      }
      subscriptions += [subscription, milestones]
    }
  }

  /// Gives due notices to people who have a channel.
  ///
  /// - Parameter rereads: whether to read these people again.
  /// - Returns: when something may be due next; nil if nothing will be.
  @discardableResult
  func look(rereads: Bool = true) async throws -> Instant? {
    if rereads { try await reload() }
    for space in grown.take() { people[space]?.isKnown = false }
    let now = clock.now()
    // What was planned while the clock was ahead would come too late.
    if now < lookedAt { for space in people.keys { people[space]?.forget() } }
    lookedAt = now
    for (space, person) in people where isWorthALook(person, in: space, now) {
      people[space] = await looked(at: person, in: space, now)
    }
    return people.values.compactMap(\.due).min()
  }

  private func isWorthALook(_ person: Person, in space: SpaceID, _ now: Instant) -> Bool {
    if let retryAt = person.retryAt { return retryAt <= now }
    return !person.isKnown || person.next.map { $0 <= now } ?? false || reached.of(space) != nil
  }

  /// Whether the channels must be read again.
  ///
  /// That is the case after a change, and each minute, since the operator's commands change them in
  /// a separate process.
  private func mustReread() -> Bool {
    let hasChanged = haveChanged.withLock { changed in
      defer { changed = false }
      return changed
    }
    let now = clock.now()
    let age = readAt.map { now.milliseconds - $0.milliseconds } ?? .max
    guard hasChanged || age < 0 || age >= ReminderWatch.longestPause else { return false }
    readAt = now
    return true
  }

  private func reload() async throws {
    var present: [SpaceID: Person] = [:]
    for served in products {
      for (space, account) in try await accounts.spaces(wanting: .reminders, in: served.name) {
        present[space] = people[space] ?? Person(account: account, served: served)
      }
    }
    people = present
    // Nobody else has a channel that waits for theirs.
    reached.keep { present[$0] != nil }
  }

  private func looked(at person: Person, in space: SpaceID, _ now: Instant) async -> Person {
    var person = person
    person.retryAt = nil
    do {
      let client = person.served.runtime.client(for: .account(person.account), in: space)
      if !person.isKnown {
        try await handOverLeft(person, client)
        person.next = try await next(client, known: person.next)
        person.isKnown = true
      }
      try await handOverReached(in: space, of: person, client)
      guard let next = person.next, next <= now else { return person }
      try await give(person, client)
      person.next = try await self.next(client, known: nil)
    } catch {
      logger.warning(
        "notices of an account come later",
        metadata: ["account": "\(person.account)", "error": "\(type(of: error))"]
      )
      person.isKnown = false
      person.retryAt = now.advanced(byMilliseconds: NoticeOutbox.pause(after: error))
    }
    return person
  }

  /// The time including the delay for devices.
  ///
  /// What is due now is given at the known time: otherwise each change of an active person would
  /// begin the delay anew, and they would never be reminded.
  private func next(_ client: RuntimeClient, known: Instant?) async throws -> Instant? {
    guard let at = try await client.ask(NextNotice()).at else { return nil }
    let next = at.advanced(bySeconds: ReminderWatch.grace)
    return at <= clock.now() ? min(next, known ?? next) : next
  }

  private func give(_ person: Person, _ client: RuntimeClient) async throws {
    let (account, served) = (person.account, person.served)
    try await accounts.beginLook(at: account, in: served.name)
    let outcome = try await client.send(GiveDueNotices())
    let given = outcome.signals(of: NoticeDue.self).map(\.notice.id)
    let items = try await client.ask(FindNotices(notices: given))
    try await handOver(items, of: person, client)
    try await accounts.endLook(at: account, in: served.name)
  }

  /// Adds notices given on a page, whose owner may no longer be looking at it, to the outbox.
  ///
  /// What cannot be added now is added at the next check.
  private func handOverReached(
    in space: SpaceID,
    of person: Person,
    _ client: RuntimeClient
  ) async throws {
    guard let ids = reached.of(space) else { return }
    let items = try await client.ask(FindNotices(notices: Array(ids)))
    try await handOver(items, of: person, client)
    reached.remove(ids, in: space)
  }

  /// Adds notices that were given before a program ended and are not in the outbox.
  private func handOverLeft(_ person: Person, _ client: RuntimeClient) async throws {
    guard let since = try await accounts.openLook(at: person.account, in: person.served.name)
    else { return }
    let items = try await client.ask(ReadInbox(limit: .max)).items
      .filter { $0.notice.at >= since && !$0.isRead }
    try await handOver(items, of: person, client)
    // Another node may be about to give some: if it ends before they are in the outbox, only this
    // record shows that they are missing.
    let isOver = clock.now().milliseconds - since.milliseconds > ReminderWatch.longestLook
    guard !items.isEmpty || isOver else { return }
    try await accounts.endLook(at: person.account, in: person.served.name)
  }

  private func handOver(
    _ items: [InboxItem],
    of person: Person,
    _ client: RuntimeClient
  ) async throws {
    guard !items.isEmpty else { return }
    let served = person.served
    let context = PageContext(
      product: served.product,
      settings: [],
      now: clock.now(),
      calendar: try await client.ask(CurrentCalendar()),
      space: client
    )
    let quiet = try await client.ask(AllReminders()).quiet
    let wording = NoticeWording(product: served.product, address: served.address)
    for item in items {
      let text = ProductCatalog.text(of: item, context)
      let notice = try wording.notice(item, text, context.calendar, quiet: quiet)
      try await outbox.add(notice, to: person.account)
    }
  }
}

extension ReminderWatch: ServiceLifecycle.Service {
  /// Checks whenever something may be due, until the program ends.
  func run() async throws {
    await follow()
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        var wait = ReminderWatch.longestPause
        do {
          if let next = try await look(rereads: mustReread()) {
            wait = min(wait, next.milliseconds - clock.now().milliseconds)
          }
        } catch {
          haveChanged.withLock { $0 = true }
          wait = NoticeOutbox.pause(after: error)
          logger.error("reminders come later", metadata: ["error": "\(error)"])
        }
        try? await Task.sleep(for: .milliseconds(ReminderWatch.rest))
        await signal.wait(atMost: wait - ReminderWatch.rest)
      }
    }
  }

  /// Triggers reading the channels at once, after one was added.
  nonisolated func wake() {
    haveChanged.withLock { $0 = true }
    signal.send()
  }
}

extension ServedProduct {
  /// Whether this product has notices.
  var givesNotices: Bool {
    product.policies.allowsNotices && product.answers(GiveDueNotices.self)
  }
}
