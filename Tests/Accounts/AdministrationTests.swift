import Core
import Testing

@testable import Accounts

@Suite struct AdministrationTests {
  @Test func `the operator makes the first administrator, who may do what members may not`()
    async throws
  {
    try await withBench { bench in
      let ann = try await bench.signUp().account.id
      try await bench.signUp("bob@example.org")
      let store = bench.store
      func refusals(_ authority: Authority) async -> [AccountsError?] {
        [
          await refusal { try await store.invite(by: authority) },
          await refusal { try await store.invitations(by: authority) },
          await refusal { try await store.accounts(by: authority) },
          await refusal { try await store.setRole(.member, of: "bob@example.org", by: authority) },
          await refusal { try await store.suspend("bob@example.org", reason: "", by: authority) },
          await refusal { try await store.reinstate("bob@example.org", by: authority) },
          await refusal { try await store.makeResetLink(for: "bob@example.org", by: authority) },
          await refusal { try await store.flags(since: Day(number: 0), by: authority) },
          await refusal {
            try await store.revokeInvitation(InvitationID(rawValue: 1), by: authority)
          },
          await refusal {
            try await store.addAccount(
              "\(authority)".prefix(3) + "@example.org",
              password: good,
              by: authority
            )
          },
          await refusal { try await store.eraseAccount("bob@example.org", by: authority) },
        ]
      }
      #expect(await refusals(.account(ann)).allSatisfy { $0 == .administratorsOnly })
      // Who asks for an account that is not there learns no more.
      #expect(
        await refusal { try await store.eraseAccount("no@example.org", by: .account(ann)) }
          == .administratorsOnly
      )
      #expect(try await store.makeAdministrator("ANN@example.org").role == .administrator)
      #expect(await refusals(.account(ann)).allSatisfy { $0 == nil })
      #expect(
        await refusal { try await store.makeAdministrator("no@example.org") } == .unknownAccount
      )
    }
  }

  @Test func `a barred account is signed out and hears why, once the password is right`()
    async throws
  {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let code = try await bench.store.beginDeviceCode(for: phone, address: "a")
      try await bench.store.answerDevice(code.userCode, approves: true, by: ann)
      let barred = try await bench.store.suspend(
        "ann@example.org",
        reason: "It sent\u{1B} too much.",
        by: .operator
      )
      #expect(barred.suspension?.reason == "It sent too much.")
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
      #expect(await refusal { try await bench.store.redeem(code.deviceCode) } == .expiredCode)
      let error = await refusal { try await bench.signIn() }
      #expect(error == .suspended("It sent too much."))
      #expect(error?.message.contains("It sent too much.") == true)
      #expect(
        await refusal { try await bench.signIn("ann@example.org", "wrong") } == .badCredentials
      )
      #expect(
        await refusal { try await bench.store.space(of: ann.account.id, product: "sober") }
          == .suspended("It sent too much.")
      )
      try await bench.store.reinstate("ann@example.org", by: .operator)
      try await bench.signIn()
    }
  }

  @Test func `a suspension without a reason says so, whoever made it`() async throws {
    try await withBench { bench in
      try await bench.signUp()
      for reason in ["", "  ", "\u{1B}\u{200B}"] {
        let barred = try await bench.store.suspend(
          "ann@example.org",
          reason: reason,
          by: .operator
        )
        #expect(barred.suspension?.reason == AccountStore.usualReason)
        let words = await refusal { try await bench.signIn() }?.message
        #expect(words?.contains("suspended: No reason was given. Nothing in it") == true)
      }
    }
    #expect(AccountsError.suspended("").message.hasPrefix("This account was suspended. Nothing"))
    for (reason, words) in [("Too much", "Too much."), ("Why?", "Why?"), ("No.", "No.")] {
      let message = AccountsError.suspended(reason).message
      #expect(message.hasPrefix("This account was suspended: \(words) Nothing in it"), "\(message)")
    }
  }

  @Test func `administrators cannot bar, demote or erase themselves`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp().account.id
      _ = try await bench.store.makeAdministrator("ann@example.org")
      let own = Authority.account(ann)
      let store = bench.store
      #expect(
        await refusal { try await store.suspend("ann@example.org", reason: "", by: own) }
          == .ownAccount
      )
      #expect(
        await refusal { try await store.setRole(.member, of: "ann@example.org", by: own) }
          == .ownAccount
      )
      #expect(
        await refusal { try await store.eraseAccount("ann@example.org", by: own) } == .ownAccount
      )
      #expect(
        try await store.setRole(.member, of: "ann@example.org", by: .operator).role == .member
      )
    }
  }

  @Test func `what an administrator has given out ends with them`() async throws {
    let (email, other) = ("ann@example.org", "bob@example.org")
    let partings: [@Sendable (AccountStore, AccountID) async throws -> Void] = [
      { store, _ in try await store.setRole(.member, of: email, by: .operator) },
      { store, _ in try await store.suspend(email, reason: "", by: .operator) },
      { store, _ in _ = try await store.eraseAccount(email, by: .operator) },
      { store, ann in _ = try await store.eraseAccount(ann, password: good) },
    ]
    for part in partings {
      try await withBench { bench in
        let store = bench.store
        let ann = try await bench.signUp(email).account.id
        try await bench.signUp(other)
        _ = try await store.makeAdministrator(email)
        let given = try await store.invite(by: .account(ann)).invitation.id
        let operators = try await store.invite(by: .operator).invitation.id
        let link = try await store.makeResetLink(for: other, by: .account(ann))
        try await part(store, ann)
        for invitation in try await store.invitations(by: .operator) {
          #expect(invitation.state == (invitation.id == given ? .revoked : .open))
        }
        #expect(try await store.invitations(by: .operator).map(\.id).contains(operators))
        let refused = await refusal {
          try await store.resetPassword(by: link.token, to: "tallgreenboat", address: "a")
        }
        #expect(refused == .expiredLink)
      }
    }
  }

  @Test func `a suspended member takes nobody's link along`() async throws {
    try await withBench { bench in
      try await bench.signUp()
      try await bench.signUp("bob@example.org")
      let link = try await bench.store.makeResetLink(for: "bob@example.org", by: .operator)
      try await bench.store.suspend("ann@example.org", reason: "", by: .operator)
      try await bench.store.resetPassword(by: link.token, to: "tallgreenboat", address: "a")
    }
  }

  @Test func `the operator makes accounts on a closed server`() async throws {
    try await withBench({ $0.signUp = .closed }) { bench in
      let ann = try await bench.store.addAccount("Ann@example.org", password: good, by: .operator)
      #expect(try await bench.signIn().account == ann)
      #expect(
        await refusal {
          try await bench.store.addAccount("ann@example.org", password: good, by: .operator)
        } == .accountExists
      )
      #expect(
        await refusal {
          try await bench.store.addAccount("bob@example.org", password: "password", by: .operator)
        }?.code == "weak-password"
      )
    }
  }

  @Test func `accounts are listed by pages in the order of their addresses`() async throws {
    try await withBench({ $0.attempts.address.burst = 1000 }) { bench in
      for number in (0..<205).reversed() { try await bench.signUp("a\(1000 + number)@example.org") }
      let first = try await bench.store.accounts(by: .operator)
      #expect(first.count == 200)
      let rest = try await bench.store.accounts(after: first.last?.email, by: .operator)
      #expect(rest.map(\.email) == (200..<205).map { "a\(1000 + $0)@example.org" })
    }
  }
}
