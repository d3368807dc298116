import Core
import EngineDriving
import StoreTesting
import Testing

@testable import Accounts

/// What the owner of an account is told of devices that sign in to it.
@Suite struct NewSessionTests {
  private func next(_ bench: Bench, _ name: String) async throws -> SignedIn {
    bench.pass(seconds: 60)
    let client = SessionClient(name: name, product: "sober", kind: .device)
    return try await bench.signIn("ann@example.org", good, client)
  }

  @Test func `a device that signs in is new to the others until its owner says that they know it`()
    async throws
  {
    try await withBench { bench in
      let store = bench.store
      let first = bench.caller(try await bench.signUp())
      #expect(try await store.newSessions(of: first).isEmpty)
      let second = bench.caller(try await next(bench, "Tablet"))
      #expect(try await store.newSessions(of: first) == [second.session.id])
      #expect(try await store.newSessions(of: second).isEmpty)
      bench.pass(seconds: 60)
      try await store.markSessionsSeen(by: first)
      #expect(try await store.newSessions(of: first).isEmpty)
      let third = try await next(bench, "Watch").session.id
      #expect(try await store.newSessions(of: first) == [third])
      #expect(try await store.newSessions(of: second) == [third])
      try await store.endSession(third, of: first.account.id)
      #expect(try await store.newSessions(of: first).isEmpty)
    }
  }

  @Test func `a device does not make itself known to the others`() async throws {
    try await withBench { bench in
      let store = bench.store
      let owner = bench.caller(try await bench.signUp())
      let tablet = bench.caller(try await next(bench, "Tablet"))
      let intruder = bench.caller(try await next(bench, "My phone"))
      try await store.markSessionsSeen(by: intruder)
      #expect(try await store.newSessions(of: owner) == [intruder.session.id])
      // The one before it counts as known now; it is told of the other as well.
      #expect(try await store.newSessions(of: tablet) == [intruder.session.id])
    }
  }

  @Test func `the channels of an account are told of a sign-in, also by a code of a device`()
    async throws
  {
    try await onEachSpot { spot in
      let clock = ManualClock(noon)
      var policy = AccountPolicy()
      (policy.signUp, policy.scrypt) = (.open, quick)
      let store = try AccountStore(
        AccountStore.Files(
          in: spot.place("accounts.db"),
          erasures: "\(spot.folder)/erasures"
        ),
        policy: policy,
        clock: clock,
        random: seeded(7),
        announcement: { session in
          OutgoingNotice(
            key: NoticeKey(rawValue: session.id.rawValue),
            topic: .account,
            product: nil,
            neutral: Array("A device".utf8),
            named: Array(session.client.name.utf8),
            at: session.createdAt,
            expiresAt: session.createdAt.advanced(bySeconds: 60)
          )
        }
      )
      let request = { (name: String) in
        SignInRequest(
          email: "ann@example.org",
          password: good,
          client: SessionClient(name: name, product: "sober", kind: .device),
          address: "192.0.2.1"
        )
      }
      let first = try await store.signUp(SignUpRequest(request("Laptop")))
      let caller = Caller(account: first.account, session: first.session)
      let wish = ChannelWish(topics: [.account], tellsNames: true)
      let hook = Webhook.Offer(address: "https://hooks.example.org/", secret: [1], wish: wish)
      try await store.setWebhook(hook, for: caller)
      #expect(try await store.claimDeliveries().isEmpty)
      clock.set(noon.advanced(bySeconds: 5))
      _ = try await store.signIn(request("Tablet"))
      let code = try await store.beginDeviceCode(for: request("Watch").client, address: "192.0.2.1")
      try await store.answerDevice(code.userCode, approves: true, by: first.account.id)
      clock.set(noon.advanced(bySeconds: 15))
      guard case .signedIn(let watch) = try await store.redeem(code.deviceCode) else {
        Issue.record("the device was not let in")
        return
      }
      var told: [String] = []
      while let next = try await store.claimDeliveries().first {
        told.append(String(decoding: next.document, as: UTF8.self))
        try await store.settle(next, .sent)
      }
      #expect(told == ["Tablet", "Watch"])
      #expect(try await store.newSessions(of: caller).contains(watch.session.id))
    }
  }
}
