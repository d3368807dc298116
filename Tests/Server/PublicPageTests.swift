import Accounts
import Core
import EngineDriving
import Foundation
import Friends
import HTTPTypes
import PostgreSQL
import PostgreSQLJournal
import Runtime
import SQLite
import SocialContract
import StreaksContract
import Testing
import TrackingContract

@testable import HTTPServing
@testable import trellis_server

/// Public pages of milestones: who makes them, what anyone sees, and how they end.
@Suite struct PublicPageTests {
  private static let base = "/api/v1/friends/pages"
  private static let password = #"{"password":"correct horse battery"}"#

  @Test func `whoever has the address sees the milestone, and nothing else of the person`()
    async throws
  {
    let (world, ada) = try await Owner.open()
    let page = try await ada.publish(#","name":"Ada <b>""#)
    #expect(page["address"] as? String == "https://\(ServerWorld.host)\(try ada.path(page))")
    #expect(page["addedLater"] as? Int == 7)
    let shown = try await world.ask(.get, try ada.path(page))
    #expect(shown.status == 200, "\(shown.text)")
    #expect(shown.text.contains("<title>Ada &lt;b&gt;: 7 days in a row"), "\(shown.text)")
    #expect(shown.text.contains("<h1>Ada &lt;b&gt;</h1>"), "\(shown.text)")
    #expect(shown.text.contains("All of its 7 days were added or sent later."))
    #expect(shown.text.contains(#"<meta name="robots" content="noindex,nofollow">"#))
    #expect(shown.headers[.robots] == "noindex, nofollow")
    #expect(shown.headers[.cacheControl] == "no-store")
    #expect(shown.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
    #expect(shown.headers[.setCookie] == nil)
    #expect(!shown.text.contains("<script"))
    let picture = try await world.ask(.get, "\(try ada.path(page))/card.svg?look=dark")
    #expect(picture.status == 200)
    #expect(picture.headers[.contentType] == "image/svg+xml; charset=utf-8")
    #expect(picture.headers[.robots] == "noindex, nofollow")
    #expect(picture.text.contains("7 of 7 added or sent later"))
    for secret in ["Running", "Secret", "example.org\"", "ada@", ada.habit, "\(ada.account)"] {
      #expect(!shown.text.contains(secret), "\(secret)")
      #expect(!picture.text.contains(secret), "\(secret)")
    }
    // Whoever is signed in is shown the same.
    let bob = try await world.signUp("bob@example.org")
    #expect(try await world.ask(.get, try ada.path(page), token: bob).text == shown.text)
  }

  @Test func `the habit is named where its owner says so`() async throws {
    let (world, ada) = try await Owner.open()
    let page = try await ada.publish(#","showsTitle":true"#)
    #expect(page["title"] as? String == "Running")
    let path = try ada.path(page)
    #expect(try await world.ask(.get, path).text.contains("Running"))
    #expect(try await world.ask(.get, "\(path)/card.svg").text.contains("Running"))
  }

  @Test func `a page is taken down at once, by its owner alone`() async throws {
    let (world, ada) = try await Owner.open()
    let page = try await ada.publish()
    let id = try #require(page["id"] as? String)
    let bob = try await world.signUp("bob@example.org")
    let foreign = try await world.ask(.delete, "\(PublicPageTests.base)/\(id)", token: bob)
    #expect(foreign.status == 404)
    #expect(foreign.code == "unknown-page")
    #expect(try await world.ask(.get, try ada.path(page)).status == 200)
    let own = try await world.ask(.delete, "\(PublicPageTests.base)/\(id)", token: ada.token)
    #expect(own.status == 204)
    let gone = try await world.ask(.get, try ada.path(page))
    let wrong = try await world.ask(.get, "/m/00000000000000000000000000000001")
    let unreadable = try await world.ask(.get, "/m/x")
    #expect(gone.status == 404)
    #expect(gone.headers[.robots] == "noindex, nofollow")
    for other in [wrong, unreadable] {
      #expect(other.status == gone.status)
      #expect(other.text == gone.text)
      #expect(other.headers == gone.headers)
    }
    #expect(try await world.ask(.get, "\(try ada.path(page))/card.svg").status == 404)
    #expect(try await ada.list().isEmpty)
  }

  @Test func `no page is made of what was not reached, nor from another's journal`() async throws {
    let (world, ada) = try await Owner.open()
    let claim = #"{"habit":"\#(ada.habit)","level":30}"#
    let early = try await world.ask(.post, PublicPageTests.base, claim, token: ada.token)
    #expect(early.status == 409)
    #expect(early.code == "milestone-not-reached")
    let bob = try await world.signUp("bob@example.org")
    let foreign = #"{"habit":"\#(ada.habit)","level":7}"#
    let refused = try await world.ask(.post, PublicPageTests.base, foreign, token: bob)
    #expect((400..<500).contains(refused.status), "\(refused.text)")
    let sealed = try await world.signUpSealed()
    let unread = try await world.ask(.post, PublicPageTests.base, foreign, token: sealed)
    #expect(unread.status == 409)
    #expect(unread.code == "sealed-account")
    #expect(try await ada.list().isEmpty)
  }

  @Test func `a journal that was changed makes no page`() async throws {
    let (world, ada) = try await Owner.open()
    try world.moveClock(ofEntry: 3)
    let wish = #"{"habit":"\#(ada.habit)","level":7}"#
    let answer = try await world.ask(.post, PublicPageTests.base, wish, token: ada.token)
    #expect(answer.status == 409, "\(answer.text)")
    #expect(answer.code == "history-changed")
    // A member has neither a terminal of the server nor its backups.
    let browser = try await ServerBrowser.signIn(world)
    for path in ["/badges", "/api/v1/badges"] {
      let refusal = try await browser.get(path)
      #expect(refusal.status == 409, "\(path)")
      #expect(refusal.text.contains("tell whoever runs this server"), "\(refusal.text)")
      #expect(!refusal.text.contains("trellis restore"))
    }
  }

  @Test func `a page shows nothing while its owner is barred, and goes with the account`()
    async throws
  {
    let (world, ada) = try await Owner.open()
    let path = try ada.path(try await ada.publish())
    let email = "ada@example.org"
    try await world.services.suspend(email, reason: "A test.", by: .operator)
    #expect(try await world.ask(.get, path).status == 404)
    _ = try await world.stores.accounts.reinstate(email, by: .operator)
    #expect(try await world.ask(.get, path).status == 200)
    let data = try await world.ask(
      .post,
      "/api/v1/account/data",
      PublicPageTests.password,
      token: try await world.signInDevice()
    )
    let friends = try #require(data.document["friends"] as? [String: Any])
    #expect((friends["publicPages"] as? [[String: Any]])?.count == 1)
    let token = try await world.signInDevice()
    let erased = try await world.ask(
      .delete,
      "/api/v1/account",
      PublicPageTests.password,
      token: token
    )
    #expect(erased.status == 204, "\(erased.text)")
    #expect(try await world.ask(.get, path).status == 404)
    #expect(try await world.stores.friends.publicPages(of: ada.account).isEmpty)
  }

  @Test func `a page that a backup brought back is erased again`() async throws {
    let (world, ada) = try await Owner.open()
    let path = try ada.path(try await ada.publish())
    _ = try await world.stores.accounts.eraseAccount("ada@example.org", by: .operator)
    // Before the store is looked through, too.
    #expect(try await world.ask(.get, path).status == 404)
    #expect(try await world.stores.friends.publicPages(of: ada.account).count == 1)
    try await world.services.applyErasures()
    #expect(try await world.stores.friends.publicPages(of: ada.account).isEmpty)
  }

  @Test func `what is written while the account is erased goes with it`() async throws {
    let world = try await ServerWorld.open()
    let (accounts, friends) = (world.stores.accounts, world.stores.friends)
    let ada = try await accounts.authenticate(try await world.signUp()).account.id
    let bob = try await accounts.authenticate(try await world.signUp("bob@example.org")).account.id
    try await friends.setName("Bob", of: bob)
    let code = try await friends.invite(by: bob).code
    // The requests have proven their sender before.
    _ = try await accounts.eraseAccount("ada@example.org", by: .operator)
    await #expect(throws: AccountsError.signedOut) {
      try await world.services.friends.setName("Ada", of: ada)
    }
    await #expect(throws: AccountsError.signedOut) {
      try await world.services.friends.accept("\(code)", as: "Ada", by: ada)
    }
    #expect(try await friends.accounts() == [bob])
    #expect(try await friends.friends(of: bob).isEmpty)
  }

  @Test func `a page is made and taken down by forms, without a name among friends`() async throws {
    let (world, ada) = try await Owner.open()
    let browser = try await ServerBrowser.signIn(world)
    let sheet = try await browser.get("/feed/share").text
    #expect(sheet.contains("friends.publish"))
    #expect(sheet.contains("Choose a name"))
    let milestone = ShareSubject.milestone(try #require(HabitID(ada.habit)), level: 7)
    let made = try await browser.act(
      "friends.publish",
      [("milestone", "\(milestone)"), ("name", "Ada")]
    )
    #expect(made.status == 303, "\(made.text)")
    let page = try #require(try await ada.list().first)
    let list = try await browser.get("/feed/share").text
    #expect(list.contains(try ada.path(page)))
    let id = try #require(page["id"] as? String)
    #expect(try await browser.act("friends.take-down", [("page", id)]).status == 303)
    #expect(try await world.ask(.get, try ada.path(page)).status == 404)
  }

  @Test func `whoever looks for pages is slowed down like everybody`() async throws {
    let world = try await ServerWorld.open(
      clock: ManualClock(Instant(seconds: 1_795_176_000))
    ) { $0.callsPerMinute = 3 }
    var statuses: [Int] = []
    for _ in 0..<5 {
      statuses.append(try await world.ask(.get, "/m/00000000000000000000000000000001").status)
    }
    #expect(statuses == [404, 404, 404, 429, 429])
  }
}

/// Ada, who has run on seven days.
private struct Owner {
  let world: ServerWorld
  let token: String
  let account: AccountID
  let habit: String

  static func open() async throws -> (ServerWorld, Owner) {
    let world = try await ServerWorld.open()
    let token = try await world.signUp("ada@example.org")
    let overview = try await world.ask(.get, "/api/v1/account", token: token)
    let account = try #require(
      (overview.document["id"] as? String).flatMap { AccountID($0) }
    )
    let product = try #require(world.stores.products.all.first)
    let space = try await world.stores.accounts.space(of: account, product: product.name)
    let client = product.runtime.client(for: .account(account), in: space.id)
    let today = Day(at: world.stores.clock.now(), minutesEast: 0)
    let days = (0..<7).map {
      ImportedEntry(day: today.advanced(by: -$0), entry: Entry(mark: .done))
    }
    let habits = ["Running", "Secret"].map {
      ImportedHabit(key: $0, details: HabitDetails(title: $0), entries: days)
    }
    let history = ImportedHistory(source: "harsh", habits: habits)
    let ids = try await client.send(ImportHistory(history: history)).reply.ids
    let habit = try #require(ids.first)
    return (world, Owner(world: world, token: token, account: account, habit: "\(habit)"))
  }

  func publish(_ more: String = "") async throws -> [String: Any] {
    let wish = #"{"habit":"\#(habit)","level":7\#(more)}"#
    let answer = try await world.ask(.post, "/api/v1/friends/pages", wish, token: token)
    #expect(answer.status == 201, "\(answer.text)")
    #expect(
      try await world.ask(.post, "/api/v1/friends/pages", wish, token: token).status == 200
    )
    return answer.document
  }

  func list() async throws -> [[String: Any]] {
    let answer = try await world.ask(.get, "/api/v1/friends/pages", token: token)
    return answer.document["items"] as? [[String: Any]] ?? []
  }

  /// The path of a page's address.
  func path(_ page: [String: Any]) throws -> String {
    let address = try #require(page["address"] as? String)
    return String(address.dropFirst("https://\(ServerWorld.host)".count))
  }
}

extension ServerWorld {
  /// Changes an entry of all spaces behind the server's back.
  fileprivate func moveClock(ofEntry number: Int) throws {
    guard let settings = configuration.database else {
      let file = "\(configuration.dataFolder)/spaces-streaks.db"
      return try Database(path: file, mode: .readWriteCreate)
        .execute("UPDATE facts SET reading = reading + 1 WHERE seq = \(number)")
    }
    let session = try Connection(settings.connection, program: "test", timeout: 30_000)
    try session.execute("SELECT set_config('search_path', current_schema() || '_streaks', false)")
    try session.execute("UPDATE facts SET clock = clock + 1 WHERE seq = \(number)")
  }
}
