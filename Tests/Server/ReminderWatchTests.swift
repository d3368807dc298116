import Accounts
import Core
import EngineDriving
import Foundation
import Friends
import HTTPTypes
import Logging
import LoopbackHTTP
import RemindersContract
import Runtime
import ServerStorage
import Testing
import TrackingContract

@testable import trellis_server

/// Reminders that the server gives to people who have a channel there.
@Suite struct ReminderWatchTests {
  /// 08:59 of a day in November 2026.
  private static let before = Instant(seconds: 1_795_176_000 - 3 * 3600 - 60)

  /// A person with a habit that is reminded of at nine, and a webhook of the test's own.
  private struct Morning {
    let world: ServerWorld
    let clock: ManualClock
    let client: RuntimeClient
    let account: AccountID
    let requests: Gathered<LoopbackHTTP.ReceivedRequest>
    let server: LoopbackServer

    init(status: String = "204 No Content", names: Bool = false) async throws {
      let requests = Gathered<LoopbackHTTP.ReceivedRequest>()
      let server = try LoopbackServer { connection in
        guard let request = connection.request() else { return }
        requests.add(request)
        connection.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
      }
      let clock = ManualClock(ReminderWatchTests.before)
      let world = try await ServerWorld.open(clock: clock) { $0.noticesReachLoopback = true }
      let ada = try await ServerBrowser.signUp(world)
      let habit = try #require(HabitID(try await ada.addHabit("Secret garden")))
      let account = try #require(try await world.stores.accounts.accounts(by: .operator).first).id
      let space = try await world.stores.accounts.space(of: account, product: "streaks").id
      let served = try #require(world.stores.products.all.first)
      client = served.runtime.client(for: .account(account), in: space)
      try await client.send(SetReminder(habit: habit, slot: ReminderSlot(minutes: 540)))
      let wish = #"{"address":"\#(server.url("/hook"))","namesHabits":\#(names)}"#
      let made = try await world.ask(
        .put,
        "/api/v1/push/webhook",
        wish,
        fields: [.cookie: ada.cookie]
      )
      #expect(made.status == 200, "\(made.text)")
      (self.world, self.clock, self.account) = (world, clock, account)
      (self.requests, self.server) = (requests, server)
    }

    func pass(_ seconds: Int64) { clock.set(clock.now().advanced(bySeconds: seconds)) }

    @discardableResult
    func look() async throws -> Instant? {
      let next = try await world.stores.reminders.look()
      try await world.stores.outbox.sendDue()
      return next
    }

    var documents: [NoticeDocument] {
      get throws {
        try requests.elements.map { try JSON.decode(NoticeDocument.self, from: $0.body) }
      }
    }
  }

  @Test func `a reminder is given after devices had their time, once, and without a title`()
    async throws
  {
    let morning = try await Morning()
    defer { morning.server.stop() }
    let nine = ReminderWatchTests.before.advanced(bySeconds: 60)
    #expect(try await morning.look() == nine.advanced(bySeconds: ReminderWatch.grace))
    morning.pass(60 + ReminderWatch.grace - 1)
    try await morning.look()
    #expect(morning.requests.elements.isEmpty)
    morning.pass(1)
    try await morning.look()
    let document = try #require(try morning.documents.first)
    #expect(document.kind == "reminder")
    #expect(document.url == "https://habits.example.org/inbox")
    #expect(!document.body.contains("garden"))
    #expect(!document.title.contains("garden"))
    morning.pass(300)
    try await morning.look()
    #expect(morning.requests.elements.count == 1)
    let items = try await morning.client.ask(ReadInbox()).items
    #expect(items.map { "\($0.notice.id)" } == [document.id])
  }

  @Test func `more reminders at once than the inbox shows are all given`() async throws {
    let morning = try await Morning()
    defer { morning.server.stop() }
    for number in 1...InboxLimits.shown {
      let details = HabitDetails(title: "Habit \(number)")
      let habit = try await morning.client.send(CreateHabit(details: details)).reply.id
      try await morning.client.send(SetReminder(habit: habit, slot: ReminderSlot(minutes: 540)))
    }
    try await morning.look()
    morning.pass(60 + ReminderWatch.grace)
    try await morning.look()
    #expect(morning.requests.elements.count == InboxLimits.shown + 1)
  }

  @Test func `a clock that was ahead does not delay the reminders that follow`() async throws {
    let morning = try await Morning()
    defer { morning.server.stop() }
    try await morning.look()
    morning.pass(3 * 86_400 + 60 + ReminderWatch.grace)
    try await morning.look()
    let count = morning.requests.elements.count
    morning.clock.set(ReminderWatchTests.before)
    try await morning.look()
    morning.pass(60 + ReminderWatch.grace)
    try await morning.look()
    #expect(morning.requests.elements.count == count + 1)
  }

  @Test func `a person who keeps changing something is reminded all the same`() async throws {
    let morning = try await Morning()
    defer { morning.server.stop() }
    await morning.world.stores.reminders.follow()
    try await morning.look()
    morning.pass(60)
    for number in 1...4 {
      let details = HabitDetails(title: "Another \(number)")
      try await morning.client.send(CreateHabit(details: details))
      try await morning.look()
      morning.pass(ReminderWatch.grace / 2)
    }
    #expect(morning.requests.elements.count == 1)
  }

  @Test func `titles are said to a channel whose owner allowed it`() async throws {
    let morning = try await Morning(names: true)
    defer { morning.server.stop() }
    try await morning.look()
    morning.pass(60 + ReminderWatch.grace)
    try await morning.look()
    let document = try #require(try morning.documents.first)
    #expect("\(document.title) \(document.body)".contains("Secret garden"))
  }

  @Test func `nobody is told twice: what a device has given meanwhile is not given again`()
    async throws
  {
    let morning = try await Morning()
    defer { morning.server.stop() }
    try await morning.look()
    morning.pass(65)
    // The desktop's fact has arrived.
    try await morning.client.send(GiveDueNotices())
    morning.pass(ReminderWatch.grace)
    try await morning.look()
    #expect(morning.requests.elements.isEmpty)
  }

  @Test func `a milestone that is reached on a page is told once`() async throws {
    let morning = try await Morning(names: true)
    defer { morning.server.stop() }
    await morning.world.stores.reminders.follow()
    try await morning.look()
    let habit = try #require(try await morning.client.ask(AllHabits()).first).id
    for day in 0..<7 {
      if day > 0 { morning.pass(86_400) }
      let today = Day(at: morning.clock.now(), minutesEast: 0)
      try await morning.client.send(SetCheck(habit: habit, day: today, mark: .done))
    }
    for _ in 0..<2 { try await morning.look() }
    let told = try morning.documents.filter { $0.kind == "milestone" }
    #expect(told.count == 1)
    #expect(told.first.map { "\($0.title) \($0.body)".contains("Secret garden") } == true)
    let items = try await morning.client.ask(ReadInbox()).items
    #expect(
      told.first?.id == items.first { $0.notice.kind == .milestone }.map { "\($0.notice.id)" }
    )
  }

  @Test func `a habit that is done is not reminded of`() async throws {
    let morning = try await Morning()
    defer { morning.server.stop() }
    try await morning.look()
    let habit = try #require(try await morning.client.ask(AllHabits()).first).id
    let day = Day(at: morning.clock.now(), minutesEast: 0)
    try await morning.client.send(SetCheck(habit: habit, day: day, mark: .done))
    morning.pass(60 + ReminderWatch.grace)
    try await morning.look()
    #expect(morning.requests.elements.isEmpty)
  }

  @Test func `what was given and not handed over before a crash goes out at the next start, once`()
    async throws
  {
    let morning = try await Morning()
    defer { morning.server.stop() }
    let stores = morning.world.stores
    morning.pass(60 + ReminderWatch.grace)
    try await stores.accounts.beginLook(at: morning.account, in: "streaks")
    try await morning.client.send(GiveDueNotices())
    #expect(morning.requests.elements.isEmpty)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    for _ in 0..<2 {
      let next = ReminderWatch(stores.products, stores.outbox, logger)
      _ = try await next.look()
      try await stores.outbox.sendDue()
    }
    #expect(morning.requests.elements.count == 1)
  }

  @Test func `what another node begins to give while this one looks is handed over if it ends`()
    async throws
  {
    let morning = try await Morning()
    defer { morning.server.stop() }
    let accounts = morning.world.stores.accounts
    await morning.world.stores.reminders.follow()
    try await morning.look()
    try await accounts.beginLook(at: morning.account, in: "streaks")
    try await morning.client.send(CreateHabit(details: HabitDetails(title: "Another")))
    try await morning.look()
    morning.pass(60 + ReminderWatch.grace)
    try await morning.client.send(GiveDueNotices())
    for _ in 0..<2 { try await morning.look() }
    #expect(morning.requests.elements.count == 1)
    #expect(try await accounts.openLook(at: morning.account, in: "streaks") == nil)
  }

  @Test func `a look that began long ago and has given nothing is over`() async throws {
    let morning = try await Morning()
    defer { morning.server.stop() }
    let stores = morning.world.stores
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    try await morning.look()
    morning.pass(60 + ReminderWatch.grace)
    // Until tomorrow nothing is due.
    try await morning.look()
    morning.pass(1)
    try await stores.accounts.beginLook(at: morning.account, in: "streaks")
    for (seconds, isOpen) in [(0, true), (299, true), (2, false)] as [(Int64, Bool)] {
      morning.pass(seconds)
      _ = try await ReminderWatch(stores.products, stores.outbox, logger).look()
      let since = try await stores.accounts.openLook(at: morning.account, in: "streaks")
      #expect((since != nil) == isOpen, "\(seconds)")
    }
  }

  @Test func `after an outage of the database notices go on at once, after other errors later`() {
    let outage = StoreFailure(code: .unavailable, message: "", detail: "", isPassing: true)
    let damage = StoreFailure(code: .damaged, message: "", detail: "")
    #expect(NoticeOutbox.pause(after: AccountsError.store(outage)) == 5000)
    #expect(NoticeOutbox.pause(after: AccountsError.store(damage)) == 60_000)
  }

  @Test func `a webhook that fails is tried again with the same id`() async throws {
    let morning = try await Morning(status: "503 Service Unavailable")
    defer { morning.server.stop() }
    try await morning.look()
    morning.pass(60 + ReminderWatch.grace)
    try await morning.look()
    #expect(morning.requests.elements.count == 1)
    morning.pass(15)
    try await morning.world.stores.outbox.sendDue()
    let ids = morning.requests.elements.map { $0.field("webhook-id") }
    try #require(ids.count == 2)
    #expect(ids[0] == ids[1])
    let hook = try await morning.world.stores.accounts.channels(of: morning.account).webhook
    #expect(hook?.failure?.reason == "it answered 503")
  }

  @Test func `what could not be sent in time does not come in quiet hours, nor on another day`()
    async throws
  {
    for quiet in ["10:00-11:00", "off"] {
      let morning = try await Morning(status: "503 Service Unavailable")
      defer { morning.server.stop() }
      // In the evening, so that its day ends before its six hours.
      let habit = try #require(try await morning.client.ask(AllHabits()).first).id
      try await morning.client.send(SetReminder(habit: habit, slot: ReminderSlot(minutes: 1380)))
      try await morning.client.send(SetNoticePreference(preference: .quietHours, value: quiet))
      try await morning.look()
      let wait: Int64 = quiet == "off" ? 14 * 3600 : 0
      morning.pass(wait + 60 + ReminderWatch.grace)
      try await morning.look()
      let count = morning.requests.elements.count
      #expect(count > 0)
      morning.pass(3660)
      try await morning.world.stores.outbox.sendDue()
      #expect(morning.requests.elements.count == count, "\(quiet)")
    }
  }

  @Test func `news of friends wait until quiet hours end`() async throws {
    let morning = try await Morning()
    defer { morning.server.stop() }
    let stores = morning.world.stores
    try await morning.client.send(
      SetNoticePreference(preference: .quietHours, value: "08:00-10:00")
    )
    let bob = AccountID(rawValue: 7)
    try await stores.friends.setName("Ada", of: morning.account)
    try await stores.friends.setName("Bob", of: bob)
    let code = try await stores.friends.invite(by: morning.account).code
    _ = try await stores.friends.accept("\(code)", by: bob)
    try await stores.friends.deliver { for notice in $0 { await stores.news.deliver(notice) } }
    try await stores.outbox.sendDue()
    #expect(morning.requests.elements.isEmpty)
    morning.pass(3660)
    try await stores.outbox.sendDue()
    #expect(try morning.documents.map(\.kind) == ["friend"])
  }

  @Test func `a notice of a friend who has parted is not sent any more`() async throws {
    let morning = try await Morning(status: "503 Service Unavailable")
    defer { morning.server.stop() }
    let stores = morning.world.stores
    let bob = AccountID(rawValue: 7)
    try await stores.friends.setName("Ada", of: morning.account)
    try await stores.friends.setName("Bob", of: bob)
    let code = try await stores.friends.invite(by: morning.account).code
    let friend = try await stores.friends.accept("\(code)", by: bob)
    try await stores.friends.deliver { for notice in $0 { await stores.news.deliver(notice) } }
    try await stores.outbox.sendDue()
    #expect(morning.requests.elements.count == 1)
    morning.pass(3600)
    try await stores.friends.remove(friend.person.id, by: bob)
    try await stores.outbox.sendDue()
    #expect(morning.requests.elements.count == 1)
    #expect(try await stores.accounts.nextDelivery() == nil)
  }

  @Test func `a notice about a habit that was deleted is not sent any more`() async throws {
    let morning = try await Morning(status: "503 Service Unavailable", names: true)
    defer { morning.server.stop() }
    try await morning.look()
    morning.pass(60 + ReminderWatch.grace)
    try await morning.look()
    #expect(morning.requests.elements.count == 1)
    let habit = try #require(try await morning.client.ask(AllHabits()).first).id
    try await morning.client.send(DeleteHabit(habit: habit, confirmed: true))
    morning.pass(15)
    try await morning.world.stores.outbox.sendDue()
    #expect(morning.requests.elements.count == 1)
    #expect(try await morning.world.stores.accounts.nextDelivery() == nil)
  }

  @Test func `a webhook makes nobody a user of the products that they do not use`() async throws {
    let world = try await ServerWorld.open {
      $0.noticesReachLoopback = true
      $0.products = ["streaks", "sober", "hobbyist"]
      $0.productAddresses = ["streaks": "https://\(ServerWorld.host)"]
    }
    let ada = try await ServerBrowser.signUp(world)
    try await ada.addHabit("Secret garden")
    let made = try await world.ask(
      .put,
      "/api/v1/push/webhook",
      #"{"address":"http://127.0.0.1:9/hook","topics":["reminders"]}"#,
      fields: [.cookie: ada.cookie]
    )
    #expect(made.status == 200, "\(made.text)")
    try await world.stores.reminders.look()
    let accounts = world.stores.accounts
    let account = try #require(try await accounts.accounts(by: .operator).first).id
    #expect(try await accounts.spaces(of: account).map(\.product) == ["streaks"])
  }

  @Test func `without a channel the server gives nothing`() async throws {
    let morning = try await Morning()
    defer { morning.server.stop() }
    try await morning.world.stores.accounts.removeWebhook(of: morning.account)
    morning.pass(60 + ReminderWatch.grace)
    #expect(try await morning.look() == nil)
    #expect(try await morning.client.ask(ReadInbox()).items.isEmpty)
  }
}
