import Accounts
import HTTPTypes
import Testing

@testable import trellis_server

/// The two forms with which an account is made.
@Suite struct SignUpFormTests {
  /// The markup of the field for the address.
  private func email(_ page: ServerAnswer) throws -> Substring {
    try #require(page.text.firstMatch(of: #/<input type="email"[^>]*>/#), "\(page.text)").0
  }

  @Test func `the address comes first, and a sealed account is asked for no password`()
    async throws
  {
    let world = try await ServerWorld.open()
    _ = try await world.signUpSealed()
    let empty = try await world.ask(.get, "/sign-up")
    #expect(empty.status == 200 && !empty.text.contains("type=\"password\""))
    // A form of an earlier version, which was open already, is taken no further either.
    let typed = [("email", "Sealed@example.org"), ("new", "correct horse battery")]
    let sealed = try await world.submit("/sign-up", typed)
    #expect(sealed.status == 409)
    #expect(!sealed.text.contains("type=\"password\"") && sealed.cookie == nil)
    #expect(sealed.text.contains("trellis sync login https://\(ServerWorld.host)"))
    #expect(sealed.text.contains("There is an account with this address already. It is sealed"))
    // The address of an account that the server can read is answered like a new one.
    _ = try await world.signUp()
    for address in ["ada@example.org", "bob@example.org"] {
      let page = try await world.submit("/sign-up", [("email", address)])
      #expect(page.status == 200)
      #expect(page.text.contains("type=\"password\"") && page.text.contains("Choose a password"))
      let settled = try email(page)
      #expect(settled.contains("value=\"\(address)\"") && settled.contains("readonly"))
      #expect(page.text.contains("action=\"/sign-up/password\""))
      #expect(page.text.contains("<a href=\"/sign-up\">Begin again</a>"))
    }
  }

  @Test func `an address that only looks sealed can sign up`() async throws {
    let world = try await ServerWorld.open()
    var drawn: String?
    for number in 0..<50 where drawn == nil {
      let address = "new\(number)@example.org"
      let given = try await world.stores.accounts.signInParameters(of: address, address: "a")
      if given != nil { drawn = address }
    }
    let address = try #require(drawn)
    let page = try await world.submit("/sign-up", [("email", address)])
    #expect(page.status == 200 && page.text.contains("type=\"password\""))
    _ = try await ServerBrowser.signUp(world, address)
  }

  @Test func `programs ask the same before a password`() async throws {
    let world = try await ServerWorld.open()
    _ = try await world.signUpSealed()
    func check(_ email: String) async throws -> ServerAnswer {
      try await world.ask(.post, "/api/v1/accounts/check", #"{"email":"\#(email)"}"#)
    }
    let sealed = try await check("sealed@example.org")
    #expect(sealed.status == 409 && sealed.code == "sealed-account", "\(sealed.text)")
    #expect(try await check("ada@example.org").status == 204)
    #expect(try await check("ada").code == "bad-email")
  }

  @Test func `an invitation is looked at first, and goes along`() async throws {
    let world = try await ServerWorld.open { $0.accounts.signUp = .invitation }
    let code = try await world.stores.accounts.invite(by: .operator).code
    let ada = [("email", "ada@example.org")]
    let wrongs: [[(String, String)]] = [
      [], [("invitation", "")], [("invitation", "K3T9A")],
    ]
    for wrong in wrongs {
      let page = try await world.submit("/sign-up", ada + wrong)
      #expect(page.status == 403 && !page.text.contains("type=\"password\""))
      let field = try #require(page.text.firstMatch(of: #/<input[^>]*name="invitation"[^>]*>/#)).0
      #expect(field.contains("aria-invalid=\"true\""), "\(page.text)")
      #expect(try email(page).contains("value=\"ada@example.org\""))
    }
    let invited = ada + [("invitation", code)]
    let page = try await world.submit("/sign-up", invited)
    let hidden = "<input type=\"hidden\" name=\"invitation\" value=\"\(code)\">"
    #expect(page.status == 200 && page.text.contains(hidden), "\(page.text)")
    #expect(page.text.contains("<a href=\"/sign-up?invitation=\(code)\">Begin again</a>"))
    let weak = try await world.submit("/sign-up/password", invited + [("new", "trellis")])
    #expect(weak.status == 422 && weak.text.contains(hidden), "\(weak.text)")
    let password = try #require(weak.text.firstMatch(of: #/<input type="password"[^>]*>/#)).0
    #expect(password.contains("aria-invalid=\"true\""))
    let new = [("new", "correct horse battery")]
    #expect(try await world.submit("/sign-up/password", invited + new).status == 303)
    // Used up between the two forms, it leads back to the one that has its field.
    let late = [("email", "bob@example.org"), ("invitation", code)] + new
    let again = try await world.submit("/sign-up/password", late)
    #expect(again.status == 403 && again.text.contains("action=\"/sign-up\""), "\(again.text)")
    #expect(again.text.contains("This invitation cannot be used"))
    #expect(try email(again).contains("value=\"bob@example.org\""))
  }
}
