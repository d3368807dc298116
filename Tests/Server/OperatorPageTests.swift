import Accounts
import Foundation
import HTTPTypes
import Locks
import Logging
import Testing

@testable import HTTPServing
@testable import trellis_server

/// The page of whoever looks after the server.
@Suite struct OperatorPageTests {
  private struct Stage {
    let world: ServerWorld
    let admin: ServerBrowser
    let ada: ServerBrowser
    let path: String
  }

  private func open() async throws -> Stage {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    try await ada.addHabit("Zinnia 4711")
    let admin = try await ServerBrowser.signUp(world, "admin@example.org")
    _ = try await world.stores.accounts.makeAdministrator("admin@example.org")
    let all = try await world.stores.accounts.accounts(by: .operator)
    let account = try #require(all.first { $0.email == "ada@example.org" })
    return Stage(world: world, admin: admin, ada: ada, path: "/operator/accounts/\(account.id)")
  }

  @Test func `an administrator finds accounts, and nothing that anybody keeps`() async throws {
    let stage = try await open()
    let found = try await stage.admin.get("/operator?q=ADA@")
    #expect(found.text.contains("ada@example.org</a>"))
    #expect(!found.text.contains("admin@example.org</a>"))
    let one = try await stage.admin.get(stage.path)
    #expect(one.status == 200)
    for page in [found, one, try await stage.admin.get("/operator")] {
      #expect(!page.text.contains("Zinnia 4711"))
    }
    #expect(try await stage.ada.get("/operator").status == 403)
  }

  @Test func `a long list of accounts hides nothing else, and a search leads to it`() async throws {
    let stage = try await open()
    let page = try await stage.admin.get("/operator?q=ada").text
    let headings = page.matches(of: #/<h2>([^<]*)<\/h2>/#).map { String($0.1) }
    #expect(headings.first == "Health" && headings.last == "Accounts", "\(headings)")
    #expect(page.contains("action=\"/operator#accounts\" id=\"accounts\""))
  }

  @Test func `what is unlike everyday use says whose account it is about`() async throws {
    let stage = try await open()
    let accounts = stage.world.stores.accounts
    let all = try await accounts.accounts(by: .operator)
    let account = try #require(all.first { $0.email == "ada@example.org" })
    for _ in 0..<2 { try await accounts.flag(account.id, "backfill") }
    let page = try await stage.admin.get("/operator").text
    let link = "<a href=\"\(stage.path)\">ada@example.org</a>"
    #expect(page.contains("\(link)<p class=\"small muted\">Many days marked late at once</p>"))
    #expect(page.contains(", 2 times</span>"), "\(page)")
    #expect(try await stage.admin.get(stage.path).text.contains("late at once, 2 times</p>"))
  }

  @Test func `a suspended person is out at once, and comes in again after its end`() async throws {
    let stage = try await open()
    let form = [("reason", "Too loud.")]
    let done = try await stage.admin.submit("\(stage.path)/suspend", form)
    #expect(done.status == 303, "\(done.text)")
    #expect(try await stage.ada.get("/today").status == 401)
    #expect(try await stage.admin.get(stage.path).text.contains("Too loud."))
    _ = try await stage.admin.submit("\(stage.path)/reinstate", [])
    let again = try await ServerBrowser.signIn(stage.world)
    #expect(try await again.get("/today").text.contains("Zinnia 4711"))
  }

  @Test func `a suspension without a reason leaves no gap in what its person reads`() async throws {
    let stage = try await open()
    let done = try await stage.admin.submit("\(stage.path)/suspend", [("reason", " ")])
    #expect(done.status == 303, "\(done.text)")
    #expect(try await stage.admin.get(stage.path).text.contains("No reason was given."))
    let refused = try await stage.world.submit(
      "/sign-in/password",
      [("email", "ada@example.org"), ("password", "correct horse battery")]
    )
    #expect(refused.status == 403)
    #expect(refused.text.contains("suspended: No reason was given. Nothing"), "\(refused.text)")
    #expect(refused.text.contains("action=\"/sign-in/password"), "the form is there, too")
  }

  @Test func `streams end with sessions that the operator's commands have ended`() async throws {
    let stage = try await open()
    let (accounts, streams) = (stage.world.stores.accounts, stage.world.services.streams)
    let ended = Locked<[String]>([])
    for email in ["ada@example.org", "admin@example.org"] {
      let caller = try await accounts.authenticate(try await stage.world.signInDevice(email))
      let listener = SyncStreams.Listener(
        account: caller.account.id,
        session: caller.session.id
      )
      _ = streams.add(listener) { ended.withLock { $0.append(email) } }
    }
    let guardian = StreamGuard(accounts: accounts, streams: streams, logger: Logger(label: "test"))
    try await guardian.look()
    #expect(ended.withLock { $0 }.isEmpty)
    // As `trellis-server suspend` does, in a process of its own.
    try await accounts.suspend("ada@example.org", reason: "Too loud.", by: .operator)
    try await guardian.look()
    #expect(ended.withLock { $0 } == ["ada@example.org"])
    #expect(streams.count == 1)
  }

  @Test func `a link for a new password needs the administrator's own`() async throws {
    let stage = try await open()
    let path = "\(stage.path)/reset-link"
    let wrong = try await stage.admin.submit(path, [("password", "not the one")])
    #expect(wrong.status == 401)
    #expect(!wrong.text.contains("/reset?token="))
    let right = try await stage.admin.submit(path, [("password", "correct horse battery")])
    #expect(right.text.contains("/reset?token="), "\(right.text)")
  }

  @Test func `a link for a sealed account says that the recovery phrase is needed`() async throws {
    let stage = try await open()
    _ = try await stage.world.signUpSealed()
    let all = try await stage.world.stores.accounts.accounts(by: .operator)
    let account = try #require(all.first { $0.email == "sealed@example.org" })
    let path = "/operator/accounts/\(account.id)"
    #expect(try await stage.admin.get(path).text.contains("recovery phrase"))
    let made = try await stage.admin.submit(
      "\(path)/reset-link",
      [("password", "correct horse battery")]
    )
    #expect(made.text.contains("/reset?token="), "\(made.text)")
    #expect(made.text.contains("recovery phrase"))
  }

  @Test func `the pages below the account lead back to it, and it leads to the settings`()
    async throws
  {
    let stage = try await open()
    let back = "<p class=\"way-back\"><a href=\"/account\">"
    for path in ["/account/data", "/account/notices", "/link", "/operator"] {
      #expect(try await stage.admin.get(path).text.contains(back), "\(path)")
    }
    #expect(
      try await stage.admin.get("/account").text.contains("way-back\"><a href=\"/settings\">")
    )
  }
}
