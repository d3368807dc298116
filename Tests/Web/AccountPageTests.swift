import Core
import HTTPTypes
import Locks
import Presentation
import Testing

@testable import HTTPServing
@testable import Web

/// The page of the account, over one that a test moves.
struct AccountPageTests {
  private final class ScriptedAccount: AccountLink {
    private struct Seen {
      var state: AccountLinkState
      var calls: [String] = []
    }

    private let seen: Locked<Seen>

    init(_ state: AccountLinkState) { seen = Locked(Seen(state: state)) }

    var calls: [String] { seen.withLock { $0.calls } }

    func state(at _: Instant, in _: LocalCalendar) async throws -> AccountLinkState {
      seen.withLock { $0.state }
    }

    func begin(at server: String) async throws {
      guard server != "nowhere.example" else {
        throw DomainError("server-unreachable", "nowhere.example cannot be reached.")
      }
      note("begin \(server)")
    }

    func join() async throws -> String {
      note("join")
      return "This computer is linked."
    }

    func cancel() async { note("cancel") }

    func leave() async throws -> String {
      note("leave")
      return "This computer is unlinked."
    }

    private func note(_ call: String) { seen.withLock { $0.calls.append(call) } }
  }

  private static let code = AccountLinkCode(
    code: "WDJB-MJHT",
    page: "https://habits.example/link",
    expiresAt: Instant(seconds: 1_800_000_000)
  )

  private func world(_ account: ScriptedAccount?) async throws -> World {
    try await World.open { $0.account = account }
  }

  private func page(_ state: AccountLinkState) async throws -> String {
    try await world(ScriptedAccount(state)).ask(.get, AccountPage.path).body
  }

  @Test func `H-21: a home without an account says that none is needed, and asks for no password`()
    async throws
  {
    let text = try await page(.unlinked(lastServer: "habits.example", note: "The code is over."))
    #expect(text.contains("You need none"))
    #expect(text.contains("The code is over."))
    #expect(text.contains(#"value="habits.example""#))
    #expect(!text.contains(#"type="password""#))
    #expect(text.contains(Product.offInSealedAccounts))
  }

  @Test func `the code is shown with the page that takes it, and the page looks again by itself`()
    async throws
  {
    let text = try await page(.waiting(Self.code))
    #expect(text.contains("WDJB-MJHT"))
    #expect(text.contains(#"href="https://habits.example/link?code=WDJB-MJHT""#))
    #expect(text.contains("data-refresh="))
  }

  @Test func `how the sync stands is shown, with a way to sign in again once it is signed out`()
    async throws
  {
    for isSignedIn in [true, false] {
      let text = try await page(
        .linked(
          .init(
            sentences: ["Everything is in sync, last at 09:12."],
            server: "https://habits.example",
            isSignedIn: isSignedIn,
            isBusy: false
          )
        )
      )
      #expect(text.contains("Everything is in sync, last at 09:12."))
      #expect(text.contains("Sign in again") == !isSignedIn)
      #expect(!text.contains("data-refresh="))
    }
  }

  @Test func `each button does what it says`() async throws {
    let account = ScriptedAccount(.asking(question: "Two histories?"))
    let world = try await world(account)
    let text = try await world.ask(.get, AccountPage.path).body
    #expect(text.contains("Two histories?"))
    let forms = [
      (AccountActions.begin, [("server", "habits.example")]), (AccountActions.join, []),
      (AccountActions.cancel, []), (AccountActions.leave, []),
    ]
    for (action, values) in forms {
      let answer = try await world.submit(action, values, back: AccountPage.path)
      #expect(answer.status == 303)
      #expect(answer[.location] == AccountPage.path)
    }
    #expect(account.calls == ["begin habits.example", "join", "cancel", "leave"])
  }

  @Test func `a server that cannot be asked is told on the page, and nothing begins`() async throws
  {
    let account = ScriptedAccount(.unlinked(lastServer: nil, note: nil))
    let world = try await world(account)
    let answer = try await world.submit(
      AccountActions.begin,
      [("server", "nowhere.example")],
      back: AccountPage.path,
      fields: [.fragment: "1"]
    )
    #expect(answer.body.contains("nowhere.example cannot be reached."))
    #expect(account.calls.isEmpty)
  }

  @Test func `only where there can be an account do the settings lead to it`() async throws {
    let account = ScriptedAccount(.unlinked(lastServer: nil, note: nil))
    let link = #"href="\#(AccountPage.path)""#
    #expect(try await world(account).ask(.get, "/settings").body.contains(link))
    let without = try await world(nil)
    #expect(!(try await without.ask(.get, "/settings").body.contains(link)))
    #expect(try await without.ask(.get, AccountPage.path).status == 404)
  }
}
