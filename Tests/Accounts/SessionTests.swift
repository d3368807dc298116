import Core
import StoreTesting
import Testing

@testable import Accounts
@testable import ServerStorage

@Suite struct SessionTests {
  @Test func `a device is signed out when it was not used for 180 days`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      for _ in 0..<10 {
        bench.pass(seconds: 180 * 86_400 - 1)
        _ = try await bench.store.authenticate(ann.token)
      }
      bench.pass(seconds: 180 * 86_400)
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
      // Whatever the time, signing in again is only a new session.
      bench.pass(seconds: 10 * 365 * 86_400)
      #expect(try await bench.signIn().account == ann.account)
    }
  }

  @Test func `a browser is signed out after 14 days without use, and after 90 days`() async throws {
    try await withBench { bench in
      try await bench.signUp()
      let idle = try await bench.signIn("ann@example.org", good, browser)
      bench.pass(seconds: 14 * 86_400 - 1)
      _ = try await bench.store.authenticate(idle.token)
      bench.pass(seconds: 14 * 86_400)
      #expect(await refusal { try await bench.store.authenticate(idle.token) } == .signedOut)
      let busy = try await bench.signIn("ann@example.org", good, browser)
      for _ in 0..<8 {
        bench.pass(seconds: 10 * 86_400)
        _ = try await bench.store.authenticate(busy.token)
      }
      bench.pass(seconds: 10 * 86_400 - 1)
      _ = try await bench.store.authenticate(busy.token)
      bench.pass(seconds: 1)
      #expect(await refusal { try await bench.store.authenticate(busy.token) } == .signedOut)
    }
  }

  @Test func `use is written once an hour`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      bench.pass(seconds: 3599)
      #expect(try await bench.store.authenticate(ann.token).session.usedAt == noon)
      #expect(try await bench.store.sessions(of: ann.account.id).map(\.usedAt) == [noon])
      bench.pass(seconds: 1)
      let used = try await bench.store.authenticate(ann.token).session.usedAt
      #expect(used == bench.now)
      #expect(try await bench.store.sessions(of: ann.account.id).map(\.usedAt) == [used])
    }
  }

  @Test func `a clock that is ahead for a while signs nobody out for good`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let bob = try await bench.signUp("bob@example.org")
      bench.pass(seconds: 200 * 86_400)
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
      let ahead = try await bench.signIn()
      #expect(try await bench.store.sessions(of: ann.account.id) == [ahead.session])
      bench.pass(seconds: -200 * 86_400)
      for token in [ann.token, bob.token, ahead.token] {
        _ = try await bench.store.authenticate(token)
      }
      // One that was used in the future is none that nobody uses.
      let used = try await bench.store.sessions(of: ann.account.id).map(\.usedAt)
      #expect(used == [bench.now, bench.now])
      bench.pass(seconds: 211 * 86_400)
      try await bench.signIn()
      bench.pass(seconds: -211 * 86_400)
      #expect(await refusal { try await bench.store.authenticate(bob.token) } == .signedOut)
    }
  }

  @Test func `sessions are listed, and ended one by one, all but one, or all`() async throws {
    try await withBench { bench in
      var own: [SignedIn] = [try await bench.signUp()]
      for number in 1..<4 {
        bench.pass(seconds: 1)
        let client = SessionClient(name: "Device \(number)", product: "sober", kind: .device)
        own.append(try await bench.signIn("ann@example.org", good, client))
      }
      let other = try await bench.signUp("bob@example.org")
      let id = own[0].account.id
      #expect(try await bench.store.sessions(of: id) == own.reversed().map(\.session))
      #expect(try await bench.store.endSession(other.session.id, of: id) == false)
      #expect(try await bench.store.endSession(own[1].session.id, of: id))
      #expect(try await bench.store.endSession(own[1].session.id, of: id) == false)
      #expect(await refusal { try await bench.store.authenticate(own[1].token) } == .signedOut)
      #expect(try await bench.store.endSessions(of: id, except: own[0].session.id) == 2)
      #expect(try await bench.store.sessions(of: id) == [own[0].session])
      #expect(try await bench.store.endSessions(of: id) == 1)
      #expect(await refusal { try await bench.store.authenticate(own[0].token) } == .signedOut)
      _ = try await bench.store.authenticate(other.token)
    }
  }

  @Test func `what another program has written counts at the next request`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let bob = try await bench.signUp("bob@example.org")
      let other = try Bench(bench.spot, seed: 2)
      for _ in 0..<2 {
        #expect(try await bench.store.authenticate(ann.token).session == ann.session)
        #expect(try await bench.store.authenticate(bob.token).session == bob.session)
      }
      let space = try await other.store.space(of: ann.account.id, product: "sober")
      #expect(try await bench.store.authenticate(ann.token).spaces == [space])
      #expect(try await other.store.endSession(ann.session.id, of: ann.account.id))
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
      #expect(try await bench.store.authenticate(bob.token).session == bob.session)
    }
  }

  @Test func `a session ends in time though nothing is written`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      _ = try await bench.store.authenticate(ann.token)
      bench.pass(seconds: 180 * 86_400)
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
    }
  }

  @Test func `the session that was unused for longest makes room for the 65th`() async throws {
    try await withBench { bench in
      var tokens = [try await bench.signUp().token]
      for _ in 1..<64 {
        bench.pass(seconds: 60)
        tokens.append(try await bench.signIn().token)
      }
      bench.pass(seconds: 3600)
      // The first is used again, so the second is now the one unused for longest.
      _ = try await bench.store.authenticate(tokens[0])
      try await bench.signIn()
      #expect(await refusal { try await bench.store.authenticate(tokens[1]) } == .signedOut)
      for token in [tokens[0]] + tokens[2...] { _ = try await bench.store.authenticate(token) }
    }
  }

  @Test func `a device's name is short and has no control characters`() {
    let name = SessionClient(
      name: " \u{1B}[31mAnn's\u{0}\nphone\u{202E} ",
      product: "a",
      kind: .device
    )
    #expect(name.name == "[31mAnn's phone")
    let long = SessionClient(name: String(repeating: "x", count: 1000), product: "", kind: .device)
    #expect(long.name.count == 64)
    #expect(SessionClient(name: "\n", product: "", kind: .browser).name == "A browser")
    #expect(SessionClient(name: "", product: "", kind: .device).name == "A device")
  }

  @Test(arguments: [
    "", "x", String(repeating: "0", count: 64), String(repeating: "é", count: 9999),
  ])
  func `a token that nobody was given is signed out`(token: String) async throws {
    try await withBench { bench in
      try await bench.signUp()
      #expect(await refusal { try await bench.store.authenticate(token) } == .signedOut)
    }
  }

  @Test func `the file holds no token, code or password`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let invitation = try await bench.store.invite(by: .operator).code
      let link = try await bench.store.makeResetLink(for: "ann@example.org", by: .operator).token
      let device = try await bench.store.beginDeviceCode(for: phone, address: "203.0.113.77")
      let bytes = try bench.spot.stored("accounts.db")
      for secret in [ann.token, invitation, link, device.deviceCode, good, "203.0.113.77"] {
        #expect(!bytes.contains(Array(secret.utf8)))
      }
      #expect(bytes.contains(Array("ann@example.org".utf8)))
    }
  }
}
