import Accounts
import Core
import EngineDriving
import HTTPTypes
import Testing

@testable import trellis_server

/// The forms that ask for a password, when they are refused.
@Suite struct SignInFormTests {
  @Test func `a form that is refused keeps what was typed, and names its field`() async throws {
    let world = try await ServerWorld.open()
    let typed = [("email", "ada@"), ("new", "correct horse battery")]
    let refused = try await world.submit("/sign-up", typed)
    #expect(refused.status == 422)
    let email = try #require(refused.text.firstMatch(of: #/<input type="email"[^>]*>/#)).0
    #expect(email.contains("value=\"ada@\"") && email.contains("aria-invalid=\"true\""))
    #expect(email.contains("aria-describedby=\"refused\"") && email.contains("autofocus"))
    #expect(refused.text.contains("id=\"refused\""))
    #expect(refused.text.ranges(of: "Nothing was changed").count == 1, "\(refused.text)")
    #expect(!refused.text.contains("correct horse"))
    _ = try await world.signUp()
    let wrong = [("email", "ada@example.org"), ("password", "wrong password")]
    let page = try await world.submit("/sign-in/password", wrong)
    #expect(page.status == 401)
    let password = try #require(page.text.firstMatch(of: #/<input type="password"[^>]*>/#)).0
    #expect(password.contains("aria-invalid=\"true\"") && !password.contains("wrong password"))
    // Changed here, it would be sent with a password before anybody looks whose it is.
    let settled = try #require(page.text.firstMatch(of: #/<input type="email"[^>]*>/#)).0
    #expect(settled.contains("value=\"ada@example.org\"") && settled.contains("readonly"))
    #expect(page.text.contains("<a href=\"/sign-in?next=%2F\""), "\(page.text)")
    #expect(page.text.ranges(of: "do not match").count == 1, "\(page.text)")
    let ada = try await ServerBrowser.signIn(world)
    for path in ["/account/data", "/account/erase"] {
      let page = try await ada.submit(path, [("password", "wrong password")])
      #expect(page.status == 401, "\(path)")
      #expect(page.text.ranges(of: "do not match").count == 1, "\(path): \(page.text)")
    }
  }

  @Test func `who has to wait finds the form for signing in again, and why`() async throws {
    let world = try await ServerWorld.open {
      $0.accounts.attempts.account.burst = 1
      $0.accounts.attempts.questions.burst = 1
    }
    _ = try await world.signUp()
    let email = [("email", "ada@example.org")]
    let forms = [
      ("/sign-in?next=%2Fweek", email),
      ("/sign-in/password?next=%2Fweek", email + [("password", "wrong password")]),
    ]
    for (path, typed) in forms {
      _ = try await world.submit(path, typed)
      let page = try await world.submit(path, typed)
      #expect(page.status == 429 && page.headers[.retryAfter] != nil, "\(path)")
      #expect(page.text.contains("action=\"\(path)\""), "\(page.text)")
      #expect(page.text.contains("value=\"ada@example.org\""), "\(page.text)")
      #expect(page.text.ranges(of: "too many attempts").count == 1, "\(page.text)")
    }
    let unclear = try await world.submit("/sign-in", [("email", "ada@")])
    #expect(unclear.status == 422)
    #expect(unclear.text.contains("value=\"ada@\""), "\(unclear.text)")
    #expect(unclear.text.contains("aria-invalid=\"true\""), "\(unclear.text)")
  }
}
