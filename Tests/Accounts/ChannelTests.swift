import Core
import SQLite
import StoreTesting
import Testing

@testable import Accounts
@testable import ServerStorage

/// Where notices of an account go, and those on their way.
struct ChannelTests {
  private func offer(_ name: String = "a") -> PushSubscription.Offer {
    PushSubscription.Offer(
      endpoint: "https://push.example.net/\(name)",
      key: [4] + [UInt8](repeating: 1, count: 64),
      secret: [UInt8](repeating: 2, count: 16)
    )
  }

  private func hook(_ settings: ChannelSettings = ChannelSettings()) -> Webhook.Offer {
    Webhook.Offer(address: "https://hooks.example.org/", secret: [1], settings: settings)
  }

  private func notice(
    _ number: UInt128 = 1,
    _ topic: NoticeTopic = .reminders,
    product: String = "sober",
    at: Instant = noon,
    lasting seconds: Int64 = 3600
  ) -> OutgoingNotice {
    OutgoingNotice(
      key: NoticeKey(rawValue: number),
      topic: topic,
      product: product,
      neutral: Array("neutral".utf8),
      named: Array("Meditate".utf8),
      at: at,
      expiresAt: at.advanced(bySeconds: seconds)
    )
  }

  private func rows(_ bench: Bench) async throws -> [Int] {
    try await bench.store.tables.read { database in
      [
        try database.number("SELECT count(*) FROM push_subscriptions"),
        try database.number("SELECT count(*) FROM webhooks"),
        try database.number("SELECT count(*) FROM notice_outbox"),
      ]
    }
  }

  @Test func `a browser has one subscription, which another offer replaces`() async throws {
    try await withBench { bench in
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      let (store, settings) = (bench.store, ChannelSettings(topics: [.reminders]))
      let first = try await store.subscribe(offer(), product: "sober", settings, for: ann)
      let again = try await store.subscribe(
        offer(),
        product: "sober",
        ChannelSettings(topics: [.friends], tellsNames: true),
        for: ann
      )
      #expect(again.id == first.id)
      #expect(again.settings == ChannelSettings(topics: [.friends], tellsNames: true))
      let other = try await store.subscribe(offer("b"), product: "sober", settings, for: ann)
      #expect(other.id != first.id)
      #expect(try await store.channels(of: ann.account.id).subscriptions == [other])
      #expect(try await store.unsubscribe(ann.session.id))
      #expect(try await store.unsubscribe(ann.session.id) == false)
    }
  }

  @Test func `a browser that somebody else is signed in with gets nothing of the former`()
    async throws
  {
    try await withBench { bench in
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      let bob = bench.caller(try await bench.signUp("bob@example.org", browser))
      let store = bench.store
      try await store.subscribe(offer(), product: "sober", ChannelSettings(), for: ann)
      try await store.subscribe(offer(), product: "sober", ChannelSettings(), for: bob)
      #expect(try await store.channels(of: ann.account.id).subscriptions == [])
      #expect(try await store.channels(of: bob.account.id).subscriptions.count == 1)
    }
  }

  @Test func `signing out, being signed out, and erasing the account remove what was subscribed`()
    async throws
  {
    try await withBench { bench in
      let (store, settings) = (bench.store, ChannelSettings())
      let first = bench.caller(try await bench.signUp("ann@example.org", browser))
      let second = bench.caller(try await bench.signIn("ann@example.org", browser))
      let third = bench.caller(try await bench.signIn("ann@example.org", browser))
      for (name, caller) in [("a", first), ("b", second), ("c", third)] {
        try await store.subscribe(offer(name), product: "sober", settings, for: caller)
      }
      try await store.setWebhook(hook(settings), for: first)
      #expect(try await store.enqueue(notice(), for: first.account.id) == 4)
      #expect(try await rows(bench) == [3, 1, 4])
      try await store.endSession(second.session.id, of: first.account.id)
      #expect(try await rows(bench) == [2, 1, 3])
      try await store.endSessions(of: first.account.id, except: third.session.id)
      #expect(try await rows(bench) == [1, 1, 2])
      _ = try await store.eraseAccount(first.account.id, password: good)
      #expect(try await rows(bench) == [0, 0, 0])
    }
  }

  @Test func `a notice goes once to each channel that wants it, also if it is handed over again`()
    async throws
  {
    try await withBench { bench in
      let store = bench.store
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      let account = ann.account.id
      try await store.subscribe(
        offer(),
        product: "sober",
        ChannelSettings(topics: [.reminders], tellsNames: true),
        for: ann
      )
      try await store.setWebhook(hook(), for: ann)
      #expect(try await store.enqueue(notice(1), for: account) == 2)
      #expect(try await store.enqueue(notice(1), for: account) == 0)
      #expect(try await store.enqueue(notice(2, .friends), for: account) == 1)
      #expect(try await store.enqueue(notice(3, product: "streaks"), for: account) == 1)
      #expect(
        try await store.enqueue(notice(4, at: noon.advanced(bySeconds: -1)), for: account) == 0
      )
      var due = try await store.claimDeliveries()
      // One of each channel at a time, so that a slow one holds up only its own.
      #expect(due.count == 2)
      #expect(try await store.claimDeliveries(except: Set(due.map(\.channel))) == [])
      while case let more = try await store.claimDeliveries(), !more.isEmpty { due += more }
      #expect(due.count == 4)
      let documents = due.map { ($0.isPush, String(decoding: $0.document, as: UTF8.self)) }
      #expect(documents.filter(\.0).map(\.1) == ["Meditate"])
      #expect(Set(documents.filter { !$0.0 }.map(\.1)) == ["neutral"])
      #expect(try await store.claimDeliveries() == [])
      for delivery in due { try await store.settle(delivery, .sent) }
      bench.pass(seconds: 600)
      #expect(try await store.claimDeliveries() == [])
      #expect(try await store.enqueue(notice(1), for: account) == 0)
      #expect(try await store.nextDelivery() == nil)
    }
  }

  @Test func `channels that were added while the clock was ahead get notices as well`() async throws
  {
    try await withBench { bench in
      let store = bench.store
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      bench.pass(seconds: 86_400)
      try await store.subscribe(offer(), product: "sober", ChannelSettings(), for: ann)
      try await store.setWebhook(hook(), for: ann)
      bench.pass(seconds: -86_400)
      #expect(try await store.enqueue(notice(), for: ann.account.id) == 2)
    }
  }

  @Test func `what was claimed before a crash is due again, under the same key`() async throws {
    try await withFolder { folder in
      let before = try Bench(folder)
      let ann = before.caller(try await before.signUp("ann@example.org", browser))
      try await before.store.subscribe(offer(), product: "sober", ChannelSettings(), for: ann)
      try await before.store.enqueue(notice(7), for: ann.account.id)
      let claimed = try await before.store.claimDeliveries()
      let after = try Bench(folder, seed: 2, at: noon.advanced(bySeconds: 60))
      #expect(try await after.store.claimDeliveries() == [])
      after.pass(seconds: 60)
      let again = try await after.store.claimDeliveries()
      #expect(again.map(\.notice) == claimed.map(\.notice))
      #expect(again.map(\.attempts) == [2])
    }
  }

  @Test func `a failed attempt waits, and what is not worth saying any more is dropped`()
    async throws
  {
    try await withBench { bench in
      let store = bench.store
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      try await store.subscribe(offer(), product: "sober", ChannelSettings(), for: ann)
      try await store.enqueue(notice(), for: ann.account.id)
      let first = try #require(try await store.claimDeliveries().first)
      let next = bench.now.advanced(bySeconds: 300)
      try await store.settle(first, .failed(reason: "it answered 503", next: next))
      #expect(try await store.nextDelivery() == next)
      bench.pass(seconds: 299)
      #expect(try await store.claimDeliveries() == [])
      bench.pass(seconds: 1)
      #expect(try await store.claimDeliveries().map(\.attempts) == [2])
      bench.pass(seconds: 3600)
      #expect(try await store.claimDeliveries() == [])
      #expect(try await store.nextDelivery() == nil)
    }
  }

  @Test func `a subscription that its service does not know any more is removed`() async throws {
    try await withBench { bench in
      let store = bench.store
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      try await store.subscribe(offer(), product: "sober", ChannelSettings(), for: ann)
      try await store.enqueue(notice(), for: ann.account.id)
      let delivery = try #require(try await store.claimDeliveries().first)
      try await store.settle(delivery, .gone)
      #expect(try await rows(bench) == [0, 0, 0])
    }
  }

  @Test func `a webhook is turned off after three days of failures, and on again when it is set`()
    async throws
  {
    try await withBench { bench in
      let store = bench.store
      let ann = bench.caller(try await bench.signUp())
      let account = ann.account.id
      func hook() async throws -> Webhook {
        try await store.setWebhook(self.hook(), for: ann)
        return try #require(try await store.channels(of: account).webhook)
      }
      func fail(_ number: UInt128) async throws {
        try await store.enqueue(
          notice(number, at: bench.now, lasting: 86_400),
          for: account
        )
        for delivery in try await store.claimDeliveries() {
          let next = bench.now.advanced(bySeconds: 3600)
          try await store.settle(delivery, .failed(reason: "it answered 500", next: next))
        }
      }
      let made = try await hook()
      try await fail(1)
      let failing = try #require(try await store.channels(of: account).webhook)
      #expect(failing.failure?.reason == "it answered 500")
      #expect(!failing.isOff)
      bench.pass(seconds: 3 * 86_400)
      try await fail(2)
      let off = try #require(try await store.channels(of: account).webhook)
      #expect(off.isOff)
      #expect(try await store.nextDelivery() == nil)
      #expect(try await store.enqueue(notice(3, at: bench.now), for: account) == 0)
      let again = try await hook()
      #expect(again.id == made.id)
      #expect(!again.isOff)
      #expect(again.failure == nil)
      #expect(try await store.enqueue(notice(3, at: bench.now), for: account) == 1)
    }
  }

  @Test func `there are at most twenty browsers, and a hundred notices that wait`() async throws {
    try await withBench { bench in
      let store = bench.store
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      try await store.subscribe(offer(), product: "sober", ChannelSettings(), for: ann)
      for number in 1...100 {
        #expect(try await store.enqueue(notice(UInt128(number)), for: ann.account.id) == 1)
      }
      #expect(try await store.enqueue(notice(101), for: ann.account.id) == 0)
      for number in 1..<ChannelPolicy.mostSubscriptions {
        let caller = bench.caller(try await bench.signIn("ann@example.org", browser))
        try await store.subscribe(
          offer("\(number)"),
          product: "sober",
          ChannelSettings(),
          for: caller
        )
      }
      let last = bench.caller(try await bench.signIn("ann@example.org", browser))
      await #expect(throws: AccountsError.tooManyChannels) {
        try await store.subscribe(offer("last"), product: "sober", ChannelSettings(), for: last)
      }
    }
  }

  @Test func `accounts are reminded in the products of their browsers, and in all by a webhook`()
    async throws
  {
    try await withBench { bench in
      let store = bench.store
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      let bob = bench.caller(try await bench.signUp("bob@example.org"))
      try await store.subscribe(offer(), product: "sober", ChannelSettings(), for: ann)
      try await store.setWebhook(hook(), for: bob)
      #expect(
        Set(try await store.accounts(wanting: .reminders, in: "sober")) == [
          ann.account.id, bob.account.id,
        ]
      )
      #expect(try await store.accounts(wanting: .reminders, in: "streaks") == [bob.account.id])
      let settings = ChannelSettings(topics: [.friends])
      try await store.subscribe(offer(), product: "sober", settings, for: ann)
      #expect(try await store.accounts(wanting: .reminders, in: "sober") == [bob.account.id])
    }
  }

  @Test func `a channel makes nobody a user of a product that they do not use`() async throws {
    try await withBench { bench in
      let store = bench.store
      let ann = bench.caller(try await bench.signUp("ann@example.org"))
      try await bench.signUp("bob@example.org")
      try await store.setWebhook(hook(), for: ann)
      let space = try await store.space(of: ann, product: "sober").id
      #expect(
        try await store.spaces(wanting: .reminders, in: "sober") == [space: ann.account.id]
      )
      #expect(try await store.spaces(wanting: .reminders, in: "streaks").isEmpty)
      #expect(try await store.spaces(of: ann.account.id).map(\.product) == ["sober"])
      try await store.removeWebhook(of: ann.account.id)
      #expect(try await store.spaces(wanting: .reminders, in: "sober").isEmpty)
    }
  }

  @Test func `a person's export names where their notices go, without secrets`() async throws {
    try await withBench { bench in
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      try await bench.store.subscribe(offer(), product: "sober", ChannelSettings(), for: ann)
      let export = try await bench.store.export(ann.account.id, password: good)
      #expect(export.pushSubscriptions.map(\.endpoint) == ["https://push.example.net/a"])
      #expect(export.pushSubscriptions.map(\.topics) == [[.account, .friends, .reminders]])
      #expect(export.pushSubscriptions.map(\.tellsNames) == [false])
      #expect(export.webhook == nil)
    }
  }

  @Test func `a person's export has the notices on their way to them`() async throws {
    try await withBench { bench in
      let (store, settings) = (bench.store, ChannelSettings(tellsNames: true))
      let ann = bench.caller(try await bench.signUp("ann@example.org", browser))
      let bob = bench.caller(try await bench.signUp("bob@example.org", browser))
      try await store.subscribe(offer(), product: "sober", ChannelSettings(), for: ann)
      try await store.setWebhook(hook(settings), for: ann)
      try await store.setWebhook(hook(settings), for: bob)
      for caller in [ann, bob] { try await store.enqueue(notice(), for: caller.account.id) }
      for delivery in try await store.claimDeliveries()
      where delivery.isPush { try await store.settle(delivery, .sent) }
      let export = try await store.export(ann.account.id, password: good)
      #expect(export.notices.count == 2)
      let (sent, waiting) = (
        export.notices.first { $0.to == .browser }, export.notices.first { $0.to == .webhook }
      )
      #expect(sent?.document == nil && sent?.dueAt == nil)
      #expect(waiting?.document == "Meditate" && waiting?.dueAt != nil)
      #expect(export.webhook?.tellsNames == true && export.webhook?.isOff == false)
    }
  }
}

extension NoticeDelivery {
  fileprivate var isPush: Bool {
    if case .push = destination { true } else { false }
  }
}

extension Bench {
  fileprivate func signUp(
    _ email: String = "ann@example.org",
    _ client: SessionClient
  ) async throws -> SignedIn {
    try await signUp(email, good, client)
  }

  fileprivate func signIn(_ email: String, _ client: SessionClient) async throws -> SignedIn {
    try await signIn(email, good, client)
  }
}
