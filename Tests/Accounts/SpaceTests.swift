import Core
import Testing

@testable import Accounts

@Suite struct SpaceTests {
  @Test func `an account has one space for each product`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp().account.id
      let bob = try await bench.signUp("bob@example.org").account.id
      async let one = bench.store.space(of: ann, product: "sober")
      async let two = bench.store.space(of: ann, product: "sober")
      let (first, second) = try await (one, two)
      #expect(first == second)
      let others = [
        try await bench.store.space(of: ann, product: "streaks"),
        try await bench.store.space(of: bob, product: "sober"),
      ]
      #expect(Set(([first] + others).map(\.id)).count == 3)
      #expect(try await bench.store.spaces(of: ann).map(\.product) == ["sober", "streaks"])
      #expect(
        await refusal {
          try await bench.store.space(of: AccountID(rawValue: 1), product: "sober")
        } == .signedOut
      )
    }
  }

  @Test func `somebody who is authenticated brings along the spaces of their account`() async throws
  {
    try await withBench { bench in
      let ann = try await bench.signUp()
      #expect(try await bench.store.authenticate(ann.token).spaces == [])
      let space = try await bench.store.space(of: ann.account.id, product: "sober")
      let caller = try await bench.store.authenticate(ann.token)
      #expect(caller.spaces == [space])
      #expect(try await bench.store.space(of: caller, product: "sober") == space)
      // One that is not known yet is made.
      let other = try await bench.store.space(of: caller, product: "streaks")
      #expect(try await bench.store.authenticate(ann.token).spaces == [space, other])
    }
  }

  @Test func `doubts are counted by day, and change nothing`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let today = Day(at: noon, minutesEast: 0)
      for _ in 0..<3 { try await bench.store.flag(ann.account.id, "bulk-entries") }
      try await bench.store.flag(AccountID(rawValue: 1), "bulk-entries")
      bench.pass(seconds: 86_400)
      try await bench.store.flag(ann.account.id, "zone-hops")
      let flags = try await bench.store.flags(since: today, by: .operator)
      #expect(flags.map(\.code) == ["zone-hops", "bulk-entries"])
      #expect(flags.map(\.count) == [1, 3])
      #expect(flags.map(\.day.number) == [today.number + 1, today.number])
      #expect(try await bench.store.flags(since: flags[0].day, by: .operator).count == 1)
      #expect(try await bench.store.authenticate(ann.token).account == ann.account)
    }
  }

  @Test func `a person gets all that is kept about them`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp(
        "ann@example.org",
        proof("a"),
        sealed: sealed(),
        "a phone of \u{FC}ber".client
      )
      _ = try await bench.store.space(of: ann.account.id, product: "sober")
      try await bench.store.flag(ann.account.id, "zone-hops")
      _ = try await bench.store.makeAdministrator("ann@example.org")
      _ = try await bench.store.invite(by: .account(ann.account.id))
      _ = try await bench.store.invite(by: .operator)
      let export = try await bench.store.export(ann.account.id, password: proof("a"))
      #expect(export.email == "ann@example.org")
      #expect(export.id == ann.account.id.description)
      #expect(export.role == .administrator)
      #expect(export.createdAt == "2026-11-20T12:00:00Z")
      #expect(export.keyRingVersion == 1)
      #expect(export.sessions.map(\.name) == ["a phone of \u{FC}ber"])
      #expect(export.spaces.map(\.product) == ["sober"])
      #expect(export.invitations.map(\.state) == [.open])
      #expect(export.flags.map(\.code) == ["zone-hops"])
      let document = String(decoding: try JSON.encode(export), as: UTF8.self)
      #expect(!document.contains("scrypt"))
      #expect(try JSON.decode(AccountExport.self, from: Array(document.utf8)) == export)
    }
  }
}

extension String {
  fileprivate var client: SessionClient {
    SessionClient(name: self, product: "sober", kind: .device)
  }
}
