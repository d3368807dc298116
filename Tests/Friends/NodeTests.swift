import Core
import Friends
import Locks
import PostgreSQLTesting
import StoreTesting
import Testing

/// Several nodes of a server use the same friendships at the same time.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct NodeTests {
  private func withNodes(_ body: (FriendBench, FriendBench) async throws -> Void) async throws {
    try await withDatabaseSpot { spot in
      // A node has a folder, and with it a copy of the ledger, of its own.
      try await withFolder { folder in
        let other = TestSpot(folder, database: spot.database)
        try await body(FriendBench(spot, seed: 1), FriendBench(other, seed: 2))
      }
    }
  }

  @Test func `an invitation makes one friend`() async throws {
    try await withNodes { one, other in
      try await one.name(ann, bob, cleo)
      for round in 1...10 {
        let code = try await one.store.invite(by: ann).code
        async let first = refusal { try await one.store.accept(code, by: bob) }
        async let second = refusal { try await other.store.accept(code, by: cleo) }
        let outcomes = await [first, second]
        #expect(outcomes.compactMap(\.self) == [.badInvitation])
        let friends = try await one.store.friends(of: ann)
        #expect(friends.count == 1)
        for friend in friends { try await one.store.remove(friend.person.id, by: ann) }
        one.pass(seconds: Int64(round) * 86_400)
        other.pass(seconds: Int64(round) * 86_400)
      }
    }
  }

  @Test func `what waits is delivered by one of the nodes`() async throws {
    try await withNodes { one, other in
      try await one.name(ann, bob, cleo)
      try await one.befriend(ann, bob)
      try await one.befriend(ann, cleo)
      let told = SharedLocked<[DeliveredNotice]>([])
      for round in 1...20 {
        try await one.share("streaks/1/\(round)")
        async let first: Void = one.store.deliver { new in told.withLock { $0 += new } }
        async let second: Void = other.store.deliver { new in told.withLock { $0 += new } }
        _ = try await (first, second)
        #expect(told.withLock { $0 }.count == 2 * round)
        one.pass(seconds: 86_400)
      }
      for account in [bob, cleo] {
        let posts = try await other.store.notices(of: account).filter { $0.kind == .post }
        #expect(Set(posts.map(\.post)).count == 20)
        #expect(posts.count == 20)
      }
    }
  }

  @Test func `what was taken down stays away although two nodes recorded it`() async throws {
    try await withNodes { one, other in
      try await one.name(ann, bob)
      try await one.befriend(ann, bob)
      let post = try await one.share().post
      async let first = refusal { try await one.store.deletePost(post.id, by: ann) }
      async let second = refusal { try await other.store.deletePost(post.id, by: ann) }
      #expect(await [first, second].compactMap(\.self) == [.unknownPost])
      #expect(try await one.store.applyTakedowns() == 0)
      #expect(try await other.store.applyTakedowns() == 0)
      #expect(try await other.store.feed(of: ann).posts.isEmpty)
    }
  }
}
