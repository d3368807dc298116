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
      #expect(try await store.isNew(intruder))
      #expect(try await !store.isNew(owner))
      try await store.markSessionsSeen(by: intruder)
      let both: Set = [tablet.session.id, intruder.session.id]
      #expect(try await store.newSessions(of: owner) == both)
      #expect(try await store.newSessions(of: tablet) == [intruder.session.id])
    }
  }

  @Test func `nobody confirms a session for the owner by another one of their own`() async throws {
    try await withBench { bench in
      let store = bench.store
      let owner = bench.caller(try await bench.signUp())
      let first = bench.caller(try await next(bench, "Evil 1"))
      let second = bench.caller(try await next(bench, "Evil 2"))
      let both: Set = [first.session.id, second.session.id]
      for caller in [second, first, second] {
        bench.pass(seconds: 1)
        try await store.markSessionsSeen(by: caller)
        #expect(try await store.newSessions(of: owner) == both)
        #expect(try await store.isNew(caller))
      }
      // Also not by signing out what the owner would confirm from.
      try await store.endSessions(of: owner.account.id, except: second.session.id)
      try await store.markSessionsSeen(by: second)
      let again = bench.caller(try await next(bench, "Laptop"))
      #expect(try await store.newSessions(of: again) == [second.session.id])
    }
  }

  @Test func `a device that is new itself confirms others for itself alone, older ones too`()
    async throws
  {
    try await withBench { bench in
      let store = bench.store
      let owner = bench.caller(try await bench.signUp())
      let laptop = bench.caller(try await next(bench, "Laptop"))
      let tablet = bench.caller(try await next(bench, "Tablet"))
      #expect(try await store.newSessions(of: laptop) == [tablet.session.id])
      #expect(try await store.newSessions(of: tablet) == [laptop.session.id])
      for caller in [laptop, tablet] {
        try await store.markSessionsSeen(by: caller)
        #expect(try await store.newSessions(of: caller).isEmpty)
      }
      #expect(
        try await store.newSessions(of: owner) == [laptop.session.id, tablet.session.id]
      )
      // One that is known confirms both for all.
      try await store.markSessionsSeen(by: owner)
      #expect(try await !store.isNew(tablet))
      let watch = try await next(bench, "Watch").session.id
      for caller in [owner, laptop, tablet] {
        #expect(try await store.newSessions(of: caller) == [watch])
      }
    }
  }

  @Test func `what signs in while its owner looks at the list is not confirmed with it`()
    async throws
  {
    try await withBench { bench in
      let store = bench.store
      let owner = bench.caller(try await bench.signUp())
      let shown = try await next(bench, "Tablet").session
      let later = try await next(bench, "My phone").session
      bench.pass(seconds: 60)
      try await store.markSessionsSeen(by: owner, through: shown.createdAt)
      #expect(try await store.newSessions(of: owner) == [later.id])
      // Nor does anybody confirm what is still to come.
      try await store.markSessionsSeen(by: owner, through: bench.now.advanced(bySeconds: 3600))
      let watch = try await next(bench, "Watch").session.id
      #expect(try await store.newSessions(of: owner) == [watch])
    }
  }

  @Test func `the first device of an account is known, also after a link for a new password`()
    async throws
  {
    try await withBench { bench in
      let store = bench.store
      _ = try await store.addAccount("ann@example.org", password: good, by: .operator)
      let first = bench.caller(try await next(bench, "Laptop"))
      #expect(try await !store.isNew(first))
      #expect(try await store.isNew(bench.caller(try await next(bench, "Tablet"))))
      // Not one that has ended all others.
      try await store.endSessions(of: first.account.id)
      #expect(try await store.isNew(bench.caller(try await next(bench, "Laptop"))))
      let link = try await store.makeResetLink(for: "ann@example.org", by: .operator)
      try await store.resetPassword(by: link.token, to: "another quite long one", address: "a")
      for isNew in [false, true] {
        bench.pass(seconds: 60)
        let caller = bench.caller(
          try await bench.signIn("ann@example.org", "another quite long one")
        )
        #expect(try await store.isNew(caller) == isNew)
      }
    }
  }

  @Test func `whoever has lost all other devices is known again after a new password`()
    async throws
  {
    try await withBench { bench in
      let store = bench.store
      try await bench.signUp()
      let laptop = bench.caller(try await next(bench, "Laptop"))
      #expect(try await store.isNew(laptop))
      try await store.changePassword(of: laptop, from: good, to: "another quite long one")
      #expect(try await !store.isNew(laptop))
      bench.pass(seconds: 60)
      let client = SessionClient(name: "Tablet", product: "sober", kind: .device)
      let tablet = bench.caller(
        try await bench.signIn("ann@example.org", "another quite long one", client)
      )
      #expect(try await store.newSessions(of: laptop) == [tablet.session.id])
      #expect(try await store.newSessions(of: tablet).isEmpty)
      try await store.markSessionsSeen(by: laptop)
      #expect(try await !store.isNew(tablet))
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
      let settings = ChannelSettings(topics: [.account], tellsNames: true)
      let hook = Webhook.Offer(
        address: "https://hooks.example.org/",
        secret: [1],
        settings: settings
      )
      try await store.setWebhook(hook, for: caller)
      #expect(try await store.claimDeliveries().isEmpty)
      clock.set(noon.advanced(bySeconds: 5))
      _ = try await store.signIn(request("Tablet"))
      let code = try await store.beginDeviceCode(for: request("Watch").client, address: "192.0.2.1")
      try await store.answerDevice(code.userCode, approves: true, by: first)
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
