import Accounts
import Core
import EngineDriving
import Foundation
import HTTPTypes
import Journals
import Replication
import Runtime
import SQLiteJournal
import Testing

@testable import HTTPServing
@testable import trellis_server

/// The web app of the product, for a person who is signed in at the server.
@Suite struct MemberAppTests {
  private func space(_ world: ServerWorld, _ email: String) async throws -> SpaceID {
    let accounts = world.stores.accounts
    let all = try await accounts.accounts(by: .operator)
    let account = try #require(all.first { $0.email == email })
    return try await accounts.space(of: account.id, product: "streaks").id
  }

  @Test func `a person signs up and uses all of the app`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let first = try await ada.get("/")
    #expect(first.status == 303)
    #expect(first.headers[.location] == "/welcome")
    try await ada.addHabit("Water the garden")
    for path in [
      "/", "/today", "/week", "/history", "/streaks", "/habits/new", "/settings", "/data",
    ] {
      let page = try await ada.get(path)
      #expect(page.status == 200, "\(path): \(page.text)")
    }
    #expect(try await ada.get("/today").text.contains("Water the garden"))
    #expect(try await ada.get("/data/export.json").text.contains("Water the garden"))
    #expect(try await ada.get("/nowhere").status == 404)
    let slash = try await ada.get("/today/")
    #expect(slash.headers[.location] == "/today")
  }

  @Test func `nobody is shown what another person keeps`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let habit = try await ada.addHabit("Secret garden")
    let bob = try await ServerBrowser.signUp(world, "bob@example.org")
    try await bob.addHabit("Read")
    for path in ["/today", "/habits/\(habit)", "/habits/\(habit)/edit", "/data/export.json"] {
      #expect(!(try await bob.get(path).text.contains("Secret garden")), "\(path)")
    }
    #expect(try await bob.get("/habits/\(habit)").status == 404)
    let answer = try await bob.act(
      "tracking.check",
      [("habit", habit), ("day", "2026-01-01"), ("mark", "done")],
      fields: [.fragment: "1"]
    )
    #expect(answer.headers[.outcome] == "refusal")
    #expect(!answer.text.contains("Secret garden"))
  }

  @Test func `a form's token is good for its own session alone`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let other = try await ServerBrowser.signIn(world)
    let bob = try await ServerBrowser.signUp(world, "bob@example.org")
    let token = try await ada.formToken()
    for browser in [other, bob] {
      let answer = try await browser.act("tracking.create-habit", [("title", "X")], token: token)
      #expect(answer.status == 403)
    }
    let own = try await ada.act("tracking.create-habit", [("title", "X")], token: token)
    #expect(own.status == 303)
  }

  @Test func `an order with a key is carried out once, for its session alone`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let bob = try await ServerBrowser.signUp(world, "bob@example.org")
    let key: HTTPFields = [.idempotencyKey: "the-same"]
    for browser in [ada, ada, bob] {
      let answer = try await browser.act("tracking.create-habit", [("title", "Once")], fields: key)
      #expect(answer.status == 303)
    }
    for browser in [ada, bob] {
      let export = try await browser.get("/data/export.json").text
      #expect(export.components(separatedBy: "\"Once\"").count == 2, "\(export)")
    }
  }

  @Test func `what was tapped without a connection counts as of then`() async throws {
    let clock = ManualClock(Instant(seconds: 1_795_176_000))
    let world = try await ServerWorld.open(clock: clock)
    let ada = try await ServerBrowser.signUp(world)
    try await ada.addHabit("Walk")
    let page = try await ada.get("/today").text
    let seen = try #require(page.firstMatch(of: #/data-clock="(\d+)"/#)).1
    let made = clock.now().advanced(bySeconds: 300).milliseconds
    clock.set(clock.now().advanced(bySeconds: 600))
    let answer = try await ada.act(
      "tracking.create-habit",
      [("title", "Earlier")],
      fields: [.claim: "\(made) \(seen)", .idempotencyKey: "k1"]
    )
    #expect(answer.status == 303, "\(answer.text)")
    #expect(try await ada.get("/data/export.json").text.contains("\"at\" : \(made),"))
    let bad = try await ada.act("tracking.create-habit", [("title", "B")], fields: [.claim: "x"])
    #expect(bad.status == 400)
  }

  @Test func `devices hear of what is done on a page`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let served = try #require(world.stores.products.all.first)
    let space = try await space(world, "ada@example.org")
    var heads = served.replicator.heads(in: space).makeAsyncIterator()
    try await ada.addHabit("Walk")
    #expect(try #require(await heads.next()) > 0)
    let numbered = try await served.journal.entries(in: space, after: 0, limit: 10)
    #expect(!numbered.isEmpty)
  }

  @Test func `an open page hears of what another browser does`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    try await ada.addHabit("Walk")
    let served = try #require(world.stores.products.all.first)
    let news = await served.news.stream(of: try await space(world, "ada@example.org"))
    let other = try await ServerBrowser.signIn(world)
    try await other.addHabit("Read")
    var told = news.makeAsyncIterator()
    #expect(try #require(await told.next()) > 0)
  }

  @Test func `signing out ends everything at once and clears what the browser keeps`() async throws
  {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let other = try await ServerBrowser.signIn(world)
    let token = try await other.formToken()
    let out = try await ada.submit("/account/sign-out", [("session", "this")])
    #expect(out.status == 303)
    #expect(out.headers[.clearSiteData] == "\"cache\", \"storage\"")
    #expect(try await ada.get("/today").status == 401)
    #expect(try await ada.get("/api/v1/events").status == 401)
    _ = try await other.submit("/account/sign-out", [("session", "this")])
    let late = try await other.act("tracking.create-habit", [("title", "X")], token: token)
    #expect(late.status == 401)
  }

  @Test func `a sealed account has no pages, and is told the way`() async throws {
    let world = try await ServerWorld.open()
    let token = try await world.signUpSealed()
    let page = try await world.ask(.get, "/today", token: token)
    #expect(page.status == 403)
    #expect(page.text.contains("sealed"))
    #expect(page.text.contains("device of your own"))
    let document = try await world.ask(.get, "/api/v1/today", token: token)
    #expect(document.code == "sealed-account")
    #expect(await world.stores.products.all.first?.runtime.openSpaces() == 0)
  }

  @Test func `each person's browser keeps their pages apart from others'`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let again = try await ServerBrowser.signIn(world)
    let bob = try await ServerBrowser.signUp(world, "bob@example.org")
    func instance(_ browser: ServerBrowser) async throws -> String {
      let page = try await browser.get("/settings").text
      return String(try #require(page.firstMatch(of: #/data-instance="([0-9a-f]+)"/#)).1)
    }
    let (own, second, other) = (
      try await instance(ada), try await instance(again), try await instance(bob)
    )
    #expect(own == second)
    #expect(own != other)
  }

  @Test func `the browser's time zone is taken until one is chosen`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    // Whoever has only signed up has no history yet that a device would have to be joined with.
    #expect(try await ada.get("/settings").text.contains("data-zone=\"\""))
    try await ada.addHabit("Walk")
    #expect(try await ada.get("/settings").text.contains(#/data-zone="[0-9a-f]{64}"/#))
    // A zone that this machine does not know keeps nobody from going on.
    let unknown = [("zone", "Etc/Unknown"), ("name", "Mara")]
    #expect(try await ada.act("shell.welcome", unknown).status == 303)
    #expect(try await ada.get("/settings").text.contains("value=\"Mara\""))
    _ = try await ada.act("shell.zone", [("zone", "Asia/Tokyo")])
    let page = try await ada.get("/settings").text
    #expect(page.contains("value=\"Asia/Tokyo\" selected"))
    #expect(!page.contains("data-zone="))
    _ = try await ada.act("shell.zone", [("zone", "Europe/Berlin")])
    let later = try await ada.get("/settings").text
    #expect(!later.contains("value=\"Europe/Berlin\" selected"))
  }

  @Test func `pages are held to the same quota as devices`() async throws {
    let world = try await ServerWorld.open { $0.quota.facts = 3 }
    let ada = try await ServerBrowser.signUp(world)
    for title in ["A", "B", "C"] {
      _ = try await ada.act("tracking.create-habit", [("title", title)])
    }
    let full = try await ada.act("tracking.create-habit", [("title", "One too many")])
    #expect(full.status == 507, "\(full.text)")
    let export = try await ada.get("/data/export.json").text
    #expect(!export.contains("One too many"))
    // The page with the form, in which nothing is lost.
    #expect(full.text.contains("There is no room for more on the server."))
    #expect(full.text.contains("<main"))
  }

  @Test func `an import that needs more room than there is changes nothing`() async throws {
    let world = try await ServerWorld.open { $0.quota.facts = 6 }
    let ada = try await ServerBrowser.signUp(world)
    // The import, and two entries for each habit.
    func table(_ habits: Int) -> String {
      "day,habit\n" + (0..<habits).map { "2020-01-0\($0 + 1),Habit \($0)\n" }.joined()
    }
    let full = try await ada.upload(table(3), to: "shell.import")
    #expect(full.status == 507, "\(full.text)")
    #expect(try await !ada.get("/data/export.json").text.contains("Habit 0"))
    let taken = try await ada.upload(table(2), to: "shell.import")
    #expect(taken.status == 303, "\(taken.text)")
    #expect(try await ada.get("/data/export.json").text.contains("Habit 1"))
  }

  @Test func `what erases gets into a full space from a page as well`() async throws {
    let world = try await ServerWorld.open { $0.quota.facts = 3 }
    let ada = try await ServerBrowser.signUp(world)
    let habit = try await ada.addHabit("A")
    for title in ["B", "C", "D"] {
      _ = try await ada.act("tracking.create-habit", [("title", title)])
    }
    let archived = [("habit", habit), ("archived", "true")]
    #expect(try await ada.act("tracking.archive-habit", archived).status == 507)
    let note = [("habit", habit), ("day", "2026-01-01"), ("note", "<full>")]
    #expect(try await ada.act("tracking.check", note + [("mark", "done")]).status == 507)
    let deleted = try await ada.act("tracking.delete-habit", [("habit", habit)])
    #expect(deleted.status == 303, "\(deleted.text)")
    #expect(try await ada.get("/habits/\(habit)").status == 404)
    let device = try await world.signInDevice()
    let order = #"{"habit":"\#(habit)","confirmed":true}"#
    let gone = try await world.ask(.post, "/api/v1/tracking/delete-habit", order, token: device)
    #expect(gone.code == "unknown-habit", "\(gone.text)")
  }

  @Test func `a program sends commands with a token, and no browser does`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let device = try await world.signInDevice()
    let order = #"{"displayName":"By a program"}"#
    let refused = try await world.ask(
      .post,
      "/api/v1/profile/set-display-name",
      order,
      fields: [.cookie: ada.cookie]
    )
    #expect(refused.code == "token-needed")
    let taken = try await world.ask(.post, "/api/v1/profile/set-display-name", order, token: device)
    #expect(taken.status == 200, "\(taken.text)")
    #expect(try await ada.get("/settings").text.contains("By a program"))
    let description = try await world.ask(.get, "/api/v1/openapi.json", token: device)
    #expect(description.text.contains("Streaks on a server"))
  }

  @Test func `an export is brought along, and what no device could send is not taken`() async throws
  {
    // Ahead of the machine's own clock, by which its today has not come yet.
    let ahead = SystemClock().now().advanced(bySeconds: 10 * 86_400)
    let world = try await ServerWorld.open(clock: ManualClock(ahead))
    let ada = try await ServerBrowser.signUp(world)
    let habit = try await ada.addHabit("Brought along")
    let check = [("habit", habit), ("mark", "done")]
    #expect(try await ada.act("tracking.check", check).status == 303)
    let export = try await ada.get("/data/export.json").text
    let bob = try await ServerBrowser.signUp(world, "bob@example.org")
    let taken = try await bob.upload(export, to: "shell.import")
    #expect(taken.status == 303, "\(taken.text)")
    #expect(try await bob.get("/today").text.contains("Brought along"))
    #expect(try await bob.get("/data/backup.db").status == 404)
  }
}
