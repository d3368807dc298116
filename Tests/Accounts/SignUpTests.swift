import Core
import StoreTesting
import Testing

@testable import Accounts
@testable import ServerStorage

@Suite struct SignUpTests {
  @Test func `who signs up is signed in, and can sign in again`() async throws {
    try await withBench { bench in
      let first = try await bench.signUp(" Ann@Example.ORG ")
      #expect(first.account.email == "Ann@example.org")
      #expect(first.account.role == .member)
      #expect(first.token.utf8.count == 64)
      #expect(try await bench.store.authenticate(first.token).account == first.account)
      let second = try await bench.signIn("ann@example.org")
      #expect(second.account == first.account)
      #expect(second.session.id != first.session.id)
      #expect(bench.events.map(\.kind) == [.accountMade, .signedIn, .signedIn])
    }
  }

  @Test func `a closed server takes nobody, with an invitation neither`() async throws {
    try await withBench({ $0.signUp = .closed }) { bench in
      let code = try await bench.store.invite(by: .operator).code
      #expect(await refusal { try await bench.signUp(invitation: code) } == .signUpClosed)
      #expect(await refusal { try await bench.signIn() } == .badCredentials)
    }
  }

  @Test func `an invitation is good once, for a week`() async throws {
    try await withBench({ $0.signUp = .invitation }) { bench in
      #expect(await refusal { try await bench.signUp() } == .invitationNeeded)
      #expect(await refusal { try await bench.signUp(invitation: "no code") } == .badInvitation)
      let first = try await bench.store.invite(by: .operator)
      #expect(first.code.count == 30)
      let typed = first.code.lowercased().replacing("-", with: " ").replacing("0", with: "o")
      try await bench.signUp(invitation: typed)
      #expect(
        await refusal { try await bench.signUp("bob@example.org", invitation: first.code) }
          == .badInvitation
      )
      let second = try await bench.store.invite(by: .operator)
      bench.pass(seconds: 7 * 86_400)
      #expect(
        await refusal { try await bench.signUp("bob@example.org", invitation: second.code) }
          == .badInvitation
      )
      let third = try await bench.store.invite(by: .operator)
      #expect(try await bench.store.revokeInvitation(third.invitation.id, by: .operator))
      #expect(try await bench.store.revokeInvitation(third.invitation.id, by: .operator) == false)
      #expect(
        await refusal { try await bench.signUp("bob@example.org", invitation: third.code) }
          == .badInvitation
      )
      let states = try await bench.store.invitations(by: .operator).map(\.state)
      #expect(Set(states) == [.used, .expired, .revoked])
      #expect(states.first == .revoked)
    }
  }

  @Test func `an invitation that two use at once admits one`() async throws {
    try await withBench({ $0.signUp = .invitation }) { bench in
      for round in 0..<10 {
        let code = try await bench.store.invite(by: .operator).code
        async let one = refusal {
          try await bench.signUp("a\(round)@example.org", invitation: code, from: "a\(round)")
        }
        async let two = refusal {
          try await bench.signUp("b\(round)@example.org", invitation: code, from: "b\(round)")
        }
        let results = await [one, two]
        #expect(results.contains(nil))
        #expect(results.contains(.badInvitation))
      }
      #expect(try await bench.store.accounts(by: .operator).count == 10)
    }
  }

  @Test func `two who sign up at once with one address make one account`() async throws {
    try await withBench { bench in
      for round in 0..<10 {
        let email = "a\(round)@example.org"
        async let one = bench.signUp(email, from: "a\(round)")
        async let two = bench.signUp(email.uppercased(), from: "b\(round)")
        let results = try await [one, two]
        #expect(results[0].account == results[1].account)
        #expect(results[0].session.id != results[1].session.id)
      }
      #expect(try await bench.store.accounts(by: .operator).count == 10)
      let made = bench.events.filter { $0.kind == .accountMade }
      #expect(made.count == 10)
    }
  }

  @Test func `of two who sign up at once with different passwords one gets in`() async throws {
    try await withBench { bench in
      async let one = refusal { try await bench.signUp(from: "a") }
      async let two = refusal {
        try await bench.signUp("ann@example.org", "another long password", from: "b")
      }
      let results = await [one, two]
      #expect(results.contains(nil))
      #expect(results.contains(.badCredentials))
    }
  }

  @Test func `an address in use answers as a wrong password does, and signs in with the right one`()
    async throws
  {
    try await withBench({ $0.signUp = .invitation }) { bench in
      let code = try await bench.store.invite(by: .operator).code
      let ann = try await bench.signUp(invitation: code)
      let other = try await bench.store.invite(by: .operator).code
      let wrong = await refusal {
        try await bench.signUp("ann@example.org", "some other password", invitation: other)
      }
      #expect(wrong == .badCredentials)
      #expect(wrong == (await refusal { try await bench.signIn("ann@example.org", "wrong") }))
      let again = try await bench.signUp(invitation: other)
      #expect(again.account == ann.account)
      // It is not used up.
      try await bench.signUp("bob@example.org", invitation: other)
    }
  }

  @Test func `an address is looked at before a password, and a sealed account gets none`()
    async throws
  {
    try await withBench({ $0.signUp = .invitation }) { bench in
      func check(_ email: String, _ code: String?) async -> AccountsError? {
        await refusal {
          try await bench.store.checkSignUp(of: email, invitation: code, address: "a")
        }
      }
      let first = try await bench.store.invite(by: .operator).code
      let second = try await bench.store.invite(by: .operator).code
      let third = try await bench.store.invite(by: .operator).code
      try await bench.signUp("ann@example.org", proof("a"), invitation: first, sealed: sealed())
      try await bench.signUp("bob@example.org", invitation: second)
      #expect(await check("Ann@example.org", third) == .sealedAccount)
      #expect(await check("bob@example.org", third) == nil)
      #expect(await check("cleo@example.org", third) == nil)
      #expect(await check("cleo", third)?.code == "bad-email")
      // Whoever may not sign up is told nothing.
      #expect(await check("ann@example.org", nil) == .invitationNeeded)
      for wrong in ["no code", first] {
        #expect(await check("ann@example.org", wrong) == .badInvitation)
      }
      // It is not used up.
      try await bench.signUp("cleo@example.org", invitation: third)
    }
  }

  @Test(arguments: ["ann", "@example.org", "ann@", "a n@b.org", "ann@b..org", "ann@-b.org", "a@b@"])
  func `what is no address is refused`(email: String) async throws {
    try await withBench { bench in
      let error = await refusal { try await bench.signUp(email) }
      #expect(error?.code == "bad-email")
    }
  }

  @Test func `addresses are the same whatever their case and Unicode form`() throws {
    let composed = try EmailAddress("J\u{F6}rg@M\u{FC}ller.example")
    let decomposed = try EmailAddress("jO\u{308}rg@MU\u{308}ller.example\n")
    #expect(composed.key == decomposed.key)
    #expect(composed.text == "J\u{F6}rg@m\u{FC}ller.example")
    #expect(Array(decomposed.text.utf8) == Array("j\u{D6}rg@m\u{FC}ller.example".utf8))
    #expect(throws: Never.self) { try EmailAddress("ann@home") }
    #expect(throws: Never.self) { try EmailAddress("o'neil+habits@sub.example.co") }
    #expect(throws: AccountsError.self) { try EmailAddress("ann\u{200B}@example.org") }
    let longest = String(repeating: "b.", count: 90) + "de"
    #expect(throws: Never.self) {
      try EmailAddress("\(String(repeating: "a", count: 64))@\(longest)")
    }
    #expect(throws: AccountsError.self) {
      try EmailAddress("\(String(repeating: "a", count: 65))@example.org")
    }
    #expect(throws: AccountsError.self) {
      try EmailAddress("a@\(String(repeating: "bc.", count: 100))de")
    }
  }

  @Test func `an invitation's code is read as it is typed`() {
    for seed in 0..<50 {
      let code = InvitationCode(random: seeded(UInt64(seed)))
      #expect(InvitationCode(code.text) == code)
      #expect(InvitationCode(code.text.lowercased().filter { $0 != "-" }) == code)
      #expect(InvitationCode(code.text + "0") == nil)
      #expect(InvitationCode(String(code.text.dropLast())) == nil)
    }
    let zero = InvitationCode(random: { [UInt8](repeating: 0, count: $0) })
    #expect(zero.text == "00000-00000-00000-00000-000000")
    #expect(InvitationCode("OoO0O-00000-00000-00000-000000") == zero)
    let all = InvitationCode(random: { [UInt8](repeating: 255, count: $0) })
    #expect(all.text == "7ZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZZ")
    #expect(InvitationCode("8ZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZZ") == nil)
    #expect(InvitationCode("UUUUU-00000-00000-00000-000000") == nil)
  }
}
