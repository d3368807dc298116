import Core
import StoreTesting
import Testing

@testable import Accounts
@testable import ServerStorage

@Suite struct SealedTests {
  @Test func `a sealed account signs in with a proof, and gets its keys`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp("ann@example.org", proof("a"), sealed: sealed())
      #expect(ann.account.isSealed)
      try await bench.signIn("ann@example.org", proof("a"))
      #expect(
        await refusal { try await bench.signIn("ann@example.org", proof("b")) } == .badCredentials
      )
      let parameters = try await bench.store.signInParameters(of: "Ann@example.org", address: "a")
      #expect(parameters == sealed().parameters)
      #expect(try await bench.store.keyRing(of: ann.account.id) == ring(1))
    }
  }

  @Test func `keys are replaced one version after the other`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp("ann@example.org", proof("a"), sealed: sealed()).account.id
      try await bench.store.setKeyRing(ring(2), of: ann)
      for version in [1, 2, 4] {
        #expect(
          await refusal { try await bench.store.setKeyRing(ring(version), of: ann) }
            == .keyVersion(2)
        )
      }
      async let one = refusal { try await bench.store.setKeyRing(ring(3), of: ann) }
      async let two = refusal { try await bench.store.setKeyRing(ring(3), of: ann) }
      let results = await [one, two]
      #expect(results.contains(nil))
      #expect(results.contains(.keyVersion(3)))
      let bob = try await bench.signUp("bob@example.org").account.id
      #expect(await refusal { try await bench.store.keyRing(of: bob) } == .notSealed)
      #expect(await refusal { try await bench.store.setKeyRing(ring(1), of: bob) } == .notSealed)
    }
  }

  @Test func `the highest version there is has no next one`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp("ann@example.org", proof("a"), sealed: sealed(.max))
      for version in [1, Int.max] {
        #expect(
          await refusal { try await bench.store.setKeyRing(ring(version), of: ann.account.id) }
            == .keyVersion(.max)
        )
      }
    }
  }

  @Test func `a sealed password is changed together with the keys, or not at all`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp("ann@example.org", proof("a"), sealed: sealed())
      let caller = bench.caller(ann)
      func change(_ new: String, _ sealed: SealedPassword?) async -> AccountsError? {
        await refusal {
          try await bench.store.changePassword(
            of: caller,
            from: proof("a"),
            to: new,
            sealed: sealed
          )
        }
      }
      #expect(await change("tallgreenboat", nil) == .sealedAccount)
      #expect(await change(proof("b"), sealed(3)) == .keyVersion(1))
      #expect(await change("tallgreenboat", sealed(2)) == .badKeys)
      try await bench.signIn("ann@example.org", proof("a"))
      #expect(await change(proof("b"), sealed(2, salt: 9)) == nil)
      try await bench.signIn("ann@example.org", proof("b"))
      let parameters = try await bench.store.signInParameters(of: "ann@example.org", address: "a")
      #expect(parameters?.salt == [UInt8](repeating: 9, count: 16))
      #expect(try await bench.store.keyRing(of: ann.account.id) == ring(2))
      let bob = try await bench.signUp("bob@example.org")
      #expect(
        await refusal {
          try await bench.store.changePassword(
            of: bench.caller(bob),
            from: good,
            to: proof("b"),
            sealed: sealed()
          )
        } == .notSealed
      )
    }
  }

  @Test func `the link of a sealed account sets a password together with the keys, or nothing`()
    async throws
  {
    try await withBench { bench in
      let ann = try await bench.signUp("ann@example.org", proof("a"), sealed: sealed())
      let link = try await bench.store.makeResetLink(for: "ann@example.org", by: .operator)
      #expect(link.isSealed)
      func reset(
        _ new: String,
        _ sealed: SealedPassword?,
        by token: String
      ) async -> AccountsError? {
        await refusal {
          try await bench.store.resetPassword(by: token, to: new, sealed: sealed, address: "a")
        }
      }
      // A web form has no keys to send.
      #expect(await reset("tallgreenboat", nil, by: link.token) == .sealedAccount)
      #expect(await reset("tallgreenboat", sealed(2), by: link.token) == .badKeys)
      #expect(await reset(proof("b"), sealed(1), by: link.token) == .keyVersion(1))
      #expect(await reset(proof("b"), sealed(3), by: link.token) == .keyVersion(1))
      #expect(await reset(proof("b"), sealed(2), by: proof("0")) == .expiredLink)
      #expect(try await bench.store.authenticate(ann.token).account.id == ann.account.id)
      #expect(try await bench.store.keyRing(of: ann.account.id) == ring(1))
      #expect(await reset(proof("b"), sealed(2, salt: 9), by: link.token) == nil)
      #expect(await reset(proof("c"), sealed(3), by: link.token) == .expiredLink)
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
      #expect(
        await refusal { try await bench.signIn("ann@example.org", proof("a")) } == .badCredentials
      )
      try await bench.signIn("ann@example.org", proof("b"))
      let parameters = try await bench.store.signInParameters(of: "ann@example.org", address: "a")
      #expect(parameters?.salt == [UInt8](repeating: 9, count: 16))
      #expect(try await bench.store.keyRing(of: ann.account.id) == ring(2))
    }
  }

  @Test func `a link alone changes nothing once what checks a proof of the keys is stored`()
    async throws
  {
    try await withBench { bench in
      let (store, verifier) = (bench.store, Secret.hash(proof("e")))
      let given = sealed(verifier: verifier)
      let ann = try await bench.signUp("ann@example.org", proof("a"), sealed: given)
      let link = try await store.makeResetLink(for: "ann@example.org", by: .operator)
      func reset(_ keyProof: String?, _ sealed: SealedPassword) async -> AccountsError? {
        await refusal {
          try await store.resetPassword(
            by: link.token,
            to: proof("b"),
            sealed: sealed,
            keyProof: keyProof,
            address: "a"
          )
        }
      }
      for wrong in [nil, "", proof("f")] {
        #expect(await reset(wrong, sealed(2)) == .keyProofNeeded)
      }
      // The keys that follow are those of the same account.
      let foreign = sealed(2, verifier: Secret.hash(proof("f")))
      #expect(await reset(proof("e"), foreign) == .badKeys)
      #expect(try await store.authenticate(ann.token).account.id == ann.account.id)
      #expect(try await store.keyRing(of: ann.account.id) == ring(1, verifier: verifier))
      #expect(await reset(proof("e"), sealed(2)) == nil)
      #expect(try await store.keyRing(of: ann.account.id) == ring(2, verifier: verifier))
      try await bench.signIn("ann@example.org", proof("b"))
    }
  }

  @Test func `what checks a proof of the keys is stored later, once`() async throws {
    try await withBench { bench in
      let (store, verifier) = (bench.store, Secret.hash(proof("e")))
      let ann = try await bench.signUp("ann@example.org", proof("a"), sealed: sealed()).account.id
      let wrongs: [[UInt8]] = [[], [1], verifier + [1]]
      for wrong in wrongs {
        #expect(await refusal { try await store.setKeyVerifier(wrong, of: ann) } == .badKeys)
      }
      for _ in 0..<2 { try await store.setKeyVerifier(verifier, of: ann) }
      let other = Secret.hash(proof("f"))
      #expect(await refusal { try await store.setKeyVerifier(other, of: ann) } == .badKeys)
      let foreign = ring(2, verifier: other)
      #expect(await refusal { try await store.setKeyRing(foreign, of: ann) } == .badKeys)
      // A device of an earlier version knows of none.
      try await store.setKeyRing(ring(2), of: ann)
      #expect(try await store.keyRing(of: ann) == ring(2, verifier: verifier))
      let link = try await store.makeResetLink(for: "ann@example.org", by: .operator)
      let alone = await refusal {
        try await store.resetPassword(
          by: link.token,
          to: proof("b"),
          sealed: sealed(3),
          address: "a"
        )
      }
      #expect(alone == .keyProofNeeded)
      let bob = try await bench.signUp("bob@example.org").account.id
      #expect(await refusal { try await store.setKeyVerifier(verifier, of: bob) } == .notSealed)
    }
  }

  @Test func `sealed keys are given to whoever has the link, and to nobody else`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp("ann@example.org", proof("a"), sealed: sealed())
      try await bench.signUp("bob@example.org")
      let (store, link) = (
        bench.store, try await bench.store.makeResetLink(for: "ann@example.org", by: .operator)
      )
      // As often as it is needed: it is used up by a new password.
      for _ in 0..<2 {
        let reset = try await store.resetAccount(by: link.token, address: "a")
        #expect(reset.account == ann.account)
        #expect(reset.keyRing == ring(1))
      }
      #expect(try await store.isSealed(accountOfLink: link.token, address: "a"))
      for token in ["", proof("0"), link.token + "0"] {
        #expect(
          await refusal { try await store.resetAccount(by: token, address: "a") } == .expiredLink
        )
        #expect(
          await refusal { try await store.isSealed(accountOfLink: token, address: "a") }
            == .expiredLink
        )
      }
      let plain = try await store.makeResetLink(for: "bob@example.org", by: .operator)
      #expect(!plain.isSealed)
      #expect(try await !store.isSealed(accountOfLink: plain.token, address: "a"))
      #expect(
        await refusal { try await store.resetAccount(by: plain.token, address: "a") } == .notSealed
      )
      #expect(
        await refusal {
          try await store.resetPassword(
            by: plain.token,
            to: proof("b"),
            sealed: sealed(),
            address: "a"
          )
        } == .notSealed
      )
      try await store.suspend("ann@example.org", reason: "Too loud.", by: .operator)
      #expect(
        await refusal { try await store.resetAccount(by: link.token, address: "a") }
          == .suspended("Too loud.")
      )
      bench.pass(seconds: 86_400)
      #expect(
        await refusal { try await store.resetAccount(by: link.token, address: "a") } == .expiredLink
      )
    }
  }

  @Test func `attempts at links are limited for an address`() async throws {
    try await withBench { bench in
      for _ in 0..<30 {
        _ = await refusal { try await bench.store.resetAccount(by: "0", address: "a") }
      }
      let last = await refusal { try await bench.store.resetAccount(by: "0", address: "a") }
      #expect(last?.code == "too-many-attempts")
      #expect(
        await refusal { try await bench.store.resetAccount(by: "0", address: "b") } == .expiredLink
      )
    }
  }

  @Test func `an address without an account gets an answer that stays the same`() async throws {
    try await onEachSpot { spot in
      func answers(seed: UInt64) async throws -> [SealingParameters?] {
        let bench = try Bench(spot, seed: seed) { $0.attempts.questions.burst = 1000 }
        var answers: [SealingParameters?] = []
        for number in 0..<400 {
          let email = number % 2 == 0 ? "a\(number)@example.org" : "A\(number)@EXAMPLE.org"
          answers.append(try await bench.store.signInParameters(of: email, address: "a"))
        }
        return answers
      }
      let first = try await answers(seed: 1)
      #expect(try await answers(seed: 2) == first)
      let salts = first.compactMap { $0?.salt }
      #expect((60...140).contains(salts.count))
      #expect(Set(salts).count == salts.count)
      #expect(first.allSatisfy { $0 == nil || ($0?.scrypt == .standard && $0?.salt.count == 16) })
    }
  }

  @Test func `questions are limited for an address`() async throws {
    try await withBench { bench in
      for number in 0..<60 {
        _ = try await bench.store.signInParameters(of: "a\(number)@example.org", address: "a")
      }
      #expect(
        await refusal { try await bench.store.signInParameters(of: "a@example.org", address: "a") }
          == .tooManyAttempts(retryAfter: 2)
      )
    }
  }

  @Test func `keys that no device makes are refused`() async throws {
    try await withBench { bench in
      let broken = [
        SealedKeyRing(version: 0, byPassword: [1], byRecovery: [1], recoveryKey: [1]),
        SealedKeyRing(version: 1, byPassword: [], byRecovery: [1], recoveryKey: [1]),
        SealedKeyRing(
          version: 1,
          byPassword: [1],
          byRecovery: [UInt8](repeating: 0, count: 65_537),
          recoveryKey: [1]
        ),
        SealedKeyRing(version: 1, byPassword: [1], byRecovery: [1], recoveryKey: []),
        ring(1, verifier: [1]),
      ]
      for ring in broken {
        let given = SealedPassword(parameters: sealed().parameters, keyRing: ring)
        let error = await refusal {
          try await bench.signUp("ann@example.org", proof("a"), sealed: given)
        }
        #expect(error == .badKeys)
      }
      for text in ["", "tallgreenboat", proof("A"), proof("g"), proof("a") + "a"] {
        #expect(
          await refusal { try await bench.signUp("ann@example.org", text, sealed: sealed()) }
            == .badKeys
        )
      }
    }
  }
}
