import Core
import PostgreSQLTesting
import StoreTesting
import Testing

@testable import Accounts

/// Several nodes of a server use the same accounts at the same time.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct NodeTests {
  private func withNodes(
    _ change: (inout AccountPolicy) -> Void = { _ in },
    _ body: (Bench, Bench) async throws -> Void
  ) async throws {
    try await withDatabaseSpot { spot in
      try await body(Bench(spot, seed: 1, change), Bench(spot, seed: 2, change))
    }
  }

  @Test func `what one node stores another one finds`() async throws {
    try await withNodes { one, other in
      let ann = try await one.signUp()
      #expect(try await other.store.authenticate(ann.token).account == ann.account)
      #expect(try await other.signIn().account == ann.account)
      // Answers for addresses without an account are derived from a secret that both have.
      for number in 0..<8 {
        let email = "nobody\(number)@example.org"
        let answer = try await one.store.signInParameters(of: email, address: "192.0.2.1")
        #expect(try await other.store.signInParameters(of: email, address: "192.0.2.1") == answer)
      }
    }
  }

  @Test func `an invitation is used once`() async throws {
    try await withNodes({ $0.signUp = .invitation }) { one, other in
      for round in 0..<10 {
        let code = try await one.store.invite(by: .operator).code
        let outcomes = await race(one, other) { bench, number in
          let email = "a\(round)-\(number)@example.org"
          try await bench.signUp(email, invitation: code, from: "\(round)")
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.compactMap(\.self) == [.badInvitation])
      }
    }
  }

  @Test func `an address signs up once`() async throws {
    try await withNodes { one, other in
      for round in 0..<10 {
        let outcomes = await race(one, other) { bench, number in
          try await bench.signUp(
            "a\(round)@example.org",
            "another long password \(number)",
            from: "\(round)"
          )
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.compactMap(\.self) == [.badCredentials])
      }
      let count = try await other.store.count(by: .operator)
      #expect(count.accounts == 10)
    }
  }

  @Test func `a notice is claimed once`() async throws {
    try await withNodes { one, other in
      let ann = try await one.signUp()
      let hook = Webhook.Offer(
        address: "https://hooks.example.org/",
        secret: [1],
        settings: ChannelSettings(topics: [.reminders])
      )
      try await one.store.setWebhook(hook, for: one.caller(ann))
      for round in 1...20 {
        one.pass(seconds: 1)
        other.pass(seconds: 1)
        try await one.store.enqueue(notice(round, at: one.now), for: ann.account.id)
        async let first = one.store.claimDeliveries()
        async let second = other.store.claimDeliveries()
        let claimed = try await first + second
        #expect(claimed.count == 1)
        for delivery in claimed { try await one.store.settle(delivery, .sent) }
      }
    }
  }

  private func notice(_ number: Int, at: Instant) -> OutgoingNotice {
    OutgoingNotice(
      key: NoticeKey(rawValue: UInt128(number)),
      topic: .reminders,
      product: "sober",
      neutral: Array("neutral".utf8),
      named: Array("Meditate".utf8),
      at: at,
      expiresAt: at.advanced(bySeconds: 3600)
    )
  }

  /// Calls `body` for both nodes at once; returns the errors of the calls, nil for those that succeed.
  private func race<T>(
    _ one: Bench,
    _ other: Bench,
    _ body: @Sendable @escaping (Bench, Int) async throws -> T
  ) async -> [AccountsError?] {
    await withTaskGroup(of: AccountsError?.self) { group in
      for (number, bench) in [one, other].enumerated() {
        group.addTask { await refusal { _ = try await body(bench, number) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }
}
