import Core
import StoreTesting
import Testing

@testable import Accounts

@Suite struct AttemptTests {
  @Test func `a password can be tried ten times, and once a minute from then on`() async throws {
    try await withBench { bench in
      try await bench.signUp()
      for number in 0..<10 { #expect(await wrong(bench, from: "\(number)") == .badCredentials) }
      #expect(await wrong(bench, from: "x") == .tooManyAttempts(retryAfter: 60))
      #expect(bench.events.last?.kind == .attemptsRefused)
      bench.pass(seconds: 59)
      #expect(await wrong(bench, from: "x") == .tooManyAttempts(retryAfter: 1))
      bench.pass(seconds: 1)
      #expect(await wrong(bench, from: "x") == .badCredentials)
      #expect(await wrong(bench, from: "x") == .tooManyAttempts(retryAfter: 60))
    }
  }

  @Test func `an account that does not exist is limited in the same way`() async throws {
    try await withBench { bench in
      for number in 0..<10 {
        #expect(await wrong(bench, "no@example.org", from: "\(number)") == .badCredentials)
      }
      #expect(await wrong(bench, "no@example.org", from: "x") == .tooManyAttempts(retryAfter: 60))
      let up = await refusal { try await bench.signUp("no@example.org", from: "y") }
      #expect(up == .tooManyAttempts(retryAfter: 60))
    }
  }

  @Test func `whether an address that looks sealed is so takes an attempt at it`() async throws {
    try await withBench { bench in
      func check(_ email: String, from address: String) async -> AccountsError? {
        await refusal {
          try await bench.store.checkSignUp(of: email, invitation: nil, address: address)
        }
      }
      var drawn: String?
      for number in 0..<50 where drawn == nil {
        let email = "no\(number)@example.org"
        let given = try await bench.store.signInParameters(of: email, address: "z")
        if given != nil { drawn = email }
      }
      try await bench.signUp("ann@example.org", proof("a"), sealed: sealed())
      for email in ["ann@example.org", try #require(drawn)] {
        let expected: AccountsError? = email == drawn ? nil : .sealedAccount
        for number in 0..<10 { #expect(await check(email, from: "\(number)") == expected) }
        #expect(await check(email, from: "x") == .tooManyAttempts(retryAfter: 60))
        #expect(bench.events.last?.kind == .attemptsRefused)
      }
      // Of any other the parameters for signing in say as much.
      try await bench.signUp("bob@example.org")
      for number in 0..<20 { #expect(await check("bob@example.org", from: "\(number)") == nil) }
    }
  }

  @Test func `one address tries no more than thirty accounts at once`() async throws {
    try await withBench { bench in
      for number in 0..<30 {
        #expect(await wrong(bench, "a\(number)@example.org", from: "x") == .badCredentials)
      }
      #expect(await wrong(bench, "b@example.org", from: "x") == .tooManyAttempts(retryAfter: 10))
      #expect(await wrong(bench, "b@example.org", from: "y") == .badCredentials)
      bench.pass(seconds: 10)
      #expect(await wrong(bench, "b@example.org", from: "x") == .badCredentials)
    }
  }

  @Test func `others who guess keep nobody out who has signed in from there`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp(from: "home")
      for number in 0..<20 { _ = await wrong(bench, from: "attacker \(number)") }
      #expect(await wrong(bench, from: "new") == .tooManyAttempts(retryAfter: 60))
      try await bench.signIn("ann@example.org", good, phone, from: "home")
      // Nor do they keep the person from changing the password.
      try await bench.store.changePassword(
        of: bench.caller(ann),
        from: good,
        to: "tallgreenboat"
      )
      // There too the number is limited.
      for _ in 0..<10 { #expect(await wrong(bench, from: "home") == .badCredentials) }
      #expect(await wrong(bench, from: "home")?.code == "too-many-attempts")
    }
  }

  @Test func `right passwords use up no attempts of the account`() async throws {
    try await withBench({ $0.attempts.address.burst = 1000 }) { bench in
      try await bench.signUp()
      for number in 0..<30 {
        try await bench.signIn("ann@example.org", good, phone, from: "\(number % 3)")
      }
    }
  }

  @Test func `passwords given to a session are limited too`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      for _ in 0..<10 {
        #expect(
          await refusal { try await bench.store.eraseAccount(ann.account.id, password: "wrong") }
            == .badCredentials
        )
      }
      #expect(
        await refusal {
          try await bench.store.changePassword(
            of: bench.caller(ann),
            from: good,
            to: "tallgreenboat"
          )
        } == .tooManyAttempts(retryAfter: 60)
      )
      try await bench.signIn()
    }
  }

  @Test func `10,000 failed attempts keep memory bounded, and the attacked account limited`()
    async throws
  {
    try await withFolder { folder in
      let bench = try Bench(folder) { $0.attempts.remembered = 500 }
      try await bench.signUp()
      for number in 0..<11 { _ = await wrong(bench, from: "first \(number)") }
      for number in 0..<10_000 {
        let error = await wrong(bench, "a\(number)@example.org", from: "\(number)")
        #expect(error == .badCredentials)
        #expect(bench.store.attempts.count <= 2500)
      }
      #expect(bench.store.attempts.count >= 500)
      #expect(await wrong(bench, from: "x")?.code == "too-many-attempts")
    }
  }

  @Test func `buckets fill up, whatever the clock does`() {
    var buckets = TokenBuckets(AttemptPolicy.Rate(burst: 2, seconds: 10), most: 10)
    for _ in 0..<2 {
      #expect(buckets.wait(1, at: 0) == 0)
      buckets.take(1, at: 0)
    }
    #expect(buckets.wait(1, at: 0) == 10_000)
    #expect(buckets.wait(1, at: 4000) == 6000)
    // A clock that is set back by years locks nobody out.
    #expect(buckets.wait(1, at: -99_000_000_000) == 10_000)
    buckets.giveBack(1, at: 0)
    #expect(buckets.wait(1, at: 0) == 0)
    buckets.giveBack(1, at: 0)
    #expect(buckets.count == 0)
    for name in 0..<1000 { buckets.take(UInt128(name), at: Int64(name)) }
    #expect(buckets.count <= 10)
  }

  @Test func `the names last added are known, up to a number`() {
    var names = RecentNames()
    for name in 0..<100 { names.insert(UInt128(name), most: 10) }
    #expect(names.count == 10)
    for name in 0..<100 { #expect(names.contains(UInt128(name)) == (name >= 90)) }
  }

  private func wrong(
    _ bench: Bench,
    _ email: String = "ann@example.org",
    from address: String
  ) async -> AccountsError? {
    await refusal { try await bench.signIn(email, "wrong password", phone, from: address) }
  }
}
